import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { DemoGateway } from "../../gateway/demoGateway";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { scriptedReply } from "../../gateway/scriptedReply";
import { type AnsweredWindow, answeredWindow } from "../answeredWindow";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "../editors";
import { cursorAt, noPreview, previewTabs, shownEdit, until } from "../shownEdit";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`gatehouse.${command}`, ...args);

/** In the real extension host: the effects of an edit on documents. */
describe("edit: in VS Code", () => {
	let gateway: DemoGateway;
	let providing: vscode.Disposable | undefined;
	let shown: AnsweredWindow | undefined;
	before(async () => {
		gateway = await connectedGateway();
	});
	afterEach(async () => {
		providing?.dispose();
		shown?.dispose();
		await closeEditors();
	});

	const original = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
	const twoChanges = "```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```";
	const proposed = "alpha\nBETA\ngamma\nDELTA\nepsilon\n";

	async function open(content: string, lines: readonly [number, number] = [0, 4]): Promise<vscode.TextDocument> {
		const document = await untitledDocument(content);
		await select(document, lines);
		return document;
	}

	async function select(document: vscode.TextDocument, [first, last]: readonly [number, number]): Promise<void> {
		await showSelected(document, new vscode.Range(first, 0, last, document.lineAt(last).text.length));
	}

	/** Begins an edit with this answer; settles when the edit has ended. */
	function editing(answer: string, finishReason?: string): { over: Promise<unknown> } {
		gateway.script(scriptedReply(answer, finishReason));
		return { over: Promise.resolve(run("editInline", { instruction: "Shout." })) };
	}

	/** Scripts an answer that pauses after its first line. */
	function scriptHalfway(first: string, rest: string, finishReason: string): { goOn(): void } {
		let goOn = () => {};
		const until = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		gateway.script({
			match: "/v1/chat/completions",
			chunks: [
				{ type: "bytes", data: sseChunk(`\`\`\`\n${first}\n`) },
				{ type: "wait", until },
				{ type: "bytes", data: [sseChunk(rest), sseChunk({}, finishReason), sseDone].join("") },
			],
		});
		return { goOn };
	}

	/** Begins an edit whose answer pauses after its first line. */
	function halfway(first: string, rest: string, finishReason: string): { over: Promise<unknown>; goOn(): void } {
		const { goOn } = scriptHalfway(first, rest, finishReason);
		return { over: Promise.resolve(run("editInline", { instruction: "Shout." })), goOn };
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
		await until(() => vscode.window.activeTextEditor?.document === document || undefined);
		await vscode.commands.executeCommand("undo");
		assert.equal(document.getText(), original);
	});

	it("is written once, however often it is accepted, and without a message", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed, original);
		shown = answeredWindow();
		await Promise.all([run("acceptEdit"), run("acceptChange"), run("acceptEdit"), run("rejectEdit")]);
		await over;
		assert.equal(document.getText(), proposed);
		assert.deepEqual(shown.errors, []);
		await vscode.commands.executeCommand("undo");
		assert.equal(document.getText(), original);
	});

	it("ends when it is written, even if showing it fails", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed, original);
		shown = answeredWindow();
		const { showTextDocument } = vscode.window;
		Object.assign(vscode.window, { showTextDocument: () => Promise.reject(new Error("It cannot be shown.")) });
		await run("acceptEdit");
		Object.assign(vscode.window, { showTextDocument });
		await over;
		assert.equal(document.getText(), proposed);
		assert.deepEqual(
			shown.errors.map(([message]) => message),
			["It cannot be shown."],
		);
		await vscode.window.showTextDocument(document);
	});

	it("asks for no instruction if it needs none, or not yet", async () => {
		await open(original);
		const { over, goOn } = halfway("ALPHA", "beta\ngamma\ndelta\nepsilon\n```", "stop");
		await shownEdit(original.replace("alpha", "ALPHA"));
		shown = answeredWindow();
		await run("followUpEdit");
		await run("editInline");
		assert.equal(shown.errors.length, 2);
		goOn();
		await run("rejectEdit");
		await over;
		assert.deepEqual(shown.asked, []);
	});

	it("is accepted and rejected hunk by hunk, and the cursor moves from one to the next", async () => {
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

	it("restores the document when it is rejected, including accepted parts", async () => {
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
		// The command settles when the message is answered; the document changes at once.
		void run("acceptEdit");
		await shownEdit(proposed);
		assert.equal(document.getText(), original.replace("beta", "mine"));
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original.replace("beta", "mine"));
	});

	/** Saves the document, unless VS Code has done so: in the browser, it saves by itself a second after a change. */
	async function saved(document: vscode.TextDocument): Promise<void> {
		if (!document.isDirty) return;
		// The extension host learns from an event that the document was saved. The event may come after `save`
		// resolves, which returns false if VS Code has begun to save by itself.
		const heard = new Promise<void>((resolve) => {
			const listener = vscode.workspace.onDidSaveTextDocument((one) => {
				if (one !== document) return;
				listener.dispose();
				resolve();
			});
		});
		await document.save();
		await heard;
		assert.equal(document.isDirty, false);
	}

	it("keeps a file's byte order mark, line breaks and tabs, and adds no line break at its end", async () => {
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-edit-"));
		const file = join(folder, "tabs.txt");
		const bytes = "\ufeffif\r\n\t\talpha\r\n\tend";
		await writeFile(file, bytes);
		const document = await vscode.workspace.openTextDocument(file);
		await select(document, [1, 1]);
		const { over } = editing("```\nbeta\n    gamma\n```");
		await shownEdit("if\r\n\t\tbeta\r\n\t\t\tgamma\r\n\tend");
		// Files outside of the workspace are labelled with their whole path.
		assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, `${file} (Edit)`);
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), "if\r\n\t\tbeta\r\n\t\t\tgamma\r\n\tend");
		await saved(document);
		assert.equal(await readFile(file, "utf8"), "\ufeffif\r\n\t\tbeta\r\n\t\t\tgamma\r\n\tend");
		await vscode.commands.executeCommand("undo");
		await saved(document);
		assert.equal(await readFile(file, "utf8"), bytes);
		await rm(folder, { recursive: true, force: true });
	});

	it("regenerates an edit, and follows up with an instruction, from the same lines", async () => {
		const document = await open(original, [1, 1]);
		const { over } = editing("```\nONE\n```");
		await shownEdit(original.replace("beta", "ONE"));
		gateway.script(scriptedReply("```\nTWO\n```"));
		void run("regenerateEdit");
		await shownEdit(original.replace("beta", "TWO"));
		gateway.script(scriptedReply("```\nTHREE\n```"));
		const asked = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
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

	it("documents code without changing its lines: an answer that lacks some is requested a second time", async () => {
		const code = "function sum(a) {\n\tconst b = a;\n\treturn b;\n}";
		await open(`${code}\n`, [0, 3]);
		gateway.script(scriptedReply("```\n/** Adds. */\nfunction sum(a) {\n\treturn a;\n}\n```"));
		gateway.script(scriptedReply(`\`\`\`\n/** Adds. */\n${code}\n\`\`\``));
		const over = Promise.resolve(run("document"));
		await shownEdit(`/** Adds. */\n${code}\n`, `${code}\n`);
		await run("rejectEdit");
		await over;
	});

	it("is never written from an answer that was cut off", async () => {
		const document = await open(original);
		const { version } = document;
		const { over, goOn } = halfway("ALPHA", "BETA\n```", "length");
		await shownEdit(original.replace("alpha", "ALPHA"));
		goOn();
		// After the refusal, the preview is empty: nothing is left that could be accepted.
		await shownEdit(original);
		void run("acceptEdit");
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original);
		assert.equal(document.version, version);
	});

	it("keeps the decisions if a new answer is refused, and continues from the previous answer", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed, original);
		await cursorAt(1);
		await run("acceptChange");
		const settled = original.replace("beta", "BETA");
		await shownEdit(proposed, settled);
		const { goOn } = scriptHalfway("OMEGA", "BETA\n```", "length");
		void run("regenerateEdit");
		await shownEdit(original.replace("alpha", "OMEGA"));
		goOn();
		await shownEdit(original);
		await vscode.commands.executeCommand("notifications.clearAll");
		await shownEdit(proposed, settled);
		const counted = original.replace("gamma", "three");
		gateway.script(scriptedReply(`\`\`\`\n${counted}\`\`\``));
		const asked = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		void run("followUpEdit", { instruction: "Count on." });
		const { messages } = (await asked).json as { messages: { content: string }[] };
		assert.deepEqual(
			messages.slice(2).map(({ content }) => content),
			[twoChanges, "Count on."],
		);
		await shownEdit(counted);
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original);
	});

	it("inserts code on an empty line, and does not change the lines around it", async () => {
		const symbols: vscode.DocumentSymbolProvider = {
			provideDocumentSymbols: ({ lineCount }) => {
				const all = new vscode.Range(0, 0, lineCount - 1, 0);
				return [new vscode.DocumentSymbol("all", "", vscode.SymbolKind.Function, all, all)];
			},
		};
		providing = vscode.languages.registerDocumentSymbolProvider("plaintext", symbols);
		const document = await open("alpha\n\nbeta\n", [1, 1]);
		const { over } = editing("```\nnew\n```");
		await shownEdit("alpha\nnew\n\nbeta\n");
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), "alpha\nnew\n\nbeta\n");
	});

	it("has a tab with a number beside another edit of the same file", async () => {
		const document = await open(original, [1, 1]);
		const first = editing("```\nBETA\n```");
		await shownEdit(original.replace("beta", "BETA"));
		await select(document, [3, 3]);
		const second = editing("```\nDELTA\n```");
		await shownEdit(original.replace("delta", "DELTA"));
		assert.deepEqual(
			previewTabs().map(({ label }) => label.replace(/made-\d+\.txt/, "NAME")),
			["(2) NAME (Edit)", "NAME (Edit)"],
		);
		await run("acceptEdit");
		await second.over;
		await run("acceptEdit");
		await first.over;
		assert.equal(document.getText(), original.replace("beta", "BETA").replace("delta", "DELTA"));
	});

	it("does not take the keyboard if the user has moved to another file", async () => {
		const other = await untitledDocument("mine\n");
		await open(original);
		const { over, goOn } = halfway("ALPHA", "beta\ngamma\ndelta\nepsilon\n```", "stop");
		await vscode.window.showTextDocument(other);
		goOn();
		await until(() => (previewTabs().length > 0 ? true : undefined));
		assert.equal(vscode.window.activeTextEditor?.document, other);
		await run("rejectEdit");
		await over;
		await until(() => previewTabs().length === 0 || undefined);
	});

	it("closes a preview that is left over, and decides about no other edit there", async () => {
		const document = await open(original);
		const { over } = editing(twoChanges);
		await shownEdit(proposed);
		const [left, right] = ["before", "after"].map((side) =>
			vscode.Uri.from({ scheme: "gatehouse-edit", path: `/asked/0/${side}/old.txt` }),
		);
		await vscode.commands.executeCommand("vscode.diff", left, right, "old.txt (Fix)", { preview: false });
		await until(() => previewTabs().length === 2 || undefined);
		await run("rejectEdit");
		await shownEdit(proposed);
		await until(() => previewTabs().length === 1 || undefined);
		await run("acceptEdit");
		await over;
		assert.equal(document.getText(), proposed);
	});
});
