import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";

const low = { width: 420, height: 320 };
const paragraphs = (count: number) => "A paragraph.\n\n".repeat(count);

/** The button that jumps to the end, in the panel's page alone. */
describe("panel: the way back to the end of a conversation", () => {
	let browser: BareBrowser;
	let page: Page;
	before(async () => {
		browser = await openBareBrowser();
	});
	beforeEach(async () => {
		page = await browser.open(panelBody, { snapshot: conversation("c", 12), viewport: low });
		await page.getByText("The end.").waitFor();
	});
	afterEach(() => page.close());
	after(() => browser?.close());

	/** A conversation whose answer is still streaming. */
	const conversation = (id: string, count: number) =>
		snapshotOf([answerOf(`answer-${id}`, `${paragraphs(count)}The end.\n\n`, false)], id);
	const tell = (method: string, ...args: unknown[]) =>
		page.evaluate((call) => (window as unknown as StandIn).tellPanel(call.method, ...call.args), { method, args });
	const jump = () => page.getByRole("button", { name: "Jump to latest" });
	const painted = () =>
		page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	const goToBeginning = async () => {
		await page.getByRole("log").press("Home");
		await jump().waitFor();
		await page.waitForFunction(() => document.querySelector("[role=log]")?.scrollTop === 0);
	};
	/** Loads the page again, and lets it keep its state for the next ones, as VS Code does. */
	const keep = async () => {
		await page.addInitScript(keepState);
		await page.reload();
		await page.getByText("The end.").waitFor();
	};
	/** Opens the page again, with its state, and an answer of this length. */
	const reopen = async (count: number) => {
		await page.waitForFunction(() => /"top":\d/.test(localStorage.getItem("kept") ?? ""));
		await page.close();
		page = await browser.open(panelBody, { snapshot: conversation("c", count), viewport: low });
		await keep();
	};
	/** Adds more text than the panel has room for; settles when its end is in view. */
	const addMore = async (id: string) => {
		await tell("textAppended", `answer-${id}`, `${paragraphs(60)}The very end.\n\n`, "");
		await page.getByText("The very end.").waitFor();
		await page.waitForFunction(() => {
			const log = document.querySelector("[role=log]");
			return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight <= 24;
		});
		assert.equal(await jump().count(), 0);
	};

	it("is not shown any more once the conversation has become so short that all of it is in view", async () => {
		await goToBeginning();
		await tell("reset", conversation("c", 1));
		await jump().waitFor({ state: "detached" });
		await addMore("c");
	});

	it("is not shown for a position that is restored in a conversation that has become short", async () => {
		await keep();
		await goToBeginning();
		await reopen(1);
		await page.locator(".markdown p").nth(1).getByText("The end.").waitFor();
		await painted();
		assert.equal(await jump().count(), 0);
		await addMore("c");
	});

	it("is shown for a position that is restored in a conversation that is still long", async () => {
		await keep();
		await goToBeginning();
		await reopen(12);
		await jump().waitFor();
		assert.ok((await page.getByRole("log").evaluate((log) => log.scrollTop)) <= 24);
	});
});

/** Runs in the page before its scripts. */
function keepState(): void {
	const host = window as unknown as { acquireVsCodeApi: () => object };
	const acquire = host.acquireVsCodeApi;
	host.acquireVsCodeApi = () => ({
		...acquire(),
		getState: () => JSON.parse(localStorage.getItem("kept") ?? "null") ?? undefined,
		setState: (state: unknown) => localStorage.setItem("kept", JSON.stringify(state)),
	});
}
