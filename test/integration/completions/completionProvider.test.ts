import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CompletionAsk, CompletionSession } from "../../../src/core/completions/completionSession";
import { completionLimits } from "../../../src/shared/untrusted/limits";
import type { CompletedFiles } from "../../../src/vscode/completions/completedFiles";
import { CompletionProvider } from "../../../src/vscode/completions/completionProvider";
import { eventually } from "../../ui/eventually";
import { showSelected } from "../editors";

describe("completions: a suggestion, in VS Code", () => {
	const asked: CompletionAsk[] = [];
	const suggested = "total(a, b);";
	let provider: CompletionProvider;
	let hasAnswer = true;
	let now = 0;
	let isSendable: boolean | undefined = true;
	const answers: { session: CompletionSession | undefined } = { session: undefined };
	before(() => {
		const session: Pick<CompletionSession, "provide" | "hasAnswer"> = {
			hasAnswer: () => hasAnswer,
			provide: async (ask) => {
				asked.push(ask);
				return { text: suggested, replaces: 0 };
			},
		};
		answers.session = session as CompletionSession;
		const files = { isSendable: () => isSendable, mayBeSent: async () => true } as unknown as CompletedFiles;
		provider = new CompletionProvider({
			files,
			session: () => answers.session,
			onAccept: () => {},
			clock: { now: () => now },
		});
	});
	after(() => provider?.dispose());
	beforeEach(() => {
		asked.length = 0;
	});
	afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

	let documents = 0;
	/** Opens a document with a unique name: for the name of a closed document, VS Code may return that document. */
	async function untitled(content: string): Promise<vscode.TextDocument> {
		const uri = vscode.Uri.from({ scheme: "untitled", path: `completed-${documents++}.ts` });
		const document = await vscode.workspace.openTextDocument(uri);
		const edit = new vscode.WorkspaceEdit();
		edit.insert(uri, new vscode.Position(0, 0), content);
		assert.ok(await vscode.workspace.applyEdit(edit));
		return document;
	}
	async function textsAt(
		document: vscode.TextDocument,
		position: vscode.Position,
		item?: vscode.SelectedCompletionInfo,
	) {
		const triggerKind = vscode.InlineCompletionTriggerKind.Automatic;
		const context = { triggerKind, selectedCompletionInfo: item };
		const { token } = new vscode.CancellationTokenSource();
		const items = await provider.provideInlineCompletionItems(document, position, context, token);
		return items.map(({ insertText }) => insertText);
	}

	it("is at one cursor, not at several", async () => {
		const document = await untitled("const sum = \nconst all = \n");
		const [first, second] = [new vscode.Position(0, 12), new vscode.Position(1, 12)];
		await showSelected(document, new vscode.Range(first, first));
		const editor = vscode.window.activeTextEditor ?? assert.fail("there is no editor");
		const told = new Promise<void>((resolve) => {
			const listening = vscode.window.onDidChangeTextEditorSelection(({ selections }) => {
				if (selections.length !== 2) return;
				listening.dispose();
				resolve();
			});
		});
		editor.selections = [first, second].map((at) => new vscode.Selection(at, at));
		await told;
		assert.deepEqual(await textsAt(document, first), []);
		assert.equal(asked.length, 0);
		editor.selections = [new vscode.Selection(first, first)];
		assert.deepEqual(await textsAt(document, first), [suggested]);
		assert.deepEqual(
			asked.map(({ cursor, isAutomatic }) => [cursor.before, cursor.after, isAutomatic]),
			[["const sum = ", "\nconst all = \n", true]],
		);
	});

	it("is behind what IntelliSense has selected", async () => {
		const document = await untitled("const sum = to\n");
		const range = new vscode.Range(0, 12, 0, 14);
		assert.deepEqual(await textsAt(document, range.end, { range, text: "toFixed(" }), [`toFixed(${suggested}`]);
		assert.equal(asked[0]?.cursor.before, "const sum = toFixed(");
	});

	it("is not in minified lines, and not in very large files", async () => {
		const long = `${"a".repeat(completionLimits.lineLength)} = `;
		const minified = await untitled(`${long}\nconst sum = `);
		assert.deepEqual(await textsAt(minified, new vscode.Position(0, long.length)), []);
		const large = await untitled(`const sum = \n${"x = 1;\n".repeat(completionLimits.fileLength / 7 + 1)}`);
		assert.deepEqual(await textsAt(large, new vscode.Position(0, 12)), []);
		assert.equal(asked.length, 0);
		assert.deepEqual(await textsAt(minified, new vscode.Position(1, 12)), [suggested]);
	});

	it("is after a word in the document's language, for which VS Code may suggest something", async () => {
		const document = await vscode.workspace.openTextDocument({ language: "css", content: "a { color: var(--" });
		await vscode.window.showTextDocument(document);
		const isAfterWord = async () => {
			await textsAt(document, new vscode.Position(0, 17));
			return asked.at(-1)?.cursor.isAfterWord;
		};
		// VS Code reads the language's rules after its first document was opened.
		await eventually(async () => assert.equal(await isAfterWord(), true));
		const script = await untitled("a --");
		await textsAt(script, new vscode.Position(0, 4));
		assert.equal(asked.at(-1)?.cursor.isAfterWord, false);
	});

	it("makes VS Code ask again for what has arrived only where that fits at the cursor", async () => {
		const document = await untitled("const sum = ");
		const editor = await vscode.window.showTextDocument(document);
		const at = new vscode.Position(0, 12);
		editor.selection = new vscode.Selection(at, at);
		const { executeCommand } = vscode.commands;
		const run: unknown[] = [];
		try {
			Object.assign(vscode.commands, { executeCommand: async (command: string) => void run.push(command) });
			const arrived = { document: document.uri.toString(), isAutomatic: false };
			hasAnswer = false;
			await provider.show(arrived);
			assert.deepEqual(run, []);
			hasAnswer = true;
			await provider.show(arrived);
			assert.deepEqual(run, ["editor.action.inlineSuggest.trigger"]);
		} finally {
			Object.assign(vscode.commands, { executeCommand });
		}
	});

	it("is shown late only if VS Code requests suggestions, which it does not while the user snoozes them", async () => {
		const document = await untitled("const sum = ");
		const editor = await vscode.window.showTextDocument(document);
		const end = document.lineAt(0).range.end;
		editor.selection = new vscode.Selection(end, end);
		const arrived = { document: document.uri.toString(), isAutomatic: true };
		const { executeCommand } = vscode.commands;
		const run: unknown[] = [];
		let isSnoozing = false;
		let typeMeanwhile = async () => {};
		const { languages } = vscode;
		const { registerInlineCompletionItemProvider } = languages;
		let probe: vscode.InlineCompletionItemProvider | undefined;
		try {
			const register: typeof registerInlineCompletionItemProvider = (_selector, registered) => {
				probe = registered;
				return new vscode.Disposable(() => {
					probe = undefined;
				});
			};
			Object.assign(languages, { registerInlineCompletionItemProvider: register });
			const execute = async (_command: string, { explicit = true }: { readonly explicit?: boolean }) => {
				run.push(explicit);
				if (!explicit) await typeMeanwhile();
				const { token } = new vscode.CancellationTokenSource();
				const context = {
					triggerKind: vscode.InlineCompletionTriggerKind.Automatic,
					selectedCompletionInfo: undefined,
				};
				if (!explicit && !isSnoozing) void probe?.provideInlineCompletionItems(document, end, context, token);
			};
			Object.assign(vscode.commands, { executeCommand: execute });
			await provider.show(arrived);
			assert.deepEqual(run, [], "VS Code has not called");
			await textsAt(document, end);
			await provider.show(arrived);
			assert.deepEqual(run.splice(0), [true], "it has just called");
			now += 1_001;
			await provider.show(arrived);
			assert.deepEqual(run.splice(0), [false, true], "it still calls");
			isSnoozing = true;
			await provider.show(arrived);
			assert.deepEqual(run.splice(0), [false]);
			await provider.show({ ...arrived, isAutomatic: false });
			assert.deepEqual(run.splice(0), [true], "the user has asked");
			assert.equal(probe, undefined);
			isSnoozing = false;
			typeMeanwhile = async () => {
				await editor.edit((edit) => edit.insert(end, "b"));
				hasAnswer = false;
			};
			asked.length = 0;
			await provider.show(arrived);
			assert.deepEqual(run.splice(0), [false], "the answer no longer fits");
			assert.deepEqual(
				asked.map(({ cursor, isAutomatic }) => [cursor.before, isAutomatic]),
				[["const sum = b", true]],
				"for the keystroke that was meant for this provider",
			);
			await textsAt(document, end);
			now += 1_001;
			const other = await untitled("const all = ");
			typeMeanwhile = async () => {
				await editor.edit((edit) => edit.insert(end, "c"));
				await vscode.window.showTextDocument(other);
			};
			hasAnswer = true;
			asked.length = 0;
			await provider.show(arrived);
			assert.deepEqual(run.splice(0), [false], "the user has switched to another editor");
			assert.deepEqual(asked, [], "nothing is requested for the other editor");
			const back = await vscode.window.showTextDocument(document);
			typeMeanwhile = async () => {};
			await textsAt(document, end);
			await back.edit((edit) => edit.insert(end, "a"));
			await provider.show(arrived);
			assert.deepEqual(run, [], "it has not called after the last keystroke");
		} finally {
			Object.assign(vscode.commands, { executeCommand });
			Object.assign(languages, { registerInlineCompletionItemProvider });
		}
	});

	it("that arrives while another editor is active is shown when its own is active again", async () => {
		const document = await untitled("const sum = ");
		const other = await untitled("const all = ");
		const end = document.lineAt(0).range.end;
		const { executeCommand } = vscode.commands;
		const run: unknown[] = [];
		try {
			Object.assign(vscode.commands, { executeCommand: async (command: string) => void run.push(command) });
			await vscode.window.showTextDocument(document);
			await textsAt(document, end);
			await vscode.window.showTextDocument(other);
			await provider.show({ document: document.uri.toString(), isAutomatic: true });
			// The user types in the other file meanwhile.
			await textsAt(other, end);
			await provider.showLate();
			assert.deepEqual(run, []);
			await vscode.window.showTextDocument(document);
			await provider.showLate();
			assert.deepEqual(run, ["editor.action.inlineSuggest.trigger"]);
			await provider.showLate();
			assert.equal(run.length, 1);
		} finally {
			Object.assign(vscode.commands, { executeCommand });
		}
	});

	it("is shown late although a setting has changed, which may concern what is sent", async () => {
		const document = await untitled("const sum = ");
		const editor = await vscode.window.showTextDocument(document);
		const end = document.lineAt(0).range.end;
		editor.selection = new vscode.Selection(end, end);
		const { executeCommand } = vscode.commands;
		let texts: readonly unknown[] = [];
		try {
			const execute = async () => {
				const context = {
					triggerKind: vscode.InlineCompletionTriggerKind.Invoke,
					selectedCompletionInfo: undefined,
				};
				const { token } = new vscode.CancellationTokenSource();
				const items = await provider.provideInlineCompletionItems(document, end, context, token);
				texts = items.map(({ insertText }) => insertText);
			};
			Object.assign(vscode.commands, { executeCommand: execute });
			isSendable = undefined;
			await provider.show({ document: document.uri.toString(), isAutomatic: false });
			assert.deepEqual(texts, [suggested]);
			assert.deepEqual(
				asked.map(({ isForKnown }) => isForKnown),
				[true],
			);
		} finally {
			isSendable = true;
			Object.assign(vscode.commands, { executeCommand });
		}
	});

	it("is requested again when a setting takes effect after the last keystroke, and nothing is shown", async () => {
		const document = await untitled("const sum = ");
		const editor = await vscode.window.showTextDocument(document);
		const end = document.lineAt(0).range.end;
		editor.selection = new vscode.Selection(end, end);
		assert.deepEqual(await textsAt(document, end), [suggested]);
		await provider.askAgain();
		assert.equal(asked.length, 1, "one is shown");
		const { session } = answers;
		answers.session = undefined;
		assert.deepEqual(await textsAt(document, end), []);
		answers.session = session;
		await provider.askAgain();
		assert.deepEqual(
			asked.map(({ cursor, isAutomatic }) => [cursor.before, isAutomatic]),
			[
				["const sum = ", true],
				["const sum = ", true],
			],
		);
	});

	it("is in the cells of notebooks", async () => {
		const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "sum = ", "python");
		const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData([cell]));
		assert.deepEqual(await textsAt(notebook.cellAt(0).document, new vscode.Position(0, 6)), [suggested]);
		assert.equal(asked[0]?.cursor.languageId, "python");
	});
});
