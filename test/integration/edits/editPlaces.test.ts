import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import type { DemoGateway } from "../../gateway/demoGateway";
import { scriptedReply } from "../../gateway/scriptedReply";
import { type AnsweredWindow, answeredWindow } from "../answeredWindow";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "../editors";
import { isBox, previewTabs, shownEdit, until } from "../shownEdit";

const chatPath = "/v1/chat/completions";
const run = (command: string, ...args: unknown[]) =>
	Promise.resolve(vscode.commands.executeCommand(`gatehouse.${command}`, ...args));

/** In the real extension host: every kind of document to which an action can apply. */
describe("edits and questions about", () => {
	let gateway: DemoGateway;
	let shown: AnsweredWindow | undefined;
	before(async () => {
		gateway = await connectedGateway();
	});
	beforeEach(() => run("newConversation"));
	afterEach(async () => {
		shown?.dispose();
		for (const name of ["readonlyInclude", "readonlyFromPermissions"])
			await vscode.workspace.getConfiguration("files").update(name, undefined, vscode.ConfigurationTarget.Global);
		await closeEditors();
	});

	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
	const made: string[] = [];
	after(async () => {
		for (const path of made) await vscode.workspace.fs.delete(vscode.Uri.file(path));
	});

	async function fileWith(name: string, content: string): Promise<vscode.TextDocument> {
		const path = join(folder(), name);
		await writeFile(path, content);
		made.push(path);
		return vscode.workspace.openTextDocument(path);
	}

	/** Returns the last message of the next question, once it is answered. */
	async function nextQuestion(): Promise<string> {
		const request = await gateway.nextRequest(({ path }) => path === chatPath);
		await request.ended;
		const { messages } = request.json as { messages: readonly { content: string }[] };
		return messages.at(-1)?.content ?? "";
	}

	/** Opens a cell of a notebook, with a range of lines selected. */
	async function openCell(content: string, [first, last]: readonly [number, number]): Promise<vscode.TextDocument> {
		const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, content, "python");
		const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData([cell]));
		return showCell(notebook, [first, last]);
	}

	/** Shows the first cell of a notebook, with a range of lines selected. */
	async function showCell(
		notebook: vscode.NotebookDocument,
		[first, last]: readonly [number, number],
	): Promise<vscode.TextDocument> {
		await vscode.window.showNotebookDocument(notebook);
		const { document } = notebook.cellAt(0);
		await vscode.commands.executeCommand("notebook.cell.edit");
		await until(() => (vscode.window.activeTextEditor?.document === document ? true : undefined));
		const editor = vscode.window.activeTextEditor ?? assert.fail("there is no editor");
		editor.selection = new vscode.Selection(first, 0, last, document.lineAt(last).text.length);
		return document;
	}

	async function edit(
		document: vscode.TextDocument,
		[first, last]: readonly [number, number],
		answer: string,
		proposed: string,
	): Promise<void> {
		await showSelected(document, new vscode.Range(first, 0, last, document.lineAt(last).text.length));
		gateway.script(scriptedReply(answer));
		const over = run("editInline", { instruction: "Shout." });
		await shownEdit(proposed);
		await run("acceptEdit");
		await over;
	}

	it("an untitled file, which keeps its name", async () => {
		const document = await untitledDocument("alpha\nbeta\n");
		await edit(document, [1, 1], "```\nBETA\n```", "alpha\nBETA\n");
		assert.equal(document.getText(), "alpha\nBETA\n");
		assert.ok(document.isUntitled);
	});

	it("an unsaved file: the editor's text is used, and nothing is saved", async () => {
		const document = await fileWith("unsaved.txt", "alpha\nbeta\n");
		const change = new vscode.WorkspaceEdit();
		change.insert(document.uri, new vscode.Position(0, 0), "unsaved\n");
		await vscode.workspace.applyEdit(change);
		await edit(document, [2, 2], "```\nBETA\n```", "unsaved\nalpha\nBETA\n");
		assert.equal(document.getText(), "unsaved\nalpha\nBETA\n");
		assert.ok(document.isDirty);
		const bytes = await vscode.workspace.fs.readFile(document.uri);
		assert.equal(new TextDecoder().decode(bytes), "alpha\nbeta\n");
	});

	it("a file with CRLF, which it keeps", async () => {
		const document = await fileWith("crlf.txt", "alpha\r\nbeta\r\ngamma\r\n");
		await edit(document, [1, 1], "```\nBETA\nmore\n```", "alpha\r\nBETA\r\nmore\r\ngamma\r\n");
		assert.equal(document.getText(), "alpha\r\nBETA\r\nmore\r\ngamma\r\n");
	});

	it("a file with tabs, although the answer has spaces", async () => {
		const document = await fileWith("tabs.txt", "if a:\n\tif b:\n\t\tone\n");
		await edit(document, [1, 2], "```\n    if b:\n        two\n```", "if a:\n\tif b:\n\t\ttwo\n");
		assert.equal(document.getText(), "if a:\n\tif b:\n\t\ttwo\n");
	});

	it("a very long line", async () => {
		const long = `const words = "${"word ".repeat(4_000)}";`;
		const document = await fileWith("long.txt", `first\n${long}\nlast\n`);
		const proposed = long.replace("words", "WORDS");
		await edit(document, [1, 1], `\`\`\`\n${proposed}\n\`\`\``, `first\n${proposed}\nlast\n`);
		assert.equal(document.getText(), `first\n${proposed}\nlast\n`);
	});

	it("a cell of a notebook", async () => {
		const document = await openCell("alpha\nbeta\n", [1, 1]);
		gateway.script(scriptedReply("```python\nBETA\n```"));
		shown = answeredWindow();
		const over = run("editInline", { instruction: "Shout." });
		await shownEdit("alpha\nBETA\n");
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), "alpha\nBETA\n");
		assert.deepEqual(shown.errors, []);
	});

	it("a cell of a notebook in the workspace, whose relative path is in the title of the preview", async () => {
		const cells = [{ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: ["alpha\n"] }];
		const { uri } = await fileWith(
			"cells.ipynb",
			JSON.stringify({ cells, metadata: { language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 }),
		);
		const notebook = await vscode.workspace.openNotebookDocument(uri);
		await showCell(notebook, [0, 0]);
		gateway.script(scriptedReply("```python\nALPHA\n```"));
		const over = run("editInline", { instruction: "Shout." });
		await shownEdit("ALPHA\n");
		assert.deepEqual(
			previewTabs().map(({ label }) => label),
			["cells.ipynb (Edit)"],
		);
		await run("rejectEdit");
		await over;
	});

	it("a cell of a notebook, asked for at the top of the window: a box beside its code cannot get the keyboard", async () => {
		const document = await openCell("alpha\nbeta\n", [1, 1]);
		const boxes: vscode.TextDocument[] = [];
		const listening = vscode.workspace.onDidOpenTextDocument((opened) => isBox(opened) && boxes.push(opened));
		shown = answeredWindow(undefined, () => "Shout.");
		gateway.script(scriptedReply("```python\nBETA\n```"));
		const over = run("editInline");
		await shownEdit("alpha\nBETA\n");
		listening.dispose();
		assert.deepEqual(shown.asked, ["Edit Inline"]);
		assert.deepEqual(boxes, []);
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), "alpha\nBETA\n");
	});

	it("a read-only file: this is said before anything is typed or sent", async () => {
		const document = await fileWith("fixed.txt", "alpha\n");
		const files = vscode.workspace.getConfiguration("files");
		const refused = async (command: string) => {
			await showSelected(document, new vscode.Range(0, 0, 0, 5));
			const asked = gateway.requests.length;
			shown = answeredWindow();
			await run(command);
			shown.dispose();
			assert.match(shown.errors[0]?.[0] ?? "", /fixed\.txt.* is read-only/);
			assert.deepEqual(shown.asked, []);
			assert.equal(gateway.requests.length, asked);
			assert.deepEqual(previewTabs(), []);
		};
		await files.update("readonlyInclude", { "**/fixed.txt": true }, vscode.ConfigurationTarget.Global);
		for (const command of ["editInline", "fix", "refactor"]) await refused(command);
		await files.update("readonlyInclude", undefined, vscode.ConfigurationTarget.Global);
		await files.update("readonlyFromPermissions", true, vscode.ConfigurationTarget.Global);
		await chmod(document.uri.fsPath, 0o444);
		await refused("document");
	});

	it("the same file go on in a conversation; another file begins a new one", async () => {
		shown = answeredWindow(undefined, () => "What is it?");
		const messagesOf = async (document: vscode.TextDocument, command = "explain") => {
			await showSelected(document, new vscode.Range(0, 0, 0, 3));
			gateway.script(scriptedReply("It is a line."));
			const asked = gateway.nextRequest(({ path }) => path === chatPath);
			await run(command);
			const request = await asked;
			await request.ended;
			return (request.json as { messages: readonly unknown[] }).messages.length;
		};
		const one = await fileWith("one.txt", "one\n");
		assert.equal(await messagesOf(one), 1);
		assert.equal(await messagesOf(one), 3);
		assert.equal(await messagesOf(one, "ask"), 5);
		const two = await fileWith("two.txt", "two\n");
		assert.equal(await messagesOf(two, "ask"), 1);
		assert.equal(await messagesOf(two), 3);
	});

	it("a selection, which is sent once", async () => {
		const document = await fileWith("once.txt", "above\nalpha\nbelow\n");
		await showSelected(document, new vscode.Range(1, 0, 1, 5));
		gateway.script(scriptedReply("It is a line."));
		const asked = nextQuestion();
		await run("explain");
		const question = await asked;
		assert.equal(question.split("alpha").length, 2, question);
		assert.match(question, /once\.txt, lines 1 to 1:\n```plaintext\nabove\n/);
		assert.match(question, /once\.txt, lines 3 to 4:\n```plaintext\nbelow\n/);
	});

	it("the symbol at the cursor, which the preview names", async () => {
		const range = new vscode.Range(0, 0, 2, 1);
		const provided = vscode.languages.registerDocumentSymbolProvider(
			{ pattern: "**/named.txt" },
			{
				provideDocumentSymbols: () => [
					new vscode.DocumentSymbol("total", "", vscode.SymbolKind.Function, range, range),
				],
			},
		);
		const document = await fileWith("named.txt", "total {\n\tsum\n}\n");
		await showSelected(document, new vscode.Range(1, 1, 1, 1));
		gateway.script(scriptedReply("```\ntotal {\n\tSUM\n}\n```"));
		const asked = nextQuestion();
		const over = run("fix");
		assert.match(await asked, /^Fix `total` from named\.txt/);
		await shownEdit("total {\n\tSUM\n}\n");
		assert.match(previewTabs()[0]?.label ?? "", /named\.txt \(Fix: total\)/);
		await run("rejectEdit");
		await over;
		provided.dispose();
	});
});
