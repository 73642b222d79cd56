import assert from "node:assert/strict";
import type { Frame, FrameLocator, Page } from "playwright-core";
import type { ChatHost } from "../../../src/shared/chatProtocol";
import { sseChunk } from "../../gateway/endpoints/sseChunk";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { answers, ask, messageBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { hostileHost, hostileSnippets } from "./hostileSnippets";

/** The element at the root of the panel's page, as far as the test replaces its host. */
interface PanelElement extends Element {
	page: { readonly host: Pick<ChatHost, "openLink"> };
}

/** Actions of a page that no text may cause: its requests, and what it opened or showed. */
interface Deeds {
	readonly asked: string[];
	readonly shown: string[];
}

/** Watches a page and its browser from now on. */
function watch(page: Page): Deeds {
	const deeds: Deeds = { asked: [], shown: [] };
	page.on("request", (request) => deeds.asked.push(request.url()));
	page.context().on("page", (opened) => deeds.shown.push(`opened ${opened.url()}`));
	page.on("dialog", (dialog) => {
		deeds.shown.push(dialog.message());
		void dialog.dismiss();
	});
	return deeds;
}

/** Without the policy that VS Code's webviews have: what gets into the page would run, load and open here. */
describe("hostile markdown and HTML in the panel's page alone", () => {
	let browser: BareBrowser;
	let page: Page;
	let deeds: Deeds;
	let links = 0;
	before(async () => {
		browser = await openBareBrowser();
		page = await browser.open(panelBody, { snapshot: snapshotOf([answerOf("first", "# Ready", true)], "first") });
		await page.getByRole("heading", { name: "Ready" }).waitFor();
		deeds = watch(page);
	});
	after(() => browser?.close());

	const group = 40;
	it("is a corpus of more than 200", () => assert.ok(hostileSnippets.length > 200));

	for (let first = 0; first < hostileSnippets.length; first += group) {
		const snippets = hostileSnippets.slice(first, first + group);
		it(`runs nothing, asks for nothing, and every link asks: ${first} to ${first + snippets.length - 1}`, async () => {
			const streamed = snapshotOf(
				snippets.map((_, i) => answerOf(`a${first + i}`, "", false)),
				`from ${first}`,
			);
			await page.evaluate((snapshot) => (window as unknown as StandIn).tellPanel("reset", snapshot), streamed);
			for (const [i, snippet] of snippets.entries()) {
				await page.evaluate(
					([id, text, reasoning]) => {
						const { tellPanel } = window as unknown as StandIn;
						tellPanel("textAppended", id, text, reasoning);
						tellPanel("answerEnded", id, { type: "complete", finishReason: "stop" }, 1, null, null);
					},
					[`a${first + i}`, `Snippet ${first + i}.\n\n${snippet}\n`, snippet] as const,
				);
				await page.getByText(`Snippet ${first + i}.`, { exact: true }).waitFor();
			}
			assert.equal(await page.locator("gatehouse-transcript .markdown").count(), snippets.length);
			await nothingRan(page, page, deeds);
			links += await everyLinkAsks(page);
		});
	}

	it("has links to ask about", () => assert.ok(links > 20, `only ${links} links`));
});

describe("hostile markdown and HTML in the real webview", () => {
	let t: PanelWindow;
	let deeds: Deeds;
	before(async () => {
		t = await openPanelWindow();
		deeds = watch(t.window.page);
	});
	after(() => t?.close());

	it("runs nothing, asks for nothing, and every link asks: one of 29", async () => {
		for (const [i, snippet] of hostileSnippets.entries()) {
			if (i % 29 > 0) continue;
			const thought = sseChunk({ reasoning_content: snippet });
			const data = thought + sseChunk(`Snippet ${i}.\n\n${snippet}\n`) + sseChunk({}, "stop");
			t.gateway.script({ chunks: [{ type: "bytes", data }] });
			await ask(t.panel, `Say ${i}`);
			await answers(t.panel).last().getByText(`Snippet ${i}.`, { exact: true }).waitFor();
		}
		await nothingRan(t.panel, t.window.page, deeds);
		assert.ok((await everyLinkAsks(t.panel)) > 2);
		await screenshot(t.window.page, "hostile-html-dark");
	});

	it("shows VS Code's question, with the whole address, when a link is pressed", async () => {
		const { page } = t.window;
		const data = sseChunk(`See [the site](https://${hostileHost}/a?b=c).\n`) + sseChunk({}, "stop");
		t.gateway.script({ chunks: [{ type: "bytes", data }] });
		const answer = await ask(t.panel, "Where?");
		await answer.getByRole("link", { name: "the site" }).click();
		const question = page.getByRole("dialog").filter({ hasText: `https://${hostileHost}/a?b=c` });
		await question.waitFor();
		await screenshot(page, "hostile-link-dark");
		await question.getByRole("button", { name: "Cancel" }).click();
		await question.waitFor({ state: "detached" });
		await nothingRan(t.panel, page, deeds);
		await messageBox(t.panel).waitFor();
	});
});

/** A press of any link goes to the host, which asks, and nowhere else. Returns how many there are. */
async function everyLinkAsks(panel: Pick<FrameLocator, "locator">): Promise<number> {
	const pressed = await panel.locator("html").evaluate(async () => {
		const panel = document.querySelector("gatehouse-panel") as PanelElement;
		const opened: string[] = [];
		const host = { openLink: async (address: string) => void opened.push(address) };
		const { page } = panel;
		panel.page = Object.create(page, { host: { value: host } });
		const found = [
			...document.querySelectorAll<HTMLAnchorElement>("gatehouse-transcript a, gatehouse-transcript area"),
		];
		let escaped = 0;
		const note = () => escaped++;
		document.body.addEventListener("click", note);
		const prevented = found.map(
			(link) => !link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
		);
		document.body.removeEventListener("click", note);
		panel.page = page;
		return {
			found: found.map((link) => ({ address: link.getAttribute("href"), title: link.title })),
			opened,
			escaped,
			prevented,
		};
	});
	assert.deepEqual(
		pressed.opened,
		pressed.found.map(({ address }) => address),
	);
	assert.equal(pressed.escaped, 0);
	assert.ok(pressed.prevented.every(Boolean));
	for (const { address, title } of pressed.found) {
		assert.match(address ?? "", /^(?:(?:https?|mailto):|place:(?!\/|\.\.))/);
		const shown = title.replace(/^Open /, "place:");
		assert.equal(shown, address, "the whole address is shown before it is opened");
	}
	return pressed.found.length;
}

/** Neither in the panel nor in a frame around or in it, and nothing was asked of anyone but VS Code. */
async function nothingRan(panel: Pick<FrameLocator, "locator">, page: Page, { asked, shown }: Deeds): Promise<void> {
	const frames = page.frames();
	const marked = await Promise.all(
		frames.map((frame: Frame) => frame.evaluate(() => "hostile" in globalThis).catch(() => false)),
	);
	assert.ok(!marked.includes(true), "something ran");
	assert.deepEqual(shown, []);
	assert.deepEqual(
		asked.filter((url) => url.includes(hostileHost) || url.endsWith("/x")),
		[],
	);
	const elements = await panel
		.locator("gatehouse-transcript")
		.evaluate((root) =>
			[
				...root.querySelectorAll(
					"script, style, link, meta, base, iframe, object, embed, img, svg, math, form, video, audio, template, [style], [onerror], [onload]",
				),
			].map((element) => element.outerHTML),
		);
	assert.deepEqual(elements, []);
}
