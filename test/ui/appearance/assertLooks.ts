import assert from "node:assert/strict";
import type { FrameLocator, Page } from "playwright-core";
import { tryAgain } from "../../host/tryAgain";
import { eventually } from "../eventually";
import { longRun } from "../longRun";
import type { PanelWindow } from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";
import { axeViolations } from "./axe";
import { wearInCopy, withPanelCopy } from "./panelCopy";
import { resizePanel } from "./resizePanel";

const nothing = async () => {};

/** The width of the panel's page in a side bar as narrow as VS Code makes it, in pixels. */
export const narrowWidth = 168;

/**
 * Asserts that axe finds no violation and nothing scrolls sideways, in every theme and both widths, in a copy of the
 * panel's page. In the window: takes the picture `NAME-dark`, and asserts that nothing scrolls sideways; in the long
 * run, does so in every theme and both widths, with the pictures `NAME-THEME` and `NAME-narrow-THEME`. Leaves the
 * window in the dark theme.
 *
 * @param enter restores, before each check, what is lost when the focus moves.
 */
export async function assertLooks(t: PanelWindow, name: string, enter = nothing): Promise<void> {
	const look = async (as: string) => {
		await enter();
		await screenshot(t.window.page, as);
		await assertNoSidewaysScroll(t.panel);
		if (longRun) assert.deepEqual(await axeViolations(t.panel), [], as);
	};
	const inEveryTheme = (as: string) => inThemes(t.window.page, (theme) => look(`${as}-${theme}`));
	await inEveryTheme(name);
	if (longRun) await narrowly(t, () => inEveryTheme(`${name}-narrow`));
	await enter();
	await withPanelCopy(t.panel, (copy) => assertCopyLooks(copy, name));
}

/**
 * All rules for the page as the window shows it. In the narrow width, all but one: the copy of a page has no code that lets the
 * keyboard into an element that has begun to scroll. In the other themes, the rules that depend on colours.
 */
async function assertCopyLooks(copy: Page, name: string): Promise<void> {
	const assertFlawless = async (as: string, choice?: Parameters<typeof axeViolations>[1]) => {
		await assertNoSidewaysScroll(copy);
		assert.deepEqual(await axeViolations(copy, choice), [], `the copy of ${name}, ${as}`);
	};
	await assertFlawless("dark");
	const { height = 800 } = copy.viewportSize() ?? {};
	await copy.setViewportSize({ width: narrowWidth, height });
	await assertFlawless("dark, narrow", { rules: { "scrollable-region-focusable": { enabled: false } } });
	for (const theme of ["light", "highContrastLight", "highContrastDark"] as const) {
		await wearInCopy(copy, theme);
		await assertFlawless(`${theme}, narrow`, { runOnly: ["color-contrast", "link-in-text-block"] });
	}
}

/** Runs a function with the narrowest side bar that VS Code allows, and then restores its width. */
export async function narrowly(t: PanelWindow, run: () => Promise<void>): Promise<void> {
	const bar = await t.window.page.locator(".part.auxiliarybar").boundingBox();
	const before = await assertNoSidewaysScroll(t.panel);
	await resized(t, 170, (wide) => wide < 260);
	await run();
	await resized(t, bar?.width ?? 400, (wide) => wide >= before.wide - 3);
}

/** Drags the side bar's edge, again if something covered it, until the panel's page has its new width, which comes later. */
async function resized(t: PanelWindow, width: number, fits: (wide: number) => boolean): Promise<void> {
	await tryAgain(async (timeout) => {
		await resizePanel(t.window.page, width);
		await eventually(async () => {
			const { wide } = await assertNoSidewaysScroll(t.panel);
			assert.ok(fits(wide), `the panel is ${wide} pixels wide, in a side bar of ${width}`);
		}, timeout);
	});
}

/** Asserts that the panel's page is not wider than its window. */
export async function assertNoSidewaysScroll(panel: Pick<FrameLocator, "locator">): Promise<{ readonly wide: number }> {
	const { wide, wider } = await panel.locator("html").evaluate(() => ({
		wide: document.documentElement.clientWidth,
		wider: document.documentElement.scrollWidth,
	}));
	assert.ok(wider <= wide, `the panel scrolls sideways: ${wider} in ${wide} pixels`);
	return { wide };
}
