import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Snapshot } from "../../src/shared/chatProtocol";
import { seededRandom } from "../faults/seededRandom";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../host/barePanel";
import { answerOf, snapshotOf } from "../host/panelSnapshot";
import { randomMarkdown, randomPieces } from "./randomMarkdown";

const documents = 200;

/** The panel's page, with a stand-in for VS Code: what is tested here is the page alone. */
describe("streamed markdown", () => {
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
		it(`is drawn like the same in one go: documents ${first} to ${first + 24}`, async () => {
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
});

/** Runs in the page: timers run when they are told to, and nothing is done when idle. */
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

/** Shows a conversation, streams the pieces into its answer, each drawn on its own, and gives the answer's DOM. */
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
			// The keyboard's way into what scrolls is found out a frame later.
			for (const scroller of root?.querySelectorAll("[tabindex]") ?? []) {
				for (const name of ["tabindex", "role", "aria-label"]) scroller.removeAttribute(name);
			}
			return (root?.innerHTML ?? "").replace(/<!--.*?-->/g, "");
		},
		{ snapshot, pieces },
	);
}
