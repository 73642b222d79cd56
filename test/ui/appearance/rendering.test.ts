import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Snapshot } from "../../../src/shared/chatProtocol";
import { seededRandom } from "../../faults/seededRandom";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { randomMarkdown, randomPieces } from "../hostile/randomMarkdown";
import { longRun } from "../longRun";

/** Number of random documents. `blocks.test.ts` reads every document in pieces as if it came in one, too, in every run. */
const documents = longRun ? 200 : 50;

/** The panel's page, with a stand-in for VS Code: only the page is tested here. */
describe("markdown: streamed", () => {
	let browser: BareBrowser;
	let page: Page;
	before(async () => {
		browser = await openBareBrowser();
		page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("first", "# Ready", true)], "first") });
		await page.getByRole("heading", { name: "Ready" }).waitFor();
		await page.evaluate(holdTime);
	});
	after(() => browser?.close());

	for (let first = 0; first < documents; first += 25) {
		it(`is drawn as if it came in one piece: documents ${first} to ${first + 24}`, async () => {
			for (let seed = first; seed < first + 25; seed++) {
				const random = seededRandom(seed);
				const document = `# Document ${seed}\n\n${randomMarkdown(random)}`;
				const streamed = await show(
					page,
					snapshotOf([answerOf("a", "", false)], `s${seed}`),
					randomPieces(document, random),
				);
				const once = await show(page, snapshotOf([answerOf("a", document, true)], `o${seed}`), []);
				assert.notEqual(once, "");
				assert.equal(streamed, once, `seed ${seed}: ${JSON.stringify(document)}`);
			}
		});
	}

	it("has one caret after the text of a streaming answer was replaced", async () => {
		const own = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", "\n\n", false)], "caret") });
		const carets = own.locator(".answer.streaming [data-caret]");
		await carets.waitFor({ state: "attached" });
		await own.evaluate(
			(replaced) => (window as unknown as StandIn).tellPanel("reset", replaced),
			snapshotOf([answerOf("a", "One word", false)], "caret"),
		);
		await own.getByText("One word").waitFor();
		assert.equal(await carets.count(), 1);
		await own.close();
	});
});

/** 700 lines with a comment that is too long to be coloured at once, and a few hidden characters. */
const longCode = Array.from({ length: 700 }, (_, i) => {
	if (i === 150) return "/* a comment";
	if (i > 150 && i < 260) return `   const line${i} of a comment`;
	if (i === 260) return "*/";
	return `export const value${i} = compute("line ${i}", { flag: true });${i % 100 === 0 ? " // \u200b" : ""}`;
}).join("\n");

describe("rendering: a long code block", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const markdown = `\`\`\`ts\n${longCode}\n\`\`\`\n\nThe end.`;
	const coloured = (page: Page) =>
		page.waitForFunction(() => !document.querySelector(".code-chunk:not(:has(.hljs-comment, .hljs-keyword))"));
	const html = (page: Page) => page.locator(".code-text").evaluate((code) => code.innerHTML);

	it("is coloured bit by bit to its end, streamed or not, but while text is selected only afterwards", async () => {
		const once = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", markdown, true)]) });
		await coloured(once);
		assert.equal(await once.locator(".code-text").evaluate((code) => code.textContent), longCode);
		const comments = await once.locator(".hljs-comment").allTextContents();
		assert.ok(comments.some((comment) => comment.startsWith("/* a comment") && comment.endsWith("*/")));

		const streamed = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", "", false)]) });
		const tell = (text: string) =>
			streamed.evaluate((piece) => (window as unknown as StandIn).tellPanel("textAppended", "a", piece, ""), text);
		await tell(markdown.slice(0, 9000));
		const first = streamed.locator(".code-chunk").first();
		await first.waitFor();
		await first.evaluate((chunk) => {
			if (chunk.firstChild) document.getSelection()?.setBaseAndExtent(chunk.firstChild, 0, chunk.firstChild, 40);
		});
		await tell(markdown.slice(9000));
		await streamed.getByText("The end.").waitFor();
		await streamed.locator(".code-chunk:last-child .hljs-keyword").first().waitFor();
		assert.equal(await first.locator("[class^=hljs]").count(), 0);
		assert.equal(await streamed.evaluate(() => String(document.getSelection())), longCode.slice(0, 40));
		await streamed.evaluate(() => document.getSelection()?.removeAllRanges());
		await coloured(streamed);
		assert.equal(await html(streamed), await html(once));
	});
});

