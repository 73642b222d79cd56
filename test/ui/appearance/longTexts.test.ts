import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Snapshot } from "../../../src/shared/chatProtocol";
import type { Message } from "../../../src/shared/conversation";
import { gatewayLimits, limits } from "../../../src/shared/untrusted/limits";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { longRun } from "../longRun";

/** An answer of the maximum length. */
const filled = (unit: string) => unit.repeat(Math.ceil(gatewayLimits.answerText / unit.length));

/** Answers of the maximum length. */
const answers: Readonly<Record<string, string>> = {
	"a paragraph without blanks": filled("abcdefghij"),
	"a paragraph of words": filled("lorem ipsum dolor "),
	"a paragraph of short lines": filled("lorem ipsum\n"),
	"a paragraph of formatted words": filled("*a* **b** `c` "),
	"a line of code": `\`\`\`js\n${filled("const a = 1; ")}`,
	"a code block of short lines": `\`\`\`\n${filled("const a = 1;\n")}`,
	"a quotation": filled("> lorem ipsum\n"),
	"an item of a list": `- ${filled("lorem ipsum ")}`,
	"a cell of a table": `| a | b |\n|---|---|\n| c | ${filled("lorem ipsum ")}`,
	"a formula": `$$\n${filled("x = y\n")}`,
	"short paragraphs": filled("A short paragraph.\n\n"),
	"a table of short rows": `| a | b |\n|---|---|\n${filled("| one cell | another |\n")}`,
	"a list of short items": filled("- an item\n"),
	"lists in each other": filled(Array.from({ length: 20 }, (_, i) => `${"  ".repeat(i)}- an item\n`).join("")),
};
/**
 * Texts of many blocks are laid out completely, as far as they are shown, and so is one line of code, whose pieces fit on a
 * screen.
 */
const laidOutWhole = /^(?:short|a table of|a list|lists|a line)/;
/** Maximum number of characters of one block that are laid out: some screens of them. */
const nearby = 100_000;

/** One answer for each kind of layout, in every run; the long run has all answers. */
const everyRun = ["a paragraph without blanks", "a line of code", "a cell of a table"];

