import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { dismissNotifications, reloadWindow, showSideBar } from "../../host/workbench";
import { assertLooks } from "../appearance/assertLooks";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import { answers, ask, chooseModel, focusedBox, messageBox, type PanelWindow, questions } from "../panelWindow";
import { screenshot } from "../screenshot";
import { forgotten } from "../written";
import { nextChat } from "./nextChat";

export function branchTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const answering = (text: string, finishReason = "stop") =>
		t.gateway.script({
			match: "/v1/chat/completions",
			chunks: [{ type: "bytes", data: sseChunk(text) + sseChunk({}, finishReason) }],
		});
	const editBox = () => t.panel.getByRole("textbox", { name: "Edit question" });
	const focused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

	it("Edit turns a question into its own box; Escape leaves everything as it was", async () => {
		answering("It is a **number**.");
		await ask(t.panel, "What is forty-two?");
		await questions(t.panel).getByRole("button", { name: "Edit" }).press("Enter");
		assert.equal(await editBox().inputValue(), "What is forty-two?");
		await editBox().fill("something else");
		await editBox().press("Escape");
		await questions(t.panel).getByText("What is forty-two?").waitFor();
		await eventually(async () => assert.ok(await focused(questions(t.panel).getByRole("button", { name: "Edit" }))));
		assert.equal(await answers(t.panel).count(), 1);
	});

	it("Enter in an edited question adds a version beside the old one; versions can be switched, by keyboard too", async () => {
		answering("It is a prime.");
		await questions(t.panel).getByRole("button", { name: "Edit" }).press("Enter");
		await editBox().fill("What is forty-three?");
		await editBox().press("Enter");
		await answers(t.panel).getByText("It is a prime.").waitFor();
		await questions(t.panel).getByText("2 of 2").waitFor();
		assert.equal(await questions(t.panel).count(), 1);
		const previous = t.panel.getByRole("button", { name: "Previous version" });
		await previous.focus();
		await previous.press("Enter");
		await questions(t.panel).getByText("What is forty-two?").waitFor();
		await answers(t.panel).getByText("number").waitFor();
		await questions(t.panel).getByText("1 of 2").waitFor();
		await t.panel.locator(".versions .chevron-left:focus").waitFor();
		assert.equal(await previous.getAttribute("aria-disabled"), "true");
	});

	itLong("the version that was shown is shown again after a reload", async () => {
		await forgotten(t.window.page, "webviewState", "What is forty-three?");
		await forgotten(t.window.page, "gatehouse.drafts", "What is forty-three?");
		await reloadWindow(t.window.page);
		await questions(t.panel).getByText("What is forty-two?").waitFor();
		await answers(t.panel).getByText("number").waitFor();
		await t.panel.getByRole("button", { name: "Next version" }).click();
		await questions(t.panel).getByText("What is forty-three?").waitFor();
		await dismissNotifications(t.window.page);
	});

	it("Retry makes a version of an answer in the middle, too; with the old one, the messages after it come back", async () => {
		answering("Thank you.");
		await ask(t.panel, "Good to know.");
		answering("It is odd.");
		await answers(t.panel).first().getByRole("button", { name: "Retry", exact: true }).press("Enter");
		await answers(t.panel).getByText("It is odd.").waitFor();
		await focusedBox(t.panel).waitFor();
		await answers(t.panel).getByText("2 of 2").waitFor();
		assert.equal(await questions(t.panel).count(), 1);
		await assertLooks(t, "branches-versions");
		await answers(t.panel).getByRole("button", { name: "Previous version" }).click();
		await answers(t.panel).getByText("Thank you.").waitFor();
		assert.equal(await questions(t.panel).count(), 2);
	});

	it("Delete removes a question with everything after it; Undo restores both", async () => {
		const second = questions(t.panel).nth(1);
		await second.getByRole("button", { name: "Delete" }).press("Enter");
		await second.waitFor({ state: "detached" });
		const notice = t.panel.locator("gatehouse-notice.panel-notice");
		await notice.getByText(/question and everything below it/).waitFor();
		await eventually(async () => assert.ok(await focused(messageBox(t.panel))));
		await assertLooks(t, "branches-deleted");
		await notice.getByRole("button", { name: "Undo" }).press("Enter");
		await answers(t.panel).getByText("Thank you.").waitFor();
		await notice.waitFor({ state: "detached" });
		await focusedBox(t.panel).waitFor();
	});

	it("Continue continues an answer that the length limit cut off", async () => {
		answering("| a | b |\n|---|---|\n| 1 | tw", "length");
		const cut = await ask(t.panel, "Count.");
		await cut.getByText("Cut off at the length limit").waitFor();
		await assertLooks(t, "branches-length");
		answering("o |\n| 3 | four |\n");
		const asked = nextChat(t.gateway);
		await cut.getByRole("button", { name: "Continue" }).press("Enter");
		await focusedBox(t.panel).waitFor();
		await cut.getByRole("cell", { name: "four" }).waitFor();
		await cut.getByRole("cell", { name: "two" }).waitFor();
		await cut.getByText("Cut off at the length limit").waitFor({ state: "detached" });
		assert.equal(await cut.getByRole("table").count(), 1, "one table, not two halves");
		const { messages } = await asked;
		assert.equal(messages.at(-2)?.content, "| a | b |\n|---|---|\n| 1 | tw");
		assert.equal(messages.at(-1)?.role, "user");
		if (!longRun) return;
		await reloadWindow(t.window.page);
		await answers(t.panel).last().getByRole("cell", { name: "four" }).waitFor();
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
	});

	it("a continuation that fails keeps the text before it, and can be retried", async () => {
		answering("Half a word and a hal", "length");
		const cut = await ask(t.panel, "Break.");
		t.gateway.script({
			match: "/v1/chat/completions",
			status: 401,
			json: { error: { message: "This key has expired" } },
		});
		await cut.getByRole("button", { name: "Continue" }).click();
		await cut.getByText("refused the key").waitFor();
		await cut.getByText("Half a word and a hal").waitFor();
		await cut.getByRole("button", { name: "Set API Key" }).waitFor();
		await screenshot(t.window.page, "branches-continue-failed-dark");
		answering("f.");
		await cut.getByRole("button", { name: "Continue" }).click();
		await cut.getByText("Half a word and a half.").waitFor();
	});

	itLong("an edited question is kept while the panel is hidden", async () => {
		for (const [question, words] of [
			[questions(t.panel).first(), "And forty-four?"],
			[questions(t.panel).last(), "What is forty-three?"],
		] as const) {
			await question.getByRole("button", { name: "Edit" }).press("Enter");
			await question.getByRole("textbox", { name: "Edit question" }).fill(words);
		}
		const { page } = t.window;
		await showSideBar(page, false);
		await showSideBar(page, true);
		await editBox().nth(1).waitFor();
		assert.equal(await editBox().first().inputValue(), "And forty-four?");
		assert.equal(await editBox().last().inputValue(), "What is forty-three?");
		assert.equal(await editBox().last().getAttribute("dir"), "auto");
		await editBox().first().press("Escape");
		await editBox().nth(1).waitFor({ state: "detached" });
		await editBox().focus();
		await assertLooks(t, "branches-edit");
	});
}
