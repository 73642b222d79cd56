import assert from "node:assert/strict";
import * as vscode from "vscode";
import { connectionsOf } from "../../../src/core/connections/connection";
import type { ModelCatalog } from "../../../src/core/connections/models/modelCatalog";
import { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import { EffortStore } from "../../../src/core/gateway/capabilities/effortStore";
import { reportedAbilities } from "../../../src/core/gateway/models/modelAbilities";
import type { ModelInfo } from "../../../src/shared/conversation";
import { pickModel } from "../../../src/vscode/connections/models/modelPick";
import { memoryState } from "../../unit/core/memoryPorts";

describe("reasoning effort: the button in Select Model", () => {
	const { createQuickPick } = vscode.window;
	afterEach(() => {
		Object.assign(vscode.window, { createQuickPick });
	});

	/** Returns the rows of the open pick with the tooltips of their buttons, for a list with these facts about each model. */
	async function rowsOf(entries: readonly { readonly id: string }[]) {
		const models = entries.map((entry): ModelInfo => ({ id: entry.id, kind: "chat", ...reportedAbilities(entry) }));
		const [connection] = connectionsOf([{ name: "Mine", url: "https://a.example/v1" }]);
		assert.ok(connection);
		const find = (_: unknown, id: string) => models.find((model) => model.id === id);
		const catalog = { cached: () => models, find, isStale: () => false } as unknown as ModelCatalog;
		const ignored = () => ({ dispose() {} });
		const pick = {
			...{ items: [] as readonly vscode.QuickPickItem[], activeItems: [], buttons: [] },
			...{ onDidTriggerButton: ignored, onDidAccept: ignored, onDidHide: ignored, onDidTriggerItemButton: ignored },
			...{ show() {}, hide() {}, dispose() {} },
		};
		Object.assign(vscode.window, { createQuickPick: () => pick });
		const [capabilities, efforts] = [new CapabilityStore(memoryState()), new EffortStore(memoryState())];
		const shown = { title: "Model", placeholder: "", current: undefined, offered: (all: readonly ModelInfo[]) => all };
		void pickModel({ connection, catalog, capabilities, efforts, ...shown, onError: assert.fail });
		return pick.items.map(({ label, buttons = [] }) => [label, buttons.map(({ tooltip }) => tooltip)]);
	}

	it("is shown if the list says that the model accepts an effort, but not if nothing is known", async () => {
		const rows = await rowsOf([
			{ id: "takes-effort", supported_parameters: ["reasoning"] },
			{ id: "takes-none", supported_parameters: ["tools"] },
			{ id: "unknown" },
		] as never);
		assert.deepEqual(rows, [
			["takes-effort", ["Reasoning Effort"]],
			["takes-none", []],
			["unknown", []],
		]);
	});
});
