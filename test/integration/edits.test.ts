import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { DemoGateway } from "../gateway/demoGateway";
import { scriptedReply } from "../gateway/scriptedReply";
import { connectedGateway } from "./connectedGateway";
import { cursorAt, noPreview, shownEdit } from "./shownEdit";

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
	function editing(answer: string, finishReason?: string): { over: Promise<unknown> } {
		gateway.script(scriptedReply(answer, finishReason));
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

	it("is refused with the reason where the same lines changed meanwhile, and stays to be read", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed);
		const change = new vscode.WorkspaceEdit();
		change.replace(document.uri, new vscode.Range(1, 0, 1, 4), "mine");
		await vscode.workspace.applyEdit(change);
		// Its command settles when the message is read; the document tells at once.
		void run("acceptEdit");
		await shownEdit(proposed);
		assert.equal(document.getText(), original.replace("beta", "mine"));
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original.replace("beta", "mine"));
	});

	it("keeps a file's byte order mark, line breaks and tabs, and adds no line break at its end", async () => {
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-edit-"));
		const file = join(folder, "tabs.txt");
		const bytes = "\ufeffif\r\n\t\talpha\r\n\tend";
		await writeFile(file, bytes);
		const document = await vscode.workspace.openTextDocument(file);
		await select(document, [1, 1]);
		const { over } = editing("```\nbeta\n    gamma\n```");
		await shownEdit("if\r\n\t\tbeta\r\n\t\t\tgamma\r\n\tend");
		await run("acceptEdit");
		await over;
		await document.save();
		assert.equal(await readFile(file, "utf8"), "\ufeffif\r\n\t\tbeta\r\n\t\t\tgamma\r\n\tend");
		await vscode.commands.executeCommand("undo");
		await document.save();
		assert.equal(await readFile(file, "utf8"), bytes);
		await rm(folder, { recursive: true, force: true });
	});

	it("is asked for anew, and otherwise, from the same lines", async () => {
		const document = await open(original, [1, 1]);
		const { over } = editing("```\nONE\n```");
		await shownEdit(original.replace("beta", "ONE"));
		gateway.script(scriptedReply("```\nTWO\n```"));
		void run("regenerateEdit");
		await shownEdit(original.replace("beta", "TWO"));
		gateway.script(scriptedReply("```\nTHREE\n```"));
		const asked = gateway.nextRequest();
		void run("followUpEdit", { instruction: "Count on." });
		const { messages } = (await asked).json as { messages: { role: string; content: string }[] };
		assert.deepEqual(
			messages.map(({ role }) => role),
			["system", "user", "assistant", "user"],
		);
		assert.match(messages[0]?.content ?? "", /replaces lines 2 to 2/);
		assert.match(messages[1]?.content ?? "", /Shout\./);
		assert.match(messages[2]?.content ?? "", /TWO/);
		assert.equal(messages[3]?.content, "Count on.");
		await shownEdit(original.replace("beta", "THREE"));
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), original.replace("beta", "THREE"));
	});

	it("is never written from an answer that was cut off", async () => {
		const document = await open(original);
		const { version } = document;
		const asked = gateway.nextRequest();
		void editing(twoChanges, "length").over;
		assert.equal(await (await asked).ended, "answered");
		await noPreview();
		assert.equal(document.version, version);
	});
});
