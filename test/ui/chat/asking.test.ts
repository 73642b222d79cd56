import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Attachment, FailureAction, Message, Question } from "../../../src/shared/conversation";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { axeViolations } from "../appearance/axe";
import { pageThemes, wearInCopy } from "../appearance/panelCopy";
import { pictureOf, type ThemeName } from "../screenshot";

/** Asking, continuing and queueing, in the panel's page alone. */
describe("chat: asking", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const stopped = (text: string): Message => ({ ...answerOf("a", text, true), state: { type: "stopped" } });
	const askedFor = (page: Page, method: string) =>
		page.waitForFunction(
			(name) => (window as unknown as StandIn).asked.find((call) => call.method === name)?.args ?? null,
			method,
		);

	it("a stopped answer offers Continue, with the keyboard, in four themes", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([stopped("The first half, ")]) });
		const button = page.getByRole("button", { name: "Continue" });
		await page.getByText("Stopped").waitFor();
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-stopped-${theme}`);
		}
		await button.press("Enter");
		assert.deepEqual(await (await askedFor(page, "continueAnswer")).jsonValue(), ["a"]);
	});

	it("a stopped answer without text offers no Continue", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([stopped("")]) });
		await page.getByText("Stopped").waitFor();
		assert.equal(await page.getByRole("button", { name: "Continue" }).count(), 0);
	});

	it("an answer that a filter cut off says so and offers no Continue, unlike one that reached the length limit", async () => {
		const ended = (id: string, finishReason: string): Message => ({
			...answerOf(id, "The first half, ", true),
			state: { type: "complete", finishReason },
		});
		for (const [finishReason, note, continues] of [
			["content_filter", "content filter", 0],
			["length", "length limit", 1],
		] as const) {
			const page = await browser.open(panelBody, { snapshot: snapshotOf([ended("a", finishReason)]) });
			await page.locator("gatehouse-notice").getByText(note).waitFor();
			assert.equal(await page.getByRole("button", { name: "Continue" }).count(), continues, finishReason);
		}
	});

	it("an answer without text says so and offers Retry, in four themes", async () => {
		for (const reasoning of ["", "Let me think."]) {
			const page = await browser.open(panelBody, { snapshot: snapshotOf([{ ...answerOf("a", "", true), reasoning }]) });
			await page.locator("gatehouse-answer").getByText("no answer").waitFor();
			for (const theme of Object.keys(pageThemes) as ThemeName[]) {
				await wearInCopy(page, theme);
				assert.deepEqual(await axeViolations(page), [], theme);
				await pictureOf(page, `asking-${reasoning === "" ? "nothing" : "thoughts"}-${theme}`);
			}
			await page.getByRole("button", { name: "Retry", exact: true }).click();
			assert.deepEqual(await (await askedFor(page, "retry")).jsonValue(), ["a"]);
		}
	});

	it("@ lists the current model last, even if it matches best", async () => {
		const models = ["one", "two", "three"].map((id) => ({ id, kind: "chat" as const }));
		const page = await browser.open(panelBody, {
			snapshot: { ...snapshotOf([]), connection: { gateway: "Gateway", model: "two", models } },
		});
		const box = page.getByRole("textbox", { name: "Message" });
		const labels = page.locator(".completion-label");
		await box.pressSequentially("@");
		await labels.nth(2).waitFor();
		assert.deepEqual(await labels.allInnerTexts(), ["one", "three", "two"]);
		await box.pressSequentially("t");
		await labels.nth(2).waitFor({ state: "detached" });
		assert.deepEqual(await labels.allInnerTexts(), ["three", "two"]);
	});

	it("the second key of a chord goes to VS Code and is not typed", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]) });
		const box = page.getByRole("textbox", { name: "Message" });
		await page.evaluate(() => {
			window.addEventListener("keydown", ({ key }) => document.body.setAttribute("data-last-key", key));
		});
		await box.press("ControlOrMeta+k");
		await box.press("Shift+G");
		await page.locator("body[data-last-key=G]").waitFor();
		assert.equal(await box.inputValue(), "");
		await box.press("Shift+H");
		assert.equal(await box.inputValue(), "H");
	});

	it("the second key of a chord is VS Code's alone: it neither sends the question nor stops the answer", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", "Half of it", false)]) });
		const box = page.getByRole("textbox", { name: "Message" });
		await box.fill("Not yet");
		await page.evaluate(() => {
			window.addEventListener("keydown", ({ key }) => document.body.setAttribute("data-last-key", key));
		});
		const before = await page.evaluate(() => (window as unknown as StandIn).asked.map(({ method }) => method));
		for (const key of ["Enter", "Escape"]) {
			await box.press("ControlOrMeta+k");
			await box.press(key);
			await page.locator(`body[data-last-key=${key}]`).waitFor();
		}
		assert.equal(await box.inputValue(), "Not yet");
		await box.press("Escape");
		assert.deepEqual(await (await askedFor(page, "stop")).jsonValue(), []);
		const after = await page.evaluate(() => (window as unknown as StandIn).asked.map(({ method }) => method));
		assert.deepEqual(
			after.slice(before.length).filter((method) => ["send", "queue", "stop"].includes(method)),
			["stop"],
		);
	});

	it("Retry with… asks the host for another model, with the keyboard", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", "One answer.", true)]) });
		await page.getByRole("button", { name: "Retry with…" }).press("Enter");
		assert.deepEqual(await (await askedFor(page, "retryWith")).jsonValue(), ["a"]);
	});

	it("an answer that failed without any text can be retried with another model, and has one Retry", async () => {
		const failed = (actions: readonly FailureAction[]): Message => ({
			...answerOf("a", "", true),
			state: { type: "failed", failure: { reason: "unavailable", message: "The model is loading.", actions } },
		});
		const page = await browser.open(panelBody, { snapshot: snapshotOf([failed(["retry"])]) });
		assert.equal(await page.getByRole("button", { name: "Retry", exact: true }).count(), 1);
		await page.getByRole("button", { name: "Retry with…" }).press("Enter");
		assert.deepEqual(await (await askedFor(page, "retryWith")).jsonValue(), ["a"]);
		const refused = await browser.open(panelBody, { snapshot: snapshotOf([failed(["setApiKey"])]) });
		await refused.getByRole("button", { name: "Retry with…" }).waitFor();
		assert.equal(await refused.getByRole("button", { name: "Retry", exact: true }).count(), 0);
		await refused.getByRole("button", { name: "Set API Key" }).click();
		assert.deepEqual(await (await askedFor(refused, "setKeyFor")).jsonValue(), ["a"]);
	});

	it("names the switch Agent beside the model, in the narrow panel of VS Code's own layout", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([]), viewport: { width: 285, height: 480 } });
		const shown = page.getByRole("switch", { name: "Agent" }).getByText("Agent");
		await shown.waitFor();
		// The machine's font may be wider or narrower than others.
		await shown.evaluate((element) => {
			const size = (13 * 31) / element.getBoundingClientRect().width;
			document.documentElement.style.setProperty("--vscode-font-size", `${size}px`);
		});
		const model = page.locator(".model-button");
		const [place, name] = [await model.boundingBox(), await shown.boundingBox()];
		assert.ok(place && name && Math.abs(place.y - name.y) < 24, JSON.stringify({ place, name }));
		const isCut = await model
			.locator("span")
			.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
		assert.equal(isCut, false, "the model's name is cut off");
		await pictureOf(page, "asking-agent-narrow");
	});

	it("keeps Send beside the warning that the context is too small, in a narrow panel", async () => {
		const context = { ...snapshotOf([]).context, tokens: 12_100, limit: 10_000, room: 8_000 };
		const snapshot = { ...snapshotOf([]), context };
		const page = await browser.open(panelBody, { snapshot, viewport: { width: 285, height: 480 } });
		const meter = page.locator(".meter-over");
		await meter.waitFor();
		const [shown, button] = [await meter.boundingBox(), await page.locator(".go-button").boundingBox()];
		assert.ok(shown && button && Math.abs(shown.y - button.y) < 20, JSON.stringify({ shown, button }));
	});

	it("Enter while an answer streams queues the question, whose row can be removed, in four themes", async () => {
		const questions = [
			{ id: "1", text: "And what does the second half do?", attached: ["plan.md", "budget.ts"], model: "phi-mini" },
			{ id: "2", text: "a very long question ".repeat(40), attached: [], model: null },
		];
		const queue = { questions, pause: null };
		const page = await browser.open(panelBody, {
			snapshot: { ...snapshotOf([answerOf("a", "Half", false)]), queue },
			answers: { removeQueued: { text: "And what does the second half do?", model: null } },
		});
		const box = page.getByRole("textbox", { name: "Message" });
		await box.fill("More");
		await box.press("Enter");
		assert.deepEqual(await (await askedFor(page, "queue")).jsonValue(), ["More", null]);
		const rows = page.getByRole("list", { name: "Queued questions" }).getByRole("listitem");
		assert.equal(await rows.count(), 2);
		await rows.first().getByText("@phi-mini", { exact: true }).waitFor();
		assert.equal(await rows.getByText("@").count(), 1, "the other goes to the chosen model");
		await rows.first().getByRole("img", { name: "Attached: plan.md, budget.ts" }).waitFor();
		assert.equal(await rows.getByRole("button", { name: "Ask this question now" }).count(), 0, "it waits");
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-queued-${theme}`);
		}
		await page.setViewportSize({ width: 168, height: 480 });
		const [wide, shown] = await page.evaluate(() => [document.body.scrollWidth, document.body.clientWidth]);
		assert.ok((wide ?? 0) <= (shown ?? 0));
		await rows.first().getByRole("button", { name: "Remove this question: And what" }).press("Enter");
		assert.deepEqual(await (await askedFor(page, "removeQueued")).jsonValue(), ["1"]);
		await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("And what does"));
		assert.ok(await box.evaluate((element) => element === document.activeElement));
		await page.evaluate(() => {
			const { tellPanel } = window as unknown as StandIn;
			tellPanel("answerEnded", "a", { type: "stopped" }, 1, null, null);
		});
		await rows.last().getByRole("button", { name: "Ask this question now" }).press("Enter");
		assert.deepEqual(await (await askedFor(page, "sendQueued")).jsonValue(), ["2"]);
	});

	it("the mouse queues a question beside Stop", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", "Half", false)]) });
		const button = page.getByRole("button", { name: "Queue", exact: true });
		await page.getByRole("button", { name: "Stop" }).waitFor();
		assert.equal(await button.count(), 0, "there is nothing to queue");
		await page.getByRole("textbox", { name: "Message" }).fill("More");
		await page.setViewportSize({ width: 168, height: 480 });
		await button.click();
		assert.deepEqual(await (await askedFor(page, "queue")).jsonValue(), ["More", null]);
	});

	it("a paused queue says why, and is resumed by the mouse or the keyboard, in four themes", async () => {
		const questions = [{ id: "1", text: "And then?", attached: [], model: null }];
		const queue = { questions, pause: "The gateway cannot be reached. Check its address and your connection." };
		const page = await browser.open(panelBody, { snapshot: { ...snapshotOf([answerOf("a", "Half", true)]), queue } });
		const reason = page.locator(".queue-reason");
		await reason.filter({ hasText: "Queue paused: The gateway cannot be reached." }).waitFor();
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-queue-paused-${theme}`);
		}
		await page.getByRole("button", { name: "Resume the queue" }).press("Enter");
		assert.deepEqual(await (await askedFor(page, "resumeQueue")).jsonValue(), []);
		await page.evaluate((view) => (window as unknown as StandIn).tellPanel("queueChanged", view), {
			...{ questions, pause: null },
		});
		await reason.waitFor({ state: "detached" });
	});

	const question = (text: string, more: Partial<Question> = {}): Question => ({
		...{ role: "user", id: "q", parent: null, at: 0, text, attachments: [] },
		...more,
	});

	it("a long question is folded, and Show more shows all of it, in four themes", async () => {
		const lines = Array.from({ length: 60 }, (_, i) => `line ${i + 1} of a pasted log`).join("\n");
		const page = await browser.open(panelBody, { snapshot: snapshotOf([question(lines)]) });
		const height = () => page.locator(".question-text").evaluate((element) => element.clientHeight);
		const more = page.getByRole("button", { name: "Show more" });
		await more.waitFor();
		const folded = await height();
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-long-question-${theme}`);
		}
		assert.equal(await more.getAttribute("aria-expanded"), "false");
		await more.press("Enter");
		const less = page.getByRole("button", { name: "Show less" });
		await less.waitFor();
		assert.ok((await height()) > 3 * folded, `${folded} pixels folded, ${await height()} unfolded`);
		await less.press("Enter");
		await more.waitFor();
		assert.equal(await height(), folded);
	});

	it("a short question has no Show more", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([question("One\ntwo\nthree")]) });
		await page.getByText("three").waitFor();
		assert.equal(await page.getByRole("button", { name: "Show more" }).count(), 0);
	});

	it("the places found by a search are one chip, which expands to their chips, in four themes", async () => {
		const place = (i: number, found: boolean): Attachment => ({
			...{ id: `p${i}`, kind: "selection", name: `budget${i}.ts:1–${i}`, languageId: "typescript" },
			...{ path: `src/budget${i}.ts`, lines: [1, i], text: "code", ...(found ? { found: true } : {}) },
		});
		const attachments = [place(1, false), place(2, true), place(3, true), place(4, true)];
		const page = await browser.open(panelBody, { snapshot: snapshotOf([question("Where?", { attachments })]) });
		const fold = page.getByText("Codebase: 3 places");
		await fold.waitFor();
		await page.getByRole("button", { name: "budget1.ts:1–1" }).waitFor();
		const found = page.getByRole("button", { name: "budget3.ts:1–3" });
		assert.equal(await found.isVisible(), false);
		await page.locator(".found-places summary").press("Enter");
		await found.waitFor();
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			await wearInCopy(page, theme);
			assert.deepEqual(await axeViolations(page), [], theme);
			await pictureOf(page, `asking-found-places-${theme}`);
		}
		await found.click();
		assert.deepEqual(await (await askedFor(page, "openAttachment")).jsonValue(), ["p3"]);
	});

	it("a deleted conversation can be restored in the panel, until the host withdraws the offer", async () => {
		const page = await browser.open(panelBody, { snapshot: { ...snapshotOf([]), deletedConversation: "Castles" } });
		const notice = page.locator("gatehouse-notice").filter({ hasText: "“Castles” was deleted." });
		await notice.waitFor();
		assert.deepEqual(await axeViolations(page), []);
		await pictureOf(page, "asking-deleted-conversation");
		await notice.getByRole("button", { name: "Undo" }).press("Enter");
		await askedFor(page, "restoreConversation");
		await page.evaluate(() => (window as unknown as StandIn).tellPanel("conversationDeleted", null));
		await notice.waitFor({ state: "detached" });
	});
});