describe("rendering: a long table", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const rows = Array.from({ length: 120 }, (_, i) => [`row ${i}`, `\`code${i}\``, `${i * 37}`]);
	const markdown = `| Name | Kind | Value |\n|:--|--|--:|\n${rows.map((row) => `| ${row.join(" | ")} |\n`).join("")}\nThe end.`;

	it("has one set of columns, is a table for screen readers, and is copied row by row", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("a", markdown, true)]) });
		await page.getByText("The end.").waitFor();
		assert.equal(await page.getByRole("table").count(), 1);
		assert.equal(await page.getByRole("row").count(), 121);
		assert.equal(await page.getByRole("columnheader").count(), 3);
		assert.equal(await page.getByRole("cell").count(), 360);
		const edges = await page.locator("table tr").evaluateAll((all) => [
			...new Set(
				all.map((row) =>
					[...row.children]
						.map((cell) => {
							const { left, right } = cell.getBoundingClientRect();
							return `${Math.round(left)}-${Math.round(right)}`;
						})
						.join(" "),
				),
			),
		]);
		assert.equal(edges.length, 1, edges.join("; "));
		const copied = await page.locator("table").evaluate((table) => {
			document.getSelection()?.selectAllChildren(table);
			return String(document.getSelection());
		});
		const lines = ["Name\tKind\tValue", ...rows.map((row) => row.join("\t").replaceAll("`", ""))];
		assert.equal(copied.replace(/\s*\n\s*/g, "\n").trim(), lines.join("\n"));
	});

	it("is drawn as if it came in one piece when it is streamed in bursts and ends within a body", async () => {
		const page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("first", "# Ready", true)], "first") });
		await page.getByRole("heading", { name: "Ready" }).waitFor();
		await page.evaluate(holdTime);
		const fence = `${markdown.split("\n").slice(0, 52).join("\n")}\n\`\`\`\ncode\n\`\`\`\n`;
		const nested = `- item\n\n${markdown.replace(/^(?=\|)/gm, "  ")}`;
		for (const [name, text] of Object.entries({
			markdown,
			fence,
			nested,
			late: `${markdown.replaceAll("| row ", "| [row] ")}\n\n[row]: https://a.example\n`,
		})) {
			const once = await show(page, snapshotOf([answerOf("a", text, true)], `once ${name}`), []);
			for (const length of [29, 1, 1999].filter((one) => one > 1 || name === "fence")) {
				const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, i) =>
					text.slice(i * length, (i + 1) * length),
				);
				const streamed = await show(page, snapshotOf([answerOf("a", "", false)], `${name} ${length}`), pieces);
				assert.equal(streamed, once, `${name} in pieces of ${length}`);
			}
		}
	});
});

/** Runs in the page: timers run on demand, and idle callbacks never run. */
function holdTime(): void {
	const timers = new Map<number, () => void>();
	let next = 1;
	Object.assign(window, {
		setTimeout: (run: () => void) => {
			timers.set(next, run);
			return next++;
		},
		clearTimeout: (timer: number) => timers.delete(timer),
		requestIdleCallback: () => 0,
		runTimers: () => {
			const due = [...timers.values()];
			timers.clear();
			for (const run of due) run();
		},
	});
}

/** Shows a conversation, streams the pieces into its answer, each of which is drawn separately, and returns the answer's DOM. */
function show(page: Page, snapshot: Snapshot, pieces: readonly string[]): Promise<string> {
	return page.evaluate(
		async (task) => {
			const { tellPanel, runTimers } = window as unknown as StandIn & { runTimers(): void };
			const drawn = () =>
				new Promise((resolve) => {
					const { port1, port2 } = new MessageChannel();
					port1.onmessage = resolve;
					port2.postMessage(null);
				});
			tellPanel("reset", task.snapshot);
			await drawn();
			for (const piece of task.pieces) {
				tellPanel("textAppended", "a", piece, "");
				runTimers();
			}
			if (task.pieces.length > 0)
				tellPanel("answerEnded", "a", { type: "complete", finishReason: "stop" }, 1, null, null);
			await drawn();
			const root = document.querySelector(".markdown");
			// Whether a part scrolls, and so takes the focus, is determined a frame later.
			for (const scroller of root?.querySelectorAll("[tabindex]") ?? []) {
				for (const name of ["tabindex", "role", "aria-label"]) scroller.removeAttribute(name);
			}
			return (root?.innerHTML ?? "").replace(/<!--.*?-->/g, "");
		},
		{ snapshot, pieces },
	);
}
