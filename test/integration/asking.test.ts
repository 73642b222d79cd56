import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import { TokenCounters } from "../../src/core/context/tokens/tokenCounter";
import { inlineEdit } from "../../src/vscode/actions/edits/inlineEdit";
import { promptActions } from "../../src/vscode/actions/prompts/promptActions";
import type { DemoGateway } from "../gateway/demoGateway";
import { sseChunk, sseDone } from "../gateway/endpoints/sseChunk";
import { scriptedReply } from "../gateway/scriptedReply";
import { memoryState } from "../unit/core/memoryPorts";
import { type AnsweredWindow, answeredWindow } from "./answeredWindow";
import { connectedGateway } from "./connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "./editors";
import { instruct, shownEdit } from "./shownEdit";

const chatPath = "/v1/chat/completions";
const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`gatehouse.${command}`, ...args);

/** In the real extension host: the user's text is kept if a question cannot be sent. */
describe("actions: asking from the editor", () => {
	let gateway: DemoGateway;
	let shown: AnsweredWindow | undefined;
	before(async () => {
		gateway = await connectedGateway();
	});
	beforeEach(() => run("newConversation"));
	afterEach(async () => {
		shown?.dispose();
		await vscode.workspace
			.getConfiguration("gatehouse")
			.update("maxTokens", undefined, vscode.ConfigurationTarget.Global);
		await closeEditors();
	});

	/** Leaves room for this many tokens of the question. */
	const leaveRoom = (tokens: number) =>
		vscode.workspace
			.getConfiguration("gatehouse")
			.update("maxTokens", 32_768 - tokens, vscode.ConfigurationTarget.Global);

	async function open(content: string): Promise<vscode.TextDocument> {
		const document = await untitledDocument(content);
		const selection = new vscode.Range(0, 0, document.lineCount - 1, 0);
		await showSelected(document, selection);
		return document;
	}

	/** Returns the contents of the messages of the next chat request, once it is answered. */
	async function nextMessages(): Promise<readonly string[]> {
		const request = await gateway.nextRequest(({ path }) => path === chatPath);
		await request.ended;
		const { messages } = request.json as { messages: readonly { content: string }[] };
		return messages.map(({ content }) => content);
	}

	/** Returns a function that chooses this button where it is offered. */
	const choosing = (choice: string) => (choices: readonly string[]) => choices.find((one) => one === choice);

	it("a question that does not fit offers ways to make room; the chosen one is sent, and no text is lost", async () => {
		await open(`${"word ".repeat(200)}\n`);
		gateway.script(scriptedReply("Noted."));
		shown = answeredWindow(undefined, () => "Is it long?");
		const first = nextMessages();
		await run("ask");
		assert.match((await first).at(-1) ?? "", /^Is it long\?/);
		shown.dispose();

		await leaveRoom(400);
		shown = answeredWindow(choosing("Leave Out Oldest Turns"), () => "And now?");
		gateway.script(scriptedReply("Still long."));
		const second = nextMessages();
		await run("ask");
		const sent = await second;
		assert.equal(sent.length, 1);
		assert.match(sent[0] ?? "", /^And now\?/);
		assert.equal(shown.asked.length, 1);
		assert.deepEqual(shown.errors[0]?.slice(1), [
			"Leave Out Oldest Turns",
			"Leave Out Attachments",
			"Send All of It",
			"Select Model",
		]);
	});

	it("no input is requested while an answer is streaming", async () => {
		await open("alpha\n");
		let goOn = () => {};
		const until = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const rest = [sseChunk("end"), sseChunk({}, "stop"), sseDone].join("");
		gateway.script({
			match: chatPath,
			chunks: [
				{ type: "bytes", data: sseChunk("begin") },
				{ type: "wait", until },
				{ type: "bytes", data: rest },
			],
		});
		const asked = nextMessages();
		await run("explain");
		shown = answeredWindow();
		await run("ask");
		assert.deepEqual(shown.asked, []);
		assert.match(shown.errors[0]?.[0] ?? "", /still being written/);
		goOn();
		await asked;
	});

	it("an edit that cannot be sent can be requested again, with the same text", async () => {
		await open("alpha\nbeta\n");
		gateway.script({ match: chatPath, status: 403, json: { error: { message: "Not this model." } } });
		gateway.script(scriptedReply("```\nALPHA\nbeta\n```"));
		shown = answeredWindow(choosing("Retry"));
		const over = run("editInline");
		await instruct("Shout.");
		await shownEdit("ALPHA\nbeta\n");
		// The box is beside the code, not at the top of the window.
		assert.deepEqual(shown.asked, []);
		assert.deepEqual(shown.errors[0]?.slice(1), ["Retry", "Select Model"]);
		const sent = gateway.requests.filter(({ path }) => path === chatPath).slice(-2);
		assert.deepEqual(sent[0]?.json, sent[1]?.json);
		assert.match(JSON.stringify(sent[1]?.json), /Shout\./);

		// A retry works with other instructions, too.
		gateway.script({ match: chatPath, status: 403, json: { error: { message: "Not this model." } } });
		gateway.script(scriptedReply("```\nBETA\nbeta\n```"));
		await run("followUpEdit", { instruction: "Otherwise." });
		await shownEdit("BETA\nbeta\n");
		await run("rejectEdit");
		await over;
	});

	it("a prompt's edit of a read-only file is refused before its text is lost", async () => {
		const outside = await mkdtemp(join(tmpdir(), "gatehouse-prompts-"));
		await writeFile(join(outside, "shout.prompt.md"), "---\nmode: edit\n---\nShout.");
		await writeFile(join(outside, "a.txt"), "alpha\n");
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
		const link = join(folder, "out");
		await symlink(outside, link);
		const document = await vscode.workspace.openTextDocument(join(link, "a.txt"));
		const lastEditor = { editor: await vscode.window.showTextDocument(document) };
		const editing = { edit: () => assert.fail("it was sent") };
		const deps = { userPrompts: vscode.Uri.file(outside), lastEditor, editing, window: () => undefined };
		const prompts = await promptActions({ ...deps, hasModel: () => false, onError: assert.fail } as never);
		const shout = prompts.find(({ suggestion }) => suggestion.id === "shout");
		await assert.rejects(shout?.send?.("louder") ?? assert.fail("there is no such prompt"), UserError);
		await rm(link);
		await rm(outside, { recursive: true });
	});

	it("an edit at the cursor includes no more lines than the model has room for", async () => {
		await open(`one\n${"word ".repeat(200)}\n`);
		const editor = vscode.window.activeTextEditor ?? assert.fail("there is no editor");
		editor.selection = new vscode.Selection(0, 0, 0, 3);
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const names = async () => ({ find: async () => ({ files: [], folders: [] }) });
		const around = async (limit: number | null) =>
			(await inlineEdit(editor, { window: () => ({ limit, counter }), model: () => "m", names }, async () => "Shout."))
				?.question.attachments.length;
		assert.equal(await around(null), 2);
		assert.equal(await around(400), 1);
	});

	it("a new file has the content of its source, whatever its line endings", async () => {
		const document = await untitledDocument("Get-Date\n", "ps1");
		await showSelected(document, new vscode.Range(0, 0, 0, 8));
		gateway.script(scriptedReply("```powershell\nDescribe 'Get-Date' {}\n```"));
		shown = answeredWindow(undefined, () => "a.test.ps1");
		const over = run("writeTests");
		await shownEdit("Describe 'Get-Date' {}\n");
		await run("rejectEdit");
		await over;
	});

	it("tests are written even if the ignored files are unknown", async () => {
		const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
		const git = vscode.Uri.joinPath(folder, ".git");
		const test = vscode.Uri.joinPath(folder, "budget.test.ts");
		const config = await mkdtemp(join(tmpdir(), "gatehouse-config-"));
		const { XDG_CONFIG_HOME: before } = process.env;
		try {
			await vscode.workspace.fs.createDirectory(git);
			await vscode.workspace.fs.writeFile(test, new Uint8Array());
			await mkdir(join(config, "git", "ignore"), { recursive: true });
			process.env.XDG_CONFIG_HOME = config;
			// For a file in the workspace, the user would be asked first.
			const code = join(config, "broom.js");
			await writeFile(code, "export const sweep = () => {};\n");
			const document = await vscode.workspace.openTextDocument(code);
			await showSelected(document, new vscode.Range(0, 0, 1, 0));
			gateway.script(scriptedReply("```js\nsweep();\n```"));
			shown = answeredWindow(undefined, (path) => path);
			const over = run("writeTests");
			await shownEdit("sweep();\n");
			await run("rejectEdit");
			await over;
			assert.deepEqual(shown.errors, []);
		} finally {
			if (before === undefined) delete process.env.XDG_CONFIG_HOME;
			else process.env.XDG_CONFIG_HOME = before;
			for (const uri of [git, test]) await vscode.workspace.fs.delete(uri, { recursive: true });
			await rm(config, { recursive: true });
		}
	});

	it("an edit that does not fit is sent unchanged if the user chooses that; its code is never left out", async () => {
		await open(`${"word ".repeat(200)}\n`);
		await leaveRoom(100);
		gateway.script(scriptedReply("```\nshort\n```"));
		shown = answeredWindow(choosing("Send All of It"));
		const over = run("editInline");
		await instruct("Shorten it.");
		await shownEdit("short\n");
		assert.deepEqual(shown.errors[0]?.slice(1), ["Send All of It", "Select Model"]);
		await run("rejectEdit");
		await over;
	});
});
