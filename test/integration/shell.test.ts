import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registerView } from "../../src/extension/entryPoints";
import type { Features } from "../../src/extension/features";
import { registerEach } from "../../src/extension/registerEach";
import type { Commands } from "../../src/vscode/commands";
import { FirstSteps } from "../../src/vscode/firstSteps";
import { memoryLogChannel, memoryState } from "../unit/core/memoryPorts";

describe("start: the shell", () => {
	it("loads the panel again when it is shown again after a failure", async () => {
		const outcomes = [() => Promise.reject(new Error("a chunk is missing")), () => Promise.resolve(loaded)];
		const resolved: unknown[] = [];
		const shownErrors: unknown[] = [];
		const loaded = { view: { resolveWebviewView: (view: unknown) => void resolved.push(view) } };
		const features = { chat: () => (outcomes.shift() ?? assert.fail("loaded too often"))() } as unknown as Features;
		const commands = { show: async (error: unknown) => void shownErrors.push(error) } as unknown as Commands;
		const visibility = new vscode.EventEmitter<void>();
		const webviewView = {
			visible: true,
			onDidDispose: () => ({ dispose() {} }),
			onDidChangeVisibility: visibility.event,
		};
		const { registerWebviewViewProvider } = vscode.window;
		let provider: vscode.WebviewViewProvider | undefined;
		try {
			vscode.window.registerWebviewViewProvider = (_id, given) => {
				provider = given;
				return new vscode.Disposable(() => {});
			};
			registerView(commands, features);
		} finally {
			vscode.window.registerWebviewViewProvider = registerWebviewViewProvider;
		}
		const token = new vscode.CancellationTokenSource().token;
		await provider?.resolveWebviewView(webviewView as unknown as vscode.WebviewView, { state: undefined }, token);
		assert.match(String(shownErrors), /a chunk is missing/);
		assert.deepEqual(resolved, []);
		visibility.fire();
		await new Promise(setImmediate);
		assert.deepEqual(resolved, [webviewView]);
		assert.equal(shownErrors.length, 1);
	});

	it("opens the walkthrough once, but not for users who already know Gatehouse", async () => {
		const { executeCommand } = vscode.commands;
		const run: unknown[] = [];
		const state = memoryState();
		try {
			Object.assign(vscode.commands, { executeCommand: async (...command: unknown[]) => void run.push(command) });
			await new FirstSteps(memoryState()).openOnce(true);
			assert.deepEqual(run, []);
			for (let window = 0; window < 2; window++) await new FirstSteps(state).openOnce(false);
			assert.deepEqual(run, [["workbench.action.openWalkthrough", "gatehouse.gatehouse#start", false]]);
			run.length = 0;
			const steps = new FirstSteps(state);
			for (const name of ["fix", "editInline", "showLog", "constructor"]) await steps.ran(name);
			assert.deepEqual(run, [["setContext", "gatehouse.done.edit", true]]);
			new FirstSteps(state).show();
			assert.equal(run.length, 2);
		} finally {
			Object.assign(vscode.commands, { executeCommand });
		}
	});

	it("registers the other parts when one fails, and shows which did", async () => {
		const log = memoryLogChannel();
		const owned: vscode.Disposable[] = [];
		const part = new vscode.Disposable(() => {});
		const { showErrorMessage } = vscode.window;
		const shown: string[] = [];
		try {
			vscode.window.showErrorMessage = (async (text: string) => void shown.push(text)) as typeof showErrorMessage;
			registerEach(
				{ log, own: (one) => void owned.push(one) },
				{
					first: () => {
						throw new Error("it is broken");
					},
					second: () => part,
				},
			);
		} finally {
			vscode.window.showErrorMessage = showErrorMessage;
		}
		assert.deepEqual(owned, [part]);
		assert.match(log.lines.join("\n"), /first could not be started: .*it is broken/);
		assert.match(shown.join("\n"), /it is broken/);
	});
});
