import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import type { DemoGateway } from "../../gateway/demoGateway";
import { scriptedReply } from "../../gateway/scriptedReply";
import { answeredWindow } from "../answeredWindow";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "../editors";
import { boxOpened, isBox, previewTabs, shownEdit, until } from "../shownEdit";
import { notedHighlights } from "./highlights";

const run = (command: string, ...args: unknown[]) =>
	Promise.resolve(vscode.commands.executeCommand(`gatehouse.${command}`, ...args));

/** In the real extension host: interruptions of the box beside the code. */
describe("edits in view: the box beside the code", () => {
	const { executeCommand } = vscode.commands;
	const { onDidOpenTextDocument } = vscode.workspace;
	const disposables: vscode.Disposable[] = [];
	let gateway: DemoGateway;
	before(async () => {
		gateway = await connectedGateway();
	});
	afterEach(async () => {
		Object.assign(vscode.commands, { executeCommand });
		Object.assign(vscode.workspace, { onDidOpenTextDocument });
		for (const one of disposables.splice(0)) one.dispose();
		await closeEditors();
	});

	/** Lets a test observe the commands that are run, and replace them. */
	function hook(command: string, instead: (runIt: () => Thenable<unknown>) => Thenable<unknown>): void {
		const hooked = (name: string, ...args: unknown[]) =>
			name === command ? instead(() => executeCommand(name, ...args)) : executeCommand(name, ...args);
		Object.assign(vscode.commands, { executeCommand: hooked });
	}

	/** Opens a function of four lines, with a cursor in it and a selected line below it. */
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

	/** Returns the starts and ends of an editor's selections. */
	const selected = ({ selections }: vscode.TextEditor) =>
		selections.map(({ start, end }) => [start.line, start.character, end.line, end.character]);

	const both = [
		[1, 1, 1, 1],
		[4, 0, 4, 5],
	];

	const boxFocused = () => until(() => vscode.window.activeTextEditor?.document.uri.scheme === "comment" || undefined);
	const boxClosed = () => until(() => !vscode.workspace.textDocuments.some(isBox) || undefined);

	/** Types an instruction at the top of the window, and returns the lines that are then highlighted. */
	function answeredAtTop(document: vscode.TextDocument) {
		const highlights = notedHighlights();
		const highlighted: unknown[] = [];
		const shown = answeredWindow(undefined, () => {
			highlighted.push(highlights.of(document.uri));
			return "Shout.";
		});
		disposables.push(highlights, shown);
		return { highlighted, shown };
	}

	/** Makes VS Code show a box at the top of the window, into which the test types. */
	function inputBox() {
		const { createInputBox } = vscode.window;
		disposables.push({ dispose: () => void Object.assign(vscode.window, { createInputBox }) });
		let [accept, changed, hidden, show] = [() => {}, (_value: string) => {}, () => {}, () => {}];
		const shown = new Promise<void>((resolve) => {
			show = resolve;
		});
		const box = {
			value: "",
			onDidAccept: (listener: () => void) => {
				accept = listener;
			},
			onDidChangeValue: (listener: (value: string) => void) => {
				changed = listener;
			},
			onDidHide: (listener: () => void) => {
				hidden = listener;
			},
			show,
			dispose: () => hidden(),
		};
		Object.assign(vscode.window, { createInputBox: () => box });
		const type = (text: string) => {
			box.value = text;
			changed(text);
		};
		return { box, shown, type, accept: () => accept() };
	}

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

	it("does not change what is selected while the keyboard moves into it", async () => {
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

	it("is opened once if the key is pressed twice, and leaves every cursor where it was", async () => {
		const editor = await openFunction();
		let focused = 0;
		hook("workbench.action.focusCommentOnCurrentLine", (runIt) => {
			focused++;
			return runIt();
		});
		const over = [run("editInline"), run("editInline")];
		// The call that ends first is one of the two.
		await Promise.race(over);
		await boxFocused();
		await run("cancelInline");
		await Promise.all(over);
		assert.equal(focused, 1);
		assert.deepEqual(selected(editor), both);
	});

	it("opens at other lines if these are asked about before the first box has the keyboard", async () => {
		const lines = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`);
		const document = await untitledDocument(lines.join("\n"));
		await showSelected(document, new vscode.Range(1, 0, 1, 6));
		const editor = vscode.window.activeTextEditor ?? assert.fail("there is no editor");
		const first = run("editInline");
		await setImmediate();
		editor.selection = new vscode.Selection(20, 0, 20, 7);
		const second = run("editInline");
		await first;
		await boxFocused();
		assert.equal(vscode.workspace.textDocuments.filter(isBox).length, 1);
		await executeCommand("type", { text: "Shout." });
		gateway.script(scriptedReply("```\nLINE 21\n```"));
		await executeCommand("editor.action.submitComment");
		await shownEdit(lines.join("\n").replace("line 21", "LINE 21"));
		await boxClosed();
		await run("rejectEdit");
		await second;
		assert.equal(document.getText(), lines.join("\n"));
	});

	it("waits if the user has moved to another document before it opened, and takes no keyboard there", async () => {
		const other = await untitledDocument("other\n");
		const { document } = await openFunction();
		let focused = 0;
		hook("workbench.action.focusCommentOnCurrentLine", async () => {
			focused++;
		});
		const goneOn = new Promise<void>((resolve) => {
			const late: typeof onDidOpenTextDocument = (listener, ...more) =>
				onDidOpenTextDocument(
					async (opened) => {
						if (isBox(opened)) await vscode.window.showTextDocument(other);
						listener(opened);
						if (isBox(opened)) resolve();
					},
					...more,
				);
			Object.assign(vscode.workspace, { onDidOpenTextDocument: late });
		});
		const over = run("editInline");
		await goneOn;
		await setImmediate();
		assert.equal(focused, 0);
		assert.equal(vscode.window.activeTextEditor?.document, other);
		await vscode.window.showTextDocument(document);
		await boxOpened();
		await run("cancelInline");
		await over;
	});

	it("is replaced by one at the top of the window where it gets no focus, with the lines in sight and highlighted", async () => {
		const lines = Array.from({ length: 300 }, (_, i) => `line ${i + 1}`);
		const document = await untitledDocument(lines.join("\n"));
		await showSelected(document, new vscode.Range(199, 0, 199, 8));
		const editor = vscode.window.activeTextEditor;
		const { highlighted, shown } = answeredAtTop(document);
		hook("workbench.action.focusCommentOnCurrentLine", async () => {
			throw new Error("There is no such command.");
		});
		gateway.script(scriptedReply("```\nLINE 200\n```"));
		const sent = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		const over = run("editInline");
		await sent;
		assert.equal(shown.open, 1, "in the file, a second Enter would replace the selection");
		await shownEdit(lines.join("\n").replace("line 200", "LINE 200"));
		assert.deepEqual(shown.asked, ["Edit Inline"]);
		assert.deepEqual(highlighted, [[199, 199]]);
		assert.ok(editor?.visibleRanges.some(({ start, end }) => start.line <= 199 && 199 <= end.line));
		await run("rejectEdit");
		await over;
		assert.equal(shown.open, 0);
	});

	it("is replaced by one at the top of the window where comments are hidden in editors", async () => {
		const comments = vscode.workspace.getConfiguration("comments");
		await comments.update("visible", false, vscode.ConfigurationTarget.Global);
		const document = await untitledDocument("alpha\nbeta\n");
		await showSelected(document, new vscode.Range(1, 0, 1, 4));
		const { highlighted, shown } = answeredAtTop(document);
		gateway.script(scriptedReply("```\nBETA\n```"));
		try {
			const over = run("editInline");
			await shownEdit("alpha\nBETA\n");
			assert.deepEqual(shown.asked, ["Edit Inline"]);
			assert.deepEqual(highlighted, [[1, 1]]);
			await run("rejectEdit");
			await over;
		} finally {
			await comments.update("visible", undefined, vscode.ConfigurationTarget.Global);
		}
	});

	it("accepts no more text at the top of the window after it was sent, and is closed there by Escape with the edit", async () => {
		const comments = vscode.workspace.getConfiguration("comments");
		await comments.update("visible", false, vscode.ConfigurationTarget.Global);
		const { box, shown, type, accept } = inputBox();
		/** The context key in the condition of Escape's key binding. */
		const contexts: unknown[] = [];
		let left = 0;
		let open = () => {};
		const opening = new Promise<void>((resolve) => {
			const hooked = async (name: string, ...args: unknown[]) => {
				if (name === "setContext" && args[0] === "gatehouse.instructionSent") contexts.push(args[1]);
				if (name === "workbench.action.closeQuickOpen") left++;
				if (name === "vscode.diff") {
					resolve();
					await new Promise<void>((opened) => {
						open = opened;
					});
				}
				return executeCommand(name, ...args);
			};
			Object.assign(vscode.commands, { executeCommand: hooked });
		});
		gateway.script(scriptedReply("```\nBETA\n```"));
		try {
			const document = await untitledDocument("alpha\nbeta\n");
			await showSelected(document, new vscode.Range(1, 0, 1, 4));
			const over = run("editInline");
			await shown;
			type("Shout.");
			assert.deepEqual([box.value, contexts], ["Shout.", []]);
			accept();
			type("Shout. Louder!");
			assert.deepEqual([box.value, contexts], ["Shout.", [true]]);
			await opening;
			await run("cancelInline");
			assert.deepEqual(contexts, [true, false]);
			open();
			await over;
			await until(() => previewTabs().length === 0 || undefined);
			assert.equal(document.getText(), "alpha\nbeta\n");
			// As after a crash of the extension host, which does not reset the context.
			await vscode.commands.executeCommand("setContext", "gatehouse.instructionSent", true);
			await run("cancelInline");
			assert.deepEqual(contexts, [true, false, true, false]);
			assert.equal(left, 1);
		} finally {
			await comments.update("visible", undefined, vscode.ConfigurationTarget.Global);
		}
	});

	it("is closed by Escape, which ends the edit, if the preview does not open", async () => {
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
