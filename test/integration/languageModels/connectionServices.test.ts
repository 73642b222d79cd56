import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import { connectionsOf } from "../../../src/core/connections/connection";
import { ProvidedModels } from "../../../src/core/connections/models/providedModels";
import { createConnectionServices } from "../../../src/extension/connectionServices";
import type { HostServices } from "../../../src/extension/hostServices";
import type { ModelInfo } from "../../../src/shared/conversation";
import { LanguageModelList } from "../../../src/vscode/languageModels/languageModelList";
import type { Settings } from "../../../src/vscode/settings";
import { manualClock, memoryLogChannel, memorySecrets, memoryState } from "../../unit/core/memoryPorts";

const href = "https://a.example/v1";
const chat = (...ids: readonly string[]): ModelInfo[] => ids.map((id) => ({ id, kind: "chat" }));

describe("language models: with the services of the gateways", () => {
	const { showInformationMessage } = vscode.window;
	let shown: string[];
	const owned: vscode.Disposable[] = [];
	beforeEach(() => {
		shown = [];
		Object.assign(vscode.window, { showInformationMessage: async (message: string) => void shown.push(message) });
	});
	afterEach(() => {
		Object.assign(vscode.window, { showInformationMessage });
		for (const one of owned.splice(0)) one.dispose();
	});

	/** Creates the services for a gateway with a saved list of these models. */
	async function created(models: readonly ModelInfo[]) {
		const globalState = memoryState();
		await globalState.set(`gatehouse.models:${href}`, { at: 0, models });
		const entries = [{ name: "Mine", url: href }];
		const [connection] = connectionsOf(entries);
		assert.ok(connection);
		const { event } = new Emitter<never>();
		const settings = {
			gateways: { read: () => entries, write: assert.fail, onDidChange: event },
			...{ model: "", embeddingModel: "", onDidChangeModel: event, onDidChangeEmbeddingModel: event },
			userModel: () => "",
		} as unknown as Settings;
		const clock = manualClock();
		const secrets = memorySecrets();
		const providedModels = new ProvidedModels(settings.gateways.read, globalState);
		const languageModels = new LanguageModelList({ models: providedModels, settings, secrets, clock });
		owned.push(languageModels);
		const host = {
			...{ clock, log: memoryLogChannel(), globalState, settings, secrets, providedModels, languageModels },
			...{ commands: { show: assert.fail }, display: { show() {} }, savedStatus: { save: async () => {} } },
			redactWith() {},
			fingerprint: () => "",
			own: (feature: vscode.Disposable) => void owned.push(feature),
		} as unknown as HostServices;
		return { ...createConnectionServices(host, async () => assert.fail("a notice")), connection, languageModels };
	}

	const isKnown =
		vscode.workspace.getConfiguration("chat").inspect("agentHost.byokModels.enabled")?.defaultValue !== undefined;
	(isKnown ? describe : describe.skip)("VS Code's agent leaves them out", () => {
		const name = "defaultToCopilotHarness";
		const set = (value: unknown) =>
			vscode.workspace.getConfiguration("chat").update(name, value, vscode.ConfigurationTarget.Global);
		before(() => set(true));
		after(() => set(undefined));
		const settled = () => new Promise((resolve) => setImmediate(resolve));

		it("which is explained in a window that has models from the start", async () => {
			await created(chat("m"));
			await settled();
			assert.equal(shown.length, 1);
			assert.match(shown[0] ?? "", /chat\.agentHost\.byokModels\.enabled/);
		});

		it("which is explained as soon as there are models", async () => {
			const { catalog, connection } = await created([]);
			await settled();
			assert.deepEqual(shown, []);
			await catalog.save(connection, chat("m"));
			await settled();
			assert.equal(shown.length, 1);
			assert.match(shown[0] ?? "", /chat\.agentHost\.byokModels\.enabled/);
		});
	});

	it("stay in VS Code's picker once the user has chosen them, for a gateway with many", async () => {
		const many = Array.from({ length: 21 }, (_, at) => `m${at}`);
		const { models, connection, languageModels } = await created(chat(...many));
		const picked = () => languageModels.list().flatMap((model) => (model.isUserSelectable ? [model.family] : []));
		assert.deepEqual(picked(), []);
		for (const model of ["m5", "m3", "m7"]) await models.choose(connection, "chat", model);
		await models.choose(connection, "embedding", "m9");
		assert.deepEqual(picked(), ["m3", "m5", "m7"]);
	});
});
