import assert from "node:assert/strict";
import { tryAgain } from "../host/tryAgain";
import { switchTheme, themes } from "../host/workbench";
import { axeViolations } from "./axe";
import { eventually } from "./eventually";
import type { PanelWindow } from "./panelWindow";
import { resizePanel } from "./resizePanel";
import { screenshot } from "./screenshot";

const nothing = async () => {};

/**
 * In every theme and in both widths: the pictures `NAME-THEME` and `NAME-narrow-THEME`, no violation found by axe, and
 * nothing to scroll sideways. Leaves the window in the dark theme.
 *
 * @param enter brings about again, before each look, what does not outlive that the keyboard is elsewhere.
 */
export async function assertLooks(t: PanelWindow, name: string, enter = nothing): Promise<void> {
	const look = async (as: string) => {
		await enter();
		await screenshot(t.window.page, as);
		await assertNoSidewaysScroll(t);
		assert.deepEqual(await axeViolations(t.panel), [], as);
	};
	const { dark, ...others } = themes;
	const all = Object.entries({ dark, ...others });
	for (const [themeName, theme] of all) {
		await switchTheme(t.window.page, theme);
		await look(`${name}-${themeName}`);
	}
	// Narrowed once, and back through the themes: to drag the side bar's edge takes longer than to switch the theme.
	await narrowly(t, async () => {
		for (const [themeName, theme] of all.reverse()) {
			await switchTheme(t.window.page, theme);
			await look(`${name}-narrow-${themeName}`);
		}
	});
}

/** Runs with a side bar as narrow as VS Code makes it, and gives it its width back. */
export async function narrowly(t: PanelWindow, run: () => Promise<void>): Promise<void> {
	const bar = await t.window.page.locator(".part.auxiliarybar").boundingBox();
	const before = await assertNoSidewaysScroll(t);
	await resized(t, 170, (wide) => wide < 260);
	await run();
	await resized(t, bar?.width ?? 400, (wide) => wide >= before.wide - 3);
}

/** Drags the side bar's edge, again where something lay over it, until the panel's page has its new width: it comes later. */
async function resized(t: PanelWindow, width: number, fits: (wide: number) => boolean): Promise<void> {
	await tryAgain(async (timeout) => {
		await resizePanel(t.window.page, width);
		await eventually(async () => {
			const { wide } = await assertNoSidewaysScroll(t);
			assert.ok(fits(wide), `the panel is ${wide} pixels wide, in a side bar of ${width}`);
		}, timeout);
	});
}

/** The panel's page is not wider than its window. */
export async function assertNoSidewaysScroll(t: PanelWindow): Promise<{ readonly wide: number }> {
	const { wide, wider } = await t.panel.locator("html").evaluate(() => ({
		wide: document.documentElement.clientWidth,
		wider: document.documentElement.scrollWidth,
	}));
	assert.ok(wider <= wide, `the panel scrolls sideways: ${wider} in ${wide} pixels`);
	return { wide };
}
