import type { BrowserContext, Page } from "playwright-core";
import { openBrowsers } from "../host/browser/chromium";
import { deadline } from "../host/deadline";
import { notifications, quickInput } from "../host/workbench";
import { takePicture } from "./screenshot";

/** Time limit for the description of one window, in milliseconds. */
const patience = 30_000;

/**
 * Takes a picture of every open window and prints a description of it: on a remote machine, these are the only means
 * to find a cause. Never fails.
 *
 * @param title of the failed test.
 */
export async function reportFailure(title: string): Promise<void> {
	const name = `failed-${title.replace(/[^\p{L}\d]+/gu, "-")}`.slice(0, 180);
	for (const [browser, lines] of openBrowsers) {
		for (const page of browser.pages()) {
			const picture = `${name}-${pagesBefore(browser) + browser.pages().indexOf(page)}`;
			const looks = Promise.all([shownIn(page), takePicture(page, picture)]);
			const shown = await deadline(looks, patience, "The window did not answer").then(([parts]) => parts, String);
			console.log(`gatehouse: ${picture}: ${JSON.stringify({ shown, console: lines }, undefined, "\t")}`);
		}
	}
}

/** The number of pages of the browsers that were opened earlier. */
function pagesBefore(browser: BrowserContext): number {
	const browsers = [...openBrowsers.keys()];
	return browsers.slice(0, browsers.indexOf(browser)).reduce((sum, earlier) => sum + earlier.pages().length, 0);
}

/** Describes the parts of a window that tests most often wait for. */
async function shownIn(page: Page): Promise<object> {
	return {
		quickInput: await quickInput(page).allInnerTexts(),
		typed: await quickInput(page)
			.locator("input[type=text]:visible")
			.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
		notifications: await notifications(page).allInnerTexts(),
		dialogs: await page.getByRole("dialog").allInnerTexts(),
		menus: await page.getByRole("menu").allInnerTexts(),
		tabs: await page.locator(".editor-group-container .tab").allInnerTexts(),
		statusBar: await page.locator(".part.statusbar").allInnerTexts(),
		...(await page.evaluate(describeLayout)),
	};
}

/** Describes the focus, the secondary side bar and the webviews of a window. Runs in the page. */
function describeLayout(): object {
	const boxOf = (element: Element | null) => {
		if (!element?.checkVisibility({ visibilityProperty: true })) return "hidden";
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x, y, width, height].map(Math.round).join(" ");
	};
	const { activeElement } = document;
	const bar = document.querySelector(".part.auxiliarybar");
	return {
		focused: activeElement && `${activeElement.tagName} ${activeElement.className} ${activeElement.ariaLabel ?? ""}`,
		secondarySideBar: boxOf(bar),
		sideBarTabs: [...(bar?.querySelectorAll("[role=tab]") ?? [])].map(
			(tab) => `${tab.ariaLabel}: selected ${tab.ariaSelected}, ${boxOf(tab)}`,
		),
		sideBarViews: [...(bar?.querySelectorAll(".composite") ?? [])].map((view) => `${view.id}: ${boxOf(view)}`),
		webviews: [...document.querySelectorAll<HTMLIFrameElement>("iframe.webview")].map((webview) => {
			const inside = webview.contentDocument;
			return {
				class: webview.className,
				box: boxOf(webview),
				loaded: inside?.readyState,
				serviceWorker: inside?.defaultView?.navigator.serviceWorker?.controller?.scriptURL ?? null,
				frames: [...(inside?.querySelectorAll("iframe") ?? [])].map(
					(frame) =>
						`${frame.id}: ${frame.contentDocument?.readyState}, ${frame.contentDocument?.body?.childElementCount}`,
				),
				marks: (inside?.defaultView?.performance.getEntriesByType("mark") ?? []).map(
					({ name, startTime }) => `${name} ${Math.round(startTime)}`,
				),
			};
		}),
	};
}
