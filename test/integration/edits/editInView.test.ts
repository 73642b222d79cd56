import assert from "node:assert/strict";
import * as vscode from "vscode";
import { RefusedAnswer } from "../../../src/core/edits/parse/refusedAnswer";
import { PendingRefusal } from "../../../src/vscode/actions/edits/pendingRefusal";
import type { DemoGateway } from "../../gateway/demoGateway";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { scriptedReply } from "../../gateway/scriptedReply";
import { answeredWindow } from "../answeredWindow";
import { connectedGateway } from "../connectedGateway";
import { closeEditors, showSelected, untitledDocument } from "../editors";
import { boxOpened, cursorAt, instruct, isBox, onScreen, previewTabs, shownEdit, until } from "../shownEdit";
import { notedHighlights } from "./highlights";

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`gatehouse.${command}`, ...args);

/** In the real extension host: the visible parts of an edit, and the box beside the code. */
describe("edits in view", () => {
	let gateway: DemoGateway;
	before(async () => {
		gateway = await connectedGateway();
	});
	afterEach(closeEditors);

	const original = "alpha\nbeta\ngamma\ndelta\nepsilon\n";
	const proposed = "alpha\nBETA\ngamma\nDELTA\nepsilon\n";

	async function open(
		content: string,
		[first, last]: readonly [number, number] = [0, 4],
	): Promise<vscode.TextDocument> {
		const document = await untitledDocument(content);
		await showSelected(document, new vscode.Range(first, 0, last, document.lineAt(last).text.length));
		return document;
	}

	/** Begins an edit; settles when it has ended. */
	const edit = (args: readonly unknown[] = [{ instruction: "Shout." }]) => Promise.resolve(run("editInline", ...args));

	it("is reopened with its decisions after it was rejected, and merges into what was changed meanwhile", async () => {
		const document = await open(original);
		gateway.script(scriptedReply("```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```"));
		const over = edit();
		await shownEdit(proposed, original);
		await cursorAt(1);
		await run("acceptChange");
		const settled = original.replace("beta", "BETA");
		await shownEdit(proposed, settled);
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), original);
		const change = new vscode.WorkspaceEdit();
		change.insert(document.uri, new vscode.Position(0, 0), "new\n");
		await vscode.workspace.applyEdit(change);
		const again = run("reopenProposal");
		await shownEdit(proposed, settled);
		await run("acceptEdit");
		await again;
		assert.equal(document.getText(), `new\n${proposed}`);
		// The proposal has been written, so it cannot be reopened once more.
		const shown = answeredWindow();
		try {
			await run("reopenProposal");
		} finally {
			shown.dispose();
		}
		assert.match(shown.errors[0]?.[0] ?? "", /no proposal to reopen/);
	});

	it("comes to the front when another answer is requested while the refused one is read", async () => {
		await open(original);
		const choices = ["Show Answer", "Try Again"];
		const shown = answeredWindow(() => choices.shift());
		gateway.script(scriptedReply("```\nALPHA\n```", "length"));
		gateway.script(scriptedReply("```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```"));
		const over = edit();
		try {
			await shownEdit(proposed, original);
			assert.deepEqual(choices, []);
			await run("rejectEdit");
			await over;
		} finally {
			shown.dispose();
		}
	});

	it("is followed while it streams: what is written at line 400 is on screen", async () => {
		const lines = Array.from({ length: 500 }, (_, i) => `line ${i + 1}`);
		const document = await open(lines.join("\n"), [389, 409]);
		const code = lines.slice(389, 410).map((line) => line.replace("line 400", "LINE 400"));
		let goOn = () => {};
		const until = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const rest = [sseChunk(`${code.slice(11).join("\n")}\n\`\`\``), sseChunk({}, "stop"), sseDone];
		gateway.script({
			match: "/v1/chat/completions",
			chunks: [
				{ type: "bytes", data: sseChunk(`\`\`\`\n${code.slice(0, 11).join("\n")}\n`) },
				{ type: "wait", until },
				{ type: "bytes", data: rest.join("") },
			],
		});
		const over = edit();
		await shownEdit(lines.join("\n").replace("line 400", "LINE 400"));
		await onScreen(399);
		goOn();
		await cursorAt(399);
		await run("rejectEdit");
		await over;
		assert.equal(document.getText(), lines.join("\n"));
	});

	it("highlights the lines to change, even if the answer began before the preview opened", async () => {
		const lines = Array.from({ length: 12 }, (_, i) => `line ${i + 1}`);
		const document = await open(lines.join("\n"), [3, 5]);
		const code = ["line 4", "TWO", "THREE", "FOUR", "FIVE"];
		let goOn = () => {};
		const isSeen = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		gateway.script({
			match: "/v1/chat/completions",
			chunks: [
				{ type: "bytes", data: sseChunk(`\`\`\`\n${code.join("\n")}\n`) },
				{ type: "wait", until: isSeen },
				{ type: "bytes", data: [sseChunk("```"), sseChunk({}, "stop"), sseDone].join("") },
			],
		});
		const highlights = notedHighlights();
		try {
			const first = highlights.next(({ scheme }) => scheme === "gatehouse-edit");
			const over = edit();
			assert.deepEqual(await first, [3, 7]);
			const again = highlights.next(({ scheme }) => scheme === "gatehouse-edit");
			await vscode.window.showTextDocument(document);
			await vscode.commands.executeCommand("workbench.action.openPreviousRecentlyUsedEditor");
			assert.deepEqual(await again, [3, 7], "in the preview whose tab was hidden");
			assert.deepEqual(highlights.of(document.uri), [3, 5], "in the file");
			goOn();
			await cursorAt(4);
			assert.equal(highlights.of(document.uri), undefined);
			await run("rejectEdit");
			await over;
		} finally {
			highlights.dispose();
		}
	});

	it("takes an action and files from the instruction that is typed beside the code", async () => {
		await open(original, [1, 1]);
		gateway.script(scriptedReply("```\nBETA\n```"));
		const asked = gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
		const over = Promise.resolve(run("editInline"));
		await instruct("/fix like #greet.py does");
		const { messages } = (await asked).json as { messages: { content: string }[] };
		const question = messages.at(-1)?.content ?? "";
		assert.match(question, /^Fix this code from made-\d+\.txt/);
		assert.match(question, /like #greet\.py does/);
		assert.match(question, /greet\.py:\n```py/);
		await shownEdit(original.replace("beta", "BETA"));
		await run("rejectEdit");
		await over;
	});

	it("keeps the keyboard out of the file once an instruction is sent: Enter pressed again would replace the selection", async () => {
		const document = await open(original, [1, 3]);
		gateway.script(scriptedReply("```\nBETA\ngamma\nDELTA\n```"));
		const over = Promise.resolve(run("editInline"));
		await until(() => vscode.window.activeTextEditor?.document.uri.scheme === "comment" || undefined);
		const seen: (string | undefined)[] = [];
		const listening = vscode.window.onDidChangeActiveTextEditor((editor) => seen.push(editor?.document.uri.scheme));
		await run("submitInline", { text: "Shout." });
		await shownEdit(proposed);
		listening.dispose();
		assert.ok(!seen.includes(document.uri.scheme), seen.join(", "));
		await run("rejectEdit");
		await over;
	});

	it("gives the keyboard back to the file where an instruction cannot be carried out", async () => {
		const document = await open(original, [1, 3]);
		gateway.script({ match: "/v1/chat/completions", status: 400, json: { error: { message: "Not today." } } });
		const shown = answeredWindow();
		try {
			const over = Promise.resolve(run("editInline"));
			await until(() => vscode.window.activeTextEditor?.document.uri.scheme === "comment" || undefined);
			await run("submitInline", { text: "Shout." });
			await over;
			await until(() => vscode.window.activeTextEditor?.document === document || undefined);
			assert.match(shown.errors[0]?.[0] ?? "", /Not today/);
		} finally {
			shown.dispose();
		}
	});

	it("goes from change to change, and from the last one to the first", async () => {
		await open(original);
		gateway.script(scriptedReply("```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```"));
		const over = edit();
		await shownEdit(proposed, original);
		await cursorAt(1);
		for (const [command, line] of [
			["nextChange", 3],
			["nextChange", 1],
			["previousChange", 3],
			["previousChange", 1],
		] as const) {
			await run(command);
			await cursorAt(line);
		}
		await run("rejectEdit");
		await over;
	});

	it("closes the box where an answer is refused at once, with what can be done next in the preview", async () => {
		await open(original, [1, 3]);
		const { showErrorMessage } = vscode.window;
		// No button of it is pressed.
		Object.assign(vscode.window, { showErrorMessage: () => new Promise(() => {}) });
		for (const text of ["It is fine.", "There is nothing to do."]) gateway.script(scriptedReply(text));
		try {
			const over = Promise.resolve(run("editInline"));
			await instruct("Shout.");
			await shownEdit(original);
			await until(() => !vscode.workspace.textDocuments.some(isBox) || undefined);
			await run("rejectEdit");
			await over;
		} finally {
			Object.assign(vscode.window, { showErrorMessage });
		}
	});

	it("takes the reason for a refusal off the screen once another answer is asked for elsewhere", async () => {
		await open(original);
		const { executeCommand } = vscode.commands;
		const { showErrorMessage } = vscode.window;
		const done: string[] = [];
		const recorded = (command: string, ...args: unknown[]) => {
			if (command.startsWith("notifications.")) done.push(command);
			return executeCommand(command, ...args);
		};
		const told = new Promise<void>((resolve) => {
			// No button of it is pressed.
			const tell = () => new Promise(() => resolve());
			Object.assign(vscode.window, { showErrorMessage: tell });
		});
		Object.assign(vscode.commands, { executeCommand: recorded });
		gateway.script(scriptedReply("```\nALPHA\n```", "length"));
		try {
			const over = edit();
			await told;
			gateway.script(scriptedReply("```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```"));
			await run("regenerateEdit");
			await shownEdit(proposed, original);
			assert.deepEqual(done, ["notifications.hideToasts"]);
			await run("rejectEdit");
			await over;
		} finally {
			Object.assign(vscode.commands, { executeCommand });
			Object.assign(vscode.window, { showErrorMessage });
		}
	});

	it("does not dismiss notifications that may belong to others when a refusal is answered elsewhere", async () => {
		const { executeCommand } = vscode.commands;
		const { showErrorMessage } = vscode.window;
		const { now } = Date;
		const hides = async (isAlone: boolean, seconds: number) => {
			const done: string[] = [];
			let later = 0;
			Object.assign(Date, { now: () => now() + later });
			Object.assign(vscode.commands, { executeCommand: async (command: string) => void done.push(command) });
			// No button of it is pressed.
			Object.assign(vscode.window, { showErrorMessage: () => new Promise(() => {}) });
			try {
				const error = new RefusedAnswer("It is unclear.", "beta");
				const options = {
					showAnswer: async () => {},
					isAlone: () => isAlone,
					chosenLate: async () => {},
				};
				const refusal = new PendingRefusal(error, options, new Promise<undefined>(() => {}));
				const decided = refusal.decision();
				later = seconds * 1000;
				refusal.choose("tryAgain");
				assert.equal(await decided, "tryAgain");
			} finally {
				Object.assign(Date, { now });
				Object.assign(vscode.commands, { executeCommand });
				Object.assign(vscode.window, { showErrorMessage });
			}
			return done.includes("notifications.hideToasts");
		};
		assert.equal(await hides(true, 1), true);
		assert.equal(await hides(false, 1), false, "another edit waits");
		assert.equal(await hides(true, 60), false, "much later");
	});

	it("does not dismiss the notifications of another edit when a refusal is answered elsewhere", async () => {
		const { executeCommand } = vscode.commands;
		const { showErrorMessage } = vscode.window;
		const first = await open(original);
		gateway.script(scriptedReply("```\nalpha\nBETA\ngamma\nDELTA\nepsilon\n```"));
		const others = edit();
		await shownEdit(proposed, original);
		await open("one\ntwo\n", [0, 1]);
		const done: string[] = [];
		const recorded = (command: string, ...args: unknown[]) => {
			done.push(command);
			return executeCommand(command, ...args);
		};
		const told = new Promise<void>((resolve) => {
			// No button of it is pressed.
			Object.assign(vscode.window, { showErrorMessage: () => new Promise(() => resolve()) });
		});
		Object.assign(vscode.commands, { executeCommand: recorded });
		gateway.script(scriptedReply("```\nONE\n```", "length"));
		try {
			const over = edit();
			await told;
			await shownEdit("one\ntwo\n");
			await run("rejectEdit");
			await over;
			assert.ok(!done.includes("notifications.hideToasts"));
			await vscode.window.tabGroups.close(previewTabs());
			await others;
			assert.equal(first.getText(), original);
		} finally {
			Object.assign(vscode.commands, { executeCommand });
			Object.assign(vscode.window, { showErrorMessage });
		}
	});

	it("sends nothing when the box beside the code is cancelled", async () => {
		await open(original);
		const before = gateway.requests.length;
		const over = Promise.resolve(run("editInline"));
		await boxOpened();
		await run("cancelInline");
		await over;
		assert.equal(gateway.requests.length, before);
		assert.deepEqual(previewTabs(), []);
	});
});
