import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { said } from "../../faults/tools/toolCase";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { connectedGateway, gatewayKey } from "../connectedGateway";
import { connectTo } from "../connectTo";
import { askModel, gatewayModel, modelsChange } from "./askModel";

const match = "/v1/chat/completions";

describe("language models: changes of VS Code's list", () => {
	let gateway: DemoGateway;
	let model: vscode.LanguageModelChat;
	before(async () => {
		gateway = await connectedGateway();
		model = await gatewayModel("demo-echo", gateway.url);
	});

	const { stringify } = JSON;
	afterEach(() => {
		JSON.stringify = stringify;
	});

	it("make VS Code read the list when a key is refused, which the detail says, and when it is accepted again", async () => {
		const name = new URL(gateway.url).host;
		const answers = [
			[{ status: 401, json: { error: { message: "Invalid API key" } } }, /refused the key/, "NoPermissions"],
			[{ chunks: [{ type: "bytes", data: said("Fine.") }] }, new RegExp(`^${name}$`), undefined],
		] as const;
		// Settles what earlier tests have left.
		await askModel(model);
		for (const [answer, detail, code] of answers) {
			const read = listRead((models) => models.some(({ id, detail: shown }) => id === model.id && detail.test(shown)));
			const scripted = gateway.script({ match, ...answer });
			const { error } = await askModel(model);
			scripted.dispose();
			assert.equal(error?.code, code);
			// To other extensions, VS Code announces only models that come or go.
			await read;
		}
	});

	it("are announced when a gateway is added, whose models appear beside the others, and when it is removed", async () => {
		const settings = () => vscode.workspace.getConfiguration("gatehouse");
		const before = settings().inspect("gateways")?.globalValue;
		const idsOf = (url: string) => ["demo-chat", "demo-echo"].map((id) => `${id}@${url}/v1`);
		const second = await startGateway({ keys: [gatewayKey] });
		/** Makes a change, and settles when VS Code has read these models, announced the change, and lists the models. */
		const changed = async (ids: readonly string[], change: () => Thenable<void>) => {
			const areListed = (models: readonly { readonly id: string }[]) =>
				isDeepStrictEqual(models.map(({ id }) => id).sort(), ids.toSorted());
			const read = listRead(areListed);
			// VS Code 1.106 announces no change to other extensions.
			const announced = vscode.version.startsWith("1.106.") ? undefined : modelsChange();
			await change();
			await read;
			await announced;
			for (;;) {
				const next = modelsChange();
				if (areListed(await vscode.lm.selectChatModels({ vendor: "gatehouse" }))) return;
				await next;
			}
		};
		const restore = () => settings().update("gateways", before, vscode.ConfigurationTarget.Global);
		try {
			await changed([...idsOf(gateway.url), ...idsOf(second.url)], () => connectTo(second.url, gatewayKey));
			await changed(idsOf(gateway.url), restore);
		} finally {
			await restore();
			await second.close();
		}
	});
});

/** A model as the extension host passes it to VS Code's window. */
interface ListedModel {
	readonly id: string;
	readonly detail: string;
}

/**
 * Settles when VS Code reads a list that fits. Its API has neither this event nor the details; the extension host writes
 * the list as JSON for VS Code's window.
 */
function listRead(fits: (models: readonly ListedModel[]) => boolean): Promise<void> {
	const { stringify } = JSON;
	return new Promise((resolve) => {
		JSON.stringify = (value: unknown, ...how: never[]) => {
			const models = Array.isArray(value) ? value.flatMap((each): ListedModel[] => each?.metadata ?? []) : [];
			if (models.length > 0 && fits(models)) resolve();
			return stringify(value, ...how);
		};
	});
}
