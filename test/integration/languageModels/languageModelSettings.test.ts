import assert from "node:assert/strict";
import * as vscode from "vscode";
import { explainAgentHost } from "../../../src/vscode/languageModels/harnessHint";
import { explainUtilityModel } from "../../../src/vscode/languageModels/utilityModelHint";
import { memoryState } from "../../unit/core/memoryPorts";

describe("language models: VS Code's utility model", () => {
	const { showInformationMessage } = vscode.window;
	const { executeCommand } = vscode.commands;
	const { selectChatModels } = vscode.lm;
	const { getConfiguration } = vscode.workspace;
	let shown: string[];
	let opened: unknown[][];
	/** The settings that the hints have set; the tests set theirs with the original `getConfiguration`. */
	let set: unknown[][];
	beforeEach(() => {
		[shown, opened, set] = [[], [], []];
		Object.assign(vscode.workspace, {
			getConfiguration: (...of: Parameters<typeof getConfiguration>) => ({
				get: getConfiguration(...of).get,
				update: async (...setting: unknown[]) => void set.push([...of, ...setting]),
			}),
		});
		Object.assign(vscode.window, {
			showInformationMessage: async (message: string, ...buttons: string[]) => {
				shown.push(message);
				return buttons[0];
			},
		});
		Object.assign(vscode.commands, { executeCommand: async (...command: unknown[]) => void opened.push(command) });
	});
	afterEach(() => {
		Object.assign(vscode.window, { showInformationMessage });
		Object.assign(vscode.commands, { executeCommand });
		Object.assign(vscode.lm, { selectChatModels });
		Object.assign(vscode.workspace, { getConfiguration });
		assert.deepEqual(set, [], "a hint sets no setting");
	});

	const known = vscode.workspace.getConfiguration("chat").inspect("byokUtilityModelDefault")?.defaultValue;
	if (known === undefined && vscode.version.startsWith("1.106.")) {
		it("is not explained if VS Code does not have the setting, such as in 1.106", async () => {
			await explainUtilityModel("core", memoryState());
			assert.deepEqual(shown, []);
		});
		return;
	}

	it("is explained once, by name, and opened, when VS Code's own chat asks", async () => {
		const state = memoryState();
		for (const requester of ["other.extension", undefined, "GitHub.copilot-chat", "core"])
			await explainUtilityModel(requester, state);
		assert.equal(shown.length, 1);
		assert.match(shown[0] ?? "", /chat\.byokUtilityModelDefault.*none.*mainAgent/);
		assert.deepEqual(opened, [["workbench.action.openSettings", "@id:chat.byokUtilityModelDefault"]]);
	});

	it("is not explained if Copilot's models are available, or a value was chosen", async () => {
		Object.assign(vscode.lm, { selectChatModels: async () => [{}] });
		await explainUtilityModel("core", memoryState());
		Object.assign(vscode.lm, { selectChatModels });
		const chat = getConfiguration("chat");
		await chat.update("byokUtilityModelDefault", "none", vscode.ConfigurationTarget.Global);
		try {
			await explainUtilityModel("core", memoryState());
		} finally {
			await chat.update("byokUtilityModelDefault", undefined, vscode.ConfigurationTarget.Global);
		}
		assert.deepEqual(shown, []);
	});

	it("is not explained if a model is set for each kind of request", async () => {
		const chat = getConfiguration("chat");
		const names = ["utilityModel", "utilitySmallModel"];
		try {
			for (const name of names) await chat.update(name, "gatehouse/m", vscode.ConfigurationTarget.Global);
			await explainUtilityModel("core", memoryState());
		} finally {
			for (const name of names) await chat.update(name, undefined, vscode.ConfigurationTarget.Global);
		}
		assert.deepEqual(shown, []);
	});

	it("does not explain the agent's setting where it is on", async () => {
		const chat = getConfiguration("chat");
		const names = ["defaultToCopilotHarness", "agentHost.byokModels.enabled"];
		try {
			for (const name of names) await chat.update(name, true, vscode.ConfigurationTarget.Global);
			await explainAgentHost(memoryState());
		} finally {
			for (const name of names) await chat.update(name, undefined, vscode.ConfigurationTarget.Global);
		}
		assert.deepEqual(shown, []);
	});

	for (const name of ["defaultToCopilotHarness", "editor.preferCopilotHarness", "editor.localAgent.enabled"]) {
		it(`explains once why the agent leaves out the gateways' models, and opens its setting: ${name}`, async () => {
			const chat = getConfiguration("chat");
			const state = memoryState();
			await explainAgentHost(state);
			assert.deepEqual(shown, []);
			try {
				await chat.update(name, !name.endsWith("enabled"), vscode.ConfigurationTarget.Global);
				await explainAgentHost(state);
				await explainAgentHost(state);
			} finally {
				await chat.update(name, undefined, vscode.ConfigurationTarget.Global);
			}
			assert.equal(shown.length, 1);
			assert.match(shown[0] ?? "", /chat\.agentHost\.byokModels\.enabled/);
			assert.deepEqual(opened, [["workbench.action.openSettings", "@id:chat.agentHost.byokModels.enabled"]]);
		});
	}
});
