import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoGateway } from "../gateway/demoGateway";
import { scriptedReply } from "../gateway/scriptedReply";
import { connectedGateway } from "./connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "./editors";
import { isBox, previewTabs, until } from "./shownEdit";

const run = (command: string, ...args: unknown[]) =>
	Promise.resolve(vscode.commands.executeCommand(`gatehouse.${command}`, ...args));

/** In the real extension host: the box beside the code, where something comes between. */
describe("edits in view: the box beside the code", () => {
	const { executeCommand } = vscode.commands;
	const disposables: vscode.Disposable[] = [];
	let gateway: DemoGateway;
	before(async () => {
		gateway = await connectedGateway();
	});
	afterEach(async () => {
		Object.assign(vscode.commands, { executeCommand });
		for (const one of disposables.splice(0)) one.dispose();
		await closeEditors();
	});

	/** Has a test see the commands that are run, and run others in their place. */
	function hook(command: string, instead: (runIt: () => Thenable<unknown>) => Thenable<unknown>): void {
		const hooked = (name: string, ...args: unknown[]) =>
			name === command ? instead(() => executeCommand(name, ...args)) : executeCommand(name, ...args);
		Object.assign(vscode.commands, { executeCommand: hooked });
	}

	/** Opens a function of four lines, with a cursor in it, and a line below it that is selected. */
	async function openFunction(): Promise<vscode.TextEditor> {
		const document = await untitledDocument("one {\n\ttwo\n\tthree\n}\nafter\n");
		const whole = new vscode.Range(0, 0, 3, 1);
		const symbols: vscode.DocumentSymbolProvider = {
			provideDocumentSymbols: () => [new vscode.DocumentSymbol("one", "", vscode.SymbolKind.Function, whole, whole)],
		};
		disposables.push(vscode.languages.registerDocumentSymbolProvider("plaintext", symbols));
		await showSelected(document, new vscode.Range(0, 0, 0, 0));
		const editor = vscode.window.activeTextEditor ?? assert.fail("there is no editor");
		const told = new Promise<void>((resolve) => {
			const { onDidChangeTextEditorSelection } = vscode.window;
			disposables.push(onDidChangeTextEditorSelection(({ selections }) => selections.length === 2 && resolve()));
		});
		editor.selections = [new vscode.Selection(1, 1, 1, 1), new vscode.Selection(4, 0, 4, 5)];
		await told;
		return editor;
	}

	/** Returns where the selections of an editor begin and end. */
	const selected = ({ selections }: vscode.TextEditor) =>
		selections.map(({ start, end }) => [start.line, start.character, end.line, end.character]);

	const both = [
		[1, 1, 1, 1],
		[4, 0, 4, 5],
	];

	const boxFocused = () => until(() => vscode.window.activeTextEditor?.document.uri.scheme === "comment" || undefined);
	const boxClosed = () => until(() => !vscode.workspace.textDocuments.some(isBox) || undefined);

	it("leaves every cursor where it was", async () => {
		const editor = await openFunction();
		const over = run("editInline");
		await boxFocused();
		assert.deepEqual(selected(editor), both);
		await run("cancelInline");
		await over;
		await until(() => vscode.window.activeTextEditor === editor || undefined);
		assert.deepEqual(selected(editor), both);
	});

	it("leaves alone what is selected while the keyboard is moved into it", async () => {
		const editor = await openFunction();
		hook("workbench.action.focusCommentOnCurrentLine", async (runIt) => {
			await runIt();
			editor.selections = [new vscode.Selection(2, 1, 2, 3)];
		});
		const over = run("editInline");
		await boxFocused();
		await run("cancelInline");
		await over;
		assert.deepEqual(selected(editor), [[2, 1, 2, 3]]);
	});

	it("is opened once where the key is pressed twice, and leaves every cursor where it was", async () => {
		const editor = await openFunction();
		let focused = 0;
		hook("workbench.action.focusCommentOnCurrentLine", (runIt) => {
			focused++;
			return runIt();
		});
		const over = [run("editInline"), run("editInline")];
		// One of them is the first.
		await Promise.race(over);
		await boxFocused();
		await run("cancelInline");
		await Promise.all(over);
		assert.equal(focused, 1);
		assert.deepEqual(selected(editor), both);
	});

	it("is closed by Escape, and the edit ended, where the preview does not open", async () => {
		const editor = await openFunction();
		let open = () => {};
		const opening = new Promise<void>((resolve) => {
			hook("vscode.diff", (runIt) => {
				resolve();
				return new Promise<void>((opened) => {
					open = opened;
				}).then(runIt);
			});
		});
		gateway.script(scriptedReply("```\none {\n\ttwo\n\tTHREE\n}\n```"));
		const over = run("editInline");
		await boxFocused();
		const sent = run("submitInline", { text: "Shout." });
		await opening;
		await run("cancelInline");
		await sent;
		await boxClosed();
		await until(() => vscode.window.activeTextEditor === editor || undefined);
		// VS Code opens it after all.
		open();
		await over;
		await until(() => previewTabs().length === 0 || undefined);
		assert.equal(editor.document.getText(), "one {\n\ttwo\n\tthree\n}\nafter\n");
	});
});
