import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { DemoGateway } from "../gateway/demoGateway";
import { connectedGateway } from "./connectedGateway";
import { answerNext, cursorAt, noPreview, shownEdit } from "./shownEdit";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`gatehouse.${command}`, ...args);

/** In the real extension host: what an edit does to documents. */
describe("edits in VS Code", () => {
	let gateway: DemoGateway;
	before(async () => {
		gateway = await connectedGateway();
	});
	afterEach(async () => {
		await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
		await vscode.commands.executeCommand("workbench.action.closeAllEditors");
	});

	const original = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
	const twoChanges = "```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```";
	const proposed = "alpha\nBETA\ngamma\nDELTA\nepsilon\n";

	async function open(content: string, lines: readonly [number, number] = [0, 4]): Promise<vscode.TextDocument> {
		const document = await vscode.workspace.openTextDocument({ content, language: "plaintext" });
		await select(document, lines);
		return document;
	}

	async function select(document: vscode.TextDocument, [first, last]: readonly [number, number]): Promise<void> {
		const editor = await vscode.window.showTextDocument(document);
		editor.selection = new vscode.Selection(first, 0, last, document.lineAt(last).text.length);
	}

	/** Begins an edit whose answer this is; settles when the edit is over. */
	function editing(answer: string): { over: Promise<unknown> } {
		answerNext(gateway, answer);
		return { over: Promise.resolve(run("editInline", { instruction: "Shout." })) };
	}

	it("writes nothing before it is accepted, then everything in one step to undo", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed, original);
		assert.equal(document.getText(), original);
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), proposed);
		await noPreview();
		assert.equal(vscode.window.activeTextEditor?.document, document);
		await vscode.commands.executeCommand("undo");
		assert.equal(document.getText(), original);
	});

	it("is accepted and rejected hunk by hunk, the cursor going from one to the next", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed, original);
		await cursorAt(1);
		await run("acceptChange");
		await shownEdit(proposed, "alpha\nBETA\ngamma\ndelta\nepsilon\n");
		await cursorAt(3);
		assert.equal(document.getText(), original);
		await run("rejectChange");
		await over;
		assert.equal(document.getText(), "alpha\nBETA\ngamma\ndelta\nepsilon\n");
		await vscode.commands.executeCommand("undo");
		assert.equal(document.getText(), original);
	});

	it("leaves the document as it was when it is rejected, what was accepted of it too", async () => {
		const document = await open(original);
		const { version } = document;
		const { over } = editing(twoChanges);
		await shownEdit(proposed);
		await cursorAt(1);
		await run("acceptChange");
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original);
		assert.equal(document.version, version);
		await noPreview();
	});

	it("is rejected by closing its tab", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed);
		await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
		await over;
		assert.equal(document.getText(), original);
	});

	it("moves with what was changed meanwhile above it", async () => {
		const document = await open(original, [3, 4]);
		const { over } = editing("```\nDELTA\nepsilon\n```");
		await shownEdit("alpha\nbeta\ngamma\nDELTA\nepsilon\n");
		const change = new vscode.WorkspaceEdit();
		change.insert(document.uri, new vscode.Position(0, 0), "new\n");
		await vscode.workspace.applyEdit(change);
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), "new\nalpha\nbeta\ngamma\nDELTA\nepsilon\n");
	});
});
