import assert from "node:assert/strict";
import type { Frame, FrameLocator, Page } from "playwright-core";
import type { ChatHost } from "../../../src/shared/chatProtocol";
import { hostileHost } from "./hostileSnippets";

/** The part of the root element of the panel's page that the test replaces: its host. */
interface PanelElement extends Element {
	page: { readonly host: Pick<ChatHost, "openLink"> };
}

/** Actions of a page that no text may cause: requests, windows and dialogs. */
export interface Deeds {
	readonly asked: string[];
	readonly shown: string[];
}

/** Watches a page and its browser from now on. */
export function watch(page: Page): Deeds {
	const deeds: Deeds = { asked: [], shown: [] };
	page.on("request", (request) => deeds.asked.push(request.url()));
	page.context().on("page", (opened) => deeds.shown.push(`opened ${opened.url()}`));
	page.on("dialog", (dialog) => {
		deeds.shown.push(dialog.message());
		void dialog.dismiss();
	});
	return deeds;
}

/** Asserts that a press of any link only goes to the host, which asks. Returns the number of links. */
export async function everyLinkAsks(panel: Pick<FrameLocator, "locator">): Promise<number> {
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

/** Asserts that nothing ran in the panel or a frame around or in it, and that only VS Code received requests. */
export async function nothingRan(
	panel: Pick<FrameLocator, "locator">,
	page: Page,
	{ asked, shown }: Deeds,
): Promise<void> {
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
