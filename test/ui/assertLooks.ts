import assert from "node:assert/strict";
import { switchTheme, themes } from "../host/workbench";
import { axeViolations } from "./axe";
import type { PanelWindow } from "./panelWindow";
import { resizePanel } from "./resizePanel";
import { screenshot } from "./screenshot";

const nothing = async () => {};

/**
 * In every theme: a picture `NAME-THEME`, and no violation found by axe. Leaves the window in the dark theme.
 *
 * @param enter brings about again, before each look, what does not outlive that the keyboard is elsewhere.
 */
export async function assertLooks(t: PanelWindow, name: string, enter = nothing): Promise<void> {
	const { dark, ...others } = themes;
	for (const [themeName, theme] of Object.entries({ ...others, dark })) {
		await switchTheme(t.window.page, theme);
		await enter();
		await screenshot(t.window.page, `${name}-${themeName}`);
		assert.deepEqual(await axeViolations(t.panel), [], `${name} in ${themeName}`);
	}
}

/** In a side bar as narrow as VS Code makes it: a picture, nothing to scroll sideways, and no violation found by axe. */
export async function assertNarrow(t: PanelWindow, name: string, enter = nothing): Promise<void> {
	const { page } = t.window;
	await resizePanel(page, 170);
	await enter();
	await screenshot(page, `${name}-narrow-dark`);
	const { wide } = await assertNoSidewaysScroll(t);
	assert.ok(wide < 260, `the panel is still ${wide} pixels wide`);
	assert.deepEqual(await axeViolations(t.panel), []);
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
