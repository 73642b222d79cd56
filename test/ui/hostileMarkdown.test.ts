import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import type { ChatHost } from "../../src/shared/chatProtocol";
import { sseChunk } from "../gateway/sseChunk";
import { hostileHost, hostileSnippets } from "./hostileSnippets";
import { answers, ask, messageBox, newConversation, openPanelWindow, type PanelWindow } from "./panelWindow";
import { screenshot } from "./screenshot";

/** The element at the root of the panel's page, as far as the test replaces its host. */
interface PanelElement extends Element {
	page: { readonly host: Pick<ChatHost, "openLink"> };
}

describe("hostile markdown and HTML in the real webview", () => {
	let t: PanelWindow;
	const asked: string[] = [];
	const dialogs: string[] = [];
	let links = 0;
	before(async () => {
		t = await openPanelWindow();
		const { page } = t.window;
		page.on("request", (request) => asked.push(request.url()));
		page.context().on("page", (opened) => dialogs.push(`opened ${opened.url()}`));
		page.on("dialog", (dialog) => {
			dialogs.push(dialog.message());
			void dialog.dismiss();
		});
	});
	after(() => t?.close());

	const group = 40;
	it("is a corpus of more than 200", () => assert.ok(hostileSnippets.length > 200));

	for (let first = 0; first < hostileSnippets.length; first += group) {
		const snippets = hostileSnippets.slice(first, first + group);
		it(`runs nothing, asks for nothing, and every link asks: ${first} to ${first + snippets.length - 1}`, async () => {
			if (first > 0) {
				await newConversation(t);
			}
			for (const [i, snippet] of snippets.entries()) {
				const thought = sseChunk({ reasoning_content: snippet });
				const data = thought + sseChunk(`Snippet ${first + i}.\n\n${snippet}\n`) + sseChunk({}, "stop");
				t.gateway.script({ chunks: [{ type: "bytes", data }] });
				await ask(t.panel, `Say ${first + i}`);
				await answers(t.panel)
					.last()
					.getByText(`Snippet ${first + i}.`, { exact: true })
					.waitFor();
			}
			await nothingRan();
			await everyLinkAsks();
			if (first === 0) await screenshot(t.window.page, "hostile-html-dark");
		});
	}

	it("has links to ask about", () => assert.ok(links > 20, `only ${links} links`));

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
		await nothingRan();
		await messageBox(t.panel).waitFor();
	});

	/** A press of any link goes to the host, which asks, and nowhere else. */
	async function everyLinkAsks(): Promise<void> {
		const pressed = await t.panel.locator("html").evaluate(async () => {
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
		links += pressed.found.length;
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
	}

	/** Neither in the panel nor in a frame around or in it, and nothing was asked of anyone but VS Code. */
	async function nothingRan(): Promise<void> {
		const frames = t.window.page.frames();
		const marked = await Promise.all(
			frames.map((frame: Frame) => frame.evaluate(() => "hostile" in globalThis).catch(() => false)),
		);
		assert.ok(!marked.includes(true), "something ran");
		assert.deepEqual(dialogs, []);
		assert.deepEqual(
			asked.filter((url) => url.includes(hostileHost) || url.endsWith("/x")),
			[],
		);
		const elements = await t.panel
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
});
