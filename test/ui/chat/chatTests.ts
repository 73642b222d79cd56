import assert from "node:assert/strict";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { dismissNotifications, openFile, reloadWindow, runCommand, selectLines } from "../../host/workbench";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import {
	answers,
	ask,
	chooseModel,
	messageBox,
	newConversation,
	type PanelWindow,
	questions,
	send,
	sendButton,
	stopButton,
} from "../panelWindow";
import { screenshot } from "../screenshot";

/**
 * The path of the scripts. A reloaded window may request the models at any time, and would use up a script without a
 * path.
 */
const chatPath = "/v1/chat/completions";

export function chatTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});
	beforeEach(async () => {
		await messageBox(t.panel).waitFor();
		if ((await questions(t.panel).count()) > 0) {
			await newConversation(t);
		}
	});

	it("Enter sends; the answer is Markdown: a table, a list, highlighted code", async () => {
		const answer = await ask(
			t.panel,
			"What is in this?\n```ts\nexport function add(a: number, b: number) {\n\treturn a + b;\n}\n```",
		);
		assert.equal(await messageBox(t.panel).inputValue(), "");
		assert.equal(await questions(t.panel).count(), 1);
		await answer.locator("table th").first().waitFor();
		await answer.locator("li").first().waitFor();
		await answer.locator("pre code [class^=hljs]").first().waitFor();
		await screenshot(t.window.page, "chat-answer-dark");
	});

	it("Shift+Enter breaks the line", async () => {
		await messageBox(t.panel).fill("one");
		await messageBox(t.panel).press("Shift+Enter");
		await messageBox(t.panel).pressSequentially("two");
		assert.equal(await messageBox(t.panel).inputValue(), "one\ntwo");
		const asked = t.gateway.nextRequest(({ path }) => path === chatPath);
		await sendButton(t.panel).click();
		const { messages } = (await asked).json as { messages: unknown };
		assert.deepEqual(messages, [{ role: "user", content: "one\ntwo" }]);
		await answers(t.panel).getByRole("button", { name: "Retry", exact: true }).waitFor();
	});

	it("shows text while the rest streams; Escape stops, and the text that has arrived is kept", async () => {
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("The first half, ") }, { type: "stall" }],
		});
		const asked = t.gateway.nextRequest(({ path }) => path === chatPath);
		await send(t.panel, "Begin");
		await answers(t.panel).getByText("The first half,").waitFor();
		await stopButton(t.panel).waitFor();
		await screenshot(t.window.page, "chat-streaming-dark");
		await messageBox(t.panel).press("Escape");
		assert.equal(await (await asked).ended, "broken");
		await sendButton(t.panel).waitFor();
		await answers(t.panel).getByText("Stopped").waitFor();
		await answers(t.panel).getByText("The first half,").waitFor();
	});

	it("marks an answer without a finish_reason as interrupted; Retry asks again", async () => {
		t.gateway.script({ match: chatPath, cut: { afterChunks: 12, how: "done" } });
		const answer = await ask(t.panel, "Tell me a lot");
		await answer.getByText("ended the answer early").waitFor();
		await answer.getByText("stand-in").first().waitFor();
		await screenshot(t.window.page, "chat-interrupted-dark");
		await answer.getByRole("button", { name: "Retry", exact: true }).first().click();
		await answers(t.panel).getByText("ended the answer early").waitFor({ state: "detached" });
		await answers(t.panel).locator("table").waitFor();
		assert.equal(await answers(t.panel).count(), 1);
		assert.equal(await questions(t.panel).count(), 1);
	});

	it("says what is wrong with the key, and offers a remedy", async () => {
		t.gateway.script({ match: chatPath, status: 401, json: { error: { message: "This key has expired" } } });
		const answer = await ask(t.panel, "Hello?");
		await answer.getByText("refused the key").waitFor();
		await answer.getByRole("button", { name: "Open My Keys" }).waitFor();
		await answer.getByRole("button", { name: "Set API Key" }).waitFor();
		await screenshot(t.window.page, "chat-failed-dark");
	});

	it("Copy, Copy answer and Insert at cursor do what they say", async () => {
		const { page } = t.window;
		await openFile(page, "greet.py");
		await selectLines(page, 1, 1);
		const code = "```js\nconst answer = 42;\n```";
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk(`Use this:\n\n${code}\n`) + sseChunk({}, "stop") }],
		});
		const answer = await ask(t.panel, "What to use?");
		await answer.getByRole("button", { name: "Copy", exact: true }).click();
		await clipboardHolds(t, "const answer = 42;");
		const status = t.panel.getByRole("status");
		await status.getByText("Copied").waitFor({ state: "attached" });
		/** Settles with the next announcement; unchanged text is not read out. */
		const saidNext = await status.evaluateHandle((element) => ({
			text: new Promise<string>((resolve) => {
				const observer = new MutationObserver(() => element.textContent !== "" && resolve(element.textContent ?? ""));
				observer.observe(element, { characterData: true, childList: true, subtree: true });
			}),
		}));
		await answer.getByRole("button", { name: "Copy answer" }).click();
		assert.equal(await saidNext.evaluate(({ text }) => text), "Copied");
		await clipboardHolds(t, `Use this:\n\n${code}`);
		await answer.getByRole("button", { name: "Insert at cursor" }).click();
		// The selection stays, after the inserted text.
		await page.locator(".monaco-editor .view-line").getByText('const answer = 42;"""Greets guests').first().waitFor();
		await status.getByText("Inserted at the cursor").waitFor({ state: "attached" });
	});

	itLong("Insert at cursor uses the file that was last worked in, even if the Output panel has the focus", async () => {
		const { page } = t.window;
		await openFile(page, "chores.js");
		await selectLines(page, 1, 1);
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("```js\nconst chore = 1;\n```\n") + sseChunk({}, "stop") }],
		});
		const answer = await ask(t.panel, "And here?");
		await runCommand(page, "Gatehouse: Show Log");
		await page.locator(".part.panel .monaco-editor").first().click();
		await answer.getByRole("button", { name: "Insert at cursor" }).click();
		await page.locator('.tab.active[data-resource-name="chores.js"]').waitFor();
		await page.locator(".part.editor .view-line").getByText("const chore = 1;").first().waitFor();
		await runCommand(page, "View: Toggle Panel Visibility");
	});

	it("Insert at cursor refuses code that is still streaming, and warns about invisible characters", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await selectLines(page, 1, 1);
		const inserted = page.locator(".part.editor .view-line").getByText("const half");
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("```js\nconst half = 1;\nconst who") }, { type: "stall" }],
		});
		await send(t.panel, "Half?");
		const half = answers(t.panel).last();
		await half.getByText("const who").waitFor();
		await half.getByRole("button", { name: "Insert at cursor" }).click();
		await t.panel
			.getByText(/code is incomplete/)
			.first()
			.waitFor();
		await stopButton(t.panel).click();
		assert.equal(await inserted.count(), 0);

		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("```js\nconst half\u202e = 1;\n```\n") + sseChunk({}, "stop") }],
		});
		const hidden = await ask(t.panel, "Hidden?");
		await hidden.getByRole("button", { name: "Insert at cursor" }).click();
		const dialog = page.getByRole("dialog").filter({ hasText: "invisible characters" });
		await dialog.getByText("line 1: U+202E").waitFor();
		await dialog.locator(":focus").waitFor();
		await page.keyboard.press("Enter");
		await dialog.waitFor({ state: "detached" });
		assert.equal(await inserted.count(), 0);
	});

	it("restores the conversation after a reload, with everything that had arrived", async () => {
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("Kept through the reload. ") }, { type: "stall" }],
		});
		await send(t.panel, "Will it last?");
		await answers(t.panel).getByText("Kept through the reload.").waitFor();
		await reloadWindow(t.window.page);
		await questions(t.panel).getByText("Will it last?").waitFor();
		await answers(t.panel).getByText("Kept through the reload.").waitFor();
		await answers(t.panel)
			.getByText(/window closed before/)
			.waitFor();
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await dismissNotifications(t.window.page);
	});

	const queued = () => t.panel.getByRole("list", { name: "Queued questions" }).getByRole("listitem");
	const queue = async (text: string) => {
		await messageBox(t.panel).fill(text);
		await messageBox(t.panel).press("Enter");
		await queued().getByText(text).waitFor();
		assert.equal(await messageBox(t.panel).inputValue(), "");
	};

	it("a question written while an answer streams is queued, and sent when the answer has ended", async () => {
		let end = () => {};
		const until = new Promise<void>((resolve) => {
			end = resolve;
		});
		const [begun, ended] = [sseChunk("the first answer "), sseChunk({}, "stop")];
		t.gateway.script({
			match: chatPath,
			chunks: [
				{ type: "bytes", data: begun },
				{ type: "wait", until },
				{ type: "bytes", data: ended },
			],
		});
		await send(t.panel, "first");
		await answers(t.panel).getByText("the first answer").waitFor();
		await queue("second");
		assert.equal(await questions(t.panel).count(), 1);
		t.gateway.script({ match: chatPath, chunks: [{ type: "bytes", data: sseChunk("the second answer") + ended }] });
		end();
		await answers(t.panel).getByText("the second answer").waitFor();
		await questions(t.panel).getByText("second").waitFor();
		await queued().waitFor({ state: "detached" });
	});

	it("Stop keeps the queue: its rows are sent by a button, or removed", async () => {
		t.gateway.script({
			match: chatPath,
			chunks: [{ type: "bytes", data: sseChunk("never ending ") }, { type: "stall" }],
		});
		await send(t.panel, "first");
		await answers(t.panel).getByText("never ending").waitFor();
		await queue("second");
		await queue("third");
		await messageBox(t.panel).press("Escape");
		await sendButton(t.panel).waitFor();
		if (longRun) await reloadWindow(t.window.page);
		await queued().nth(1).waitFor();
		assert.equal(await questions(t.panel).count(), 1);
		await t.panel.getByRole("button", { name: "Remove this question: third" }).click();
		await queued().getByText("third").waitFor({ state: "detached" });
		await eventually(async () => assert.equal(await messageBox(t.panel).inputValue(), "third"));
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await t.panel.getByRole("button", { name: "Ask this question now: second" }).press("Enter");
		await questions(t.panel).getByText("second").waitFor();
		await answers(t.panel).nth(1).getByRole("button", { name: "Retry", exact: true }).waitFor();
		await queued().waitFor({ state: "detached" });
	});
}

/** Waits until the clipboard holds a text, and asserts that this is what is pasted into the composer. */
async function clipboardHolds({ window, panel }: PanelWindow, wanted: string): Promise<void> {
	// A copied text is written by the extension host, and is pasted only once.
	const held = () => window.page.evaluate(() => navigator.clipboard.readText());
	await eventually(async () => assert.equal((await held()).trim(), wanted));
	const box = messageBox(panel);
	await box.fill("");
	await box.press("ControlOrMeta+V");
	await panel.locator("textarea").evaluate(
		(area, text) =>
			new Promise<void>((resolve) => {
				const check = () => (area as HTMLTextAreaElement).value.trim() === text && resolve();
				area.addEventListener("input", check);
				check();
			}),
		wanted,
	);
	await box.fill("");
}