/** Texts that are far longer than a screen, in the panel's page alone. */
describe("panel: a long text", () => {
	let browser: BareBrowser;
	let page: Page;
	before(async () => {
		browser = await openBareBrowser();
	});
	beforeEach(async () => {
		page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("first", "# Ready", true)], "first") });
		await page.getByRole("heading", { name: "Ready" }).waitFor();
	});
	afterEach(() => page.close());
	after(() => browser?.close());

	const tell = (method: string, ...args: unknown[]) =>
		page.evaluate((call) => (window as unknown as StandIn).tellPanel(call.method, ...call.args), { method, args });
	const show = (...messages: Message[]) => tell("reset", snapshotOf(messages, "long") satisfies Snapshot);
	const painted = () =>
		page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	/** Returns the number of characters on the page below an element, and of those that are laid out. */
	const counted = (selector: string) =>
		page.locator(selector).evaluate((element) => {
			const lengthOf = (parts: Iterable<Element>) =>
				[...parts].reduce((length, part) => length + part.textContent.length, 0);
			// The page reports only for an element with a box whether it is laid out.
			const skipped = [...element.querySelectorAll(".text-piece, .code-chunk")].filter((piece) => {
				const probe = piece.appendChild(document.createElement("i"));
				const isSkipped = !probe.checkVisibility({ contentVisibilityAuto: true });
				probe.remove();
				return isSkipped;
			});
			const around = lengthOf(element.querySelectorAll(".code-bar"));
			const all = element.textContent.length - around;
			return { all, laidOut: all - lengthOf(skipped) };
		});
	/** Waits until the page is at the text's end. Its boxes are laid out one after the other, each of which changes the height. */
	const atEnd = () =>
		page.waitForFunction(() => {
			const log = document.querySelector("[role=log]");
			return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight <= 24;
		});

	for (const [name, text] of Object.entries(answers)) {
		if (!longRun && !everyRun.includes(name)) continue;
		it(`is not laid out completely when the panel's width changes: ${name}`, async () => {
			await show(answerOf("long", text, true));
			await page.getByText(/rest is not shown/).waitFor();
			await page.waitForFunction(
				() => document.querySelectorAll(".markdown :is(p, td, .code-chunk, .text-piece)").length > 0,
			);
			await page.setViewportSize({ width: 300, height: 800 });
			await painted();
			await atEnd();
			const { all, laidOut } = await counted(".markdown");
			assert.ok(all > limits.shownText / 8 && all <= limits.shownText + 100, `${all} characters are shown`);
			if (!laidOutWhole.test(name)) assert.ok(laidOut <= nearby, `${laidOut} characters are laid out`);
			// Incomplete code would be copied, or written to a file.
			assert.equal(await page.getByRole("button", { name: "Apply to file" }).count(), 0);
		});
	}

	it("is copied completely, although it ends at the limit", async () => {
		const text = filled("lorem ipsum ");
		await show(answerOf("long", text, true));
		await page.getByText(/rest is not shown.*Copy answer/).waitFor();
		await page.getByRole("button", { name: "Copy answer" }).click();
		const copied = await page.evaluate(() => {
			const { asked } = window as unknown as StandIn;
			return String(asked.find(({ method }) => method === "copy")?.args[0]).length;
		});
		assert.equal(copied, text.length);
	});

	it("is not shown completely as a question or as reasoning either", async () => {
		const text = filled("lorem ipsum\n");
		const question = { role: "user", id: "q", parent: null, text, attachments: [], at: 0 } as const;
		await show(question, { ...answerOf("long", "Done.", true), reasoning: text });
		await page.getByText("Done.").waitFor();
		await page.locator("summary").click();
		for (const selector of [".question-text", ".thoughts"]) {
			const { all, laidOut } = await counted(selector);
			assert.equal(all, limits.shownText, selector);
			assert.ok(laidOut <= nearby, `${selector}: ${laidOut} characters are laid out`);
		}
		assert.equal(await page.getByText(/rest is not shown/).count(), 2);
	});

	it("has all its text on the page, the same whether it is streamed or not", async () => {
		const words = `${"lorem 😀 ".repeat(4_000)}the needle ${"ipsum ".repeat(4_000)}`;
		const text = `${words}\n\n\`\`\`\n${"x😀".repeat(30_000)}\nend\n\`\`\`\n\nThe end.`;
		const html = () => page.locator(".markdown").evaluate((element) => element.innerHTML);
		const thoughts = () => page.locator(".thoughts").evaluate((element) => element.innerHTML);
		await show({ ...answerOf("long", text, true), reasoning: words });
		await page.getByText("The end.").waitFor();
		const once = [await html(), await thoughts()];
		assert.equal(await page.locator(".markdown p").first().textContent(), words.trimEnd());
		assert.equal(await page.locator(".code-text").textContent(), `${"x😀".repeat(30_000)}\nend`);
		assert.equal(await page.locator(".thoughts").textContent(), words);

		await show(answerOf("long", "", false));
		for (let at = 0; at < text.length; at += 3_001) {
			await tell("textAppended", "long", text.slice(at, at + 3_001), words.slice(at, at + 3_001));
		}
		await tell("answerEnded", "long", { type: "complete", finishReason: "stop" }, 1000, null, null);
		await page.getByText("The end.").waitFor();
		assert.deepEqual([await html(), await thoughts()], once);
	});

	it("is also searched in the parts that are not laid out", async () => {
		await show(answerOf("long", `${"lorem ".repeat(10_000)}the needle ${"ipsum ".repeat(10_000)}`, true));
		await page.locator(".text-piece").last().waitFor();
		await page.getByRole("textbox", { name: "Message" }).press("ControlOrMeta+F");
		await page.getByRole("search").getByRole("textbox").fill("the needle");
		await page.getByRole("search").getByText("1 of 1").waitFor();
		await painted();
		const place = await page.evaluate(() => {
			const [range] = [...(CSS.highlights.get("gatehouse-find-current") ?? [])] as Range[];
			return range?.getBoundingClientRect().top ?? Number.NaN;
		});
		assert.ok(place > 0 && place < 800, `what is found lies at ${place}`);
	});

	it("is followed to its end while it streams, unless the reader has scrolled up", async () => {
		await show(answerOf("long", "lorem ipsum ".repeat(10_000), false));
		await page.locator(".text-piece").last().waitFor();
		await tell("textAppended", "long", "dolor sit ".repeat(4_000), "");
		await page.waitForFunction(() => document.querySelector(".markdown")?.textContent.includes("dolor"));
		await painted();
		await atEnd();

		const log = page.getByRole("log");
		await log.hover();
		await page.mouse.wheel(0, -3_000);
		await page.getByRole("button", { name: "Jump to latest" }).waitFor();
		await painted();
		const top = await log.evaluate((box) => box.scrollTop);
		await tell("textAppended", "long", "amet ".repeat(4_000), "");
		await page.waitForFunction(() => document.querySelector(".markdown")?.textContent.includes("amet"));
		await painted();
		assert.equal(await log.evaluate((box) => box.scrollTop), top);
	});
});
