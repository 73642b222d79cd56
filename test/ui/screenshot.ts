import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { repositoryFolder } from "../host/paths";
import { switchTheme, themes, wears } from "../host/workbench";

/** Where the pictures of every state go, to be looked at. */
export const screenshotFolder = join(repositoryFolder, "out", "screenshots");

/** Takes a picture of a page. */
export async function pictureOf(page: Page, name: string): Promise<void> {
	await mkdir(screenshotFolder, { recursive: true });
	// Elements that fade in have done so.
	await page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: "disabled" });
}

/** Takes a picture of the whole window, in the theme that its name ends with; without one, in the dark theme. */
export async function screenshot(page: Page, name: string): Promise<void> {
	const named = Object.entries(themes).find(([theme]) => name.endsWith(`-${theme}`));
	await wears(page, named?.[1] ?? themes.dark);
	await pictureOf(page, name);
}

/** Whether this is the long run, which looks at everything in every theme and repeats the kills. */
export const longRun = process.env.GATEHOUSE_LONG === "1";

/** A theme's key in `themes`, and the end of its pictures' names. */
export type ThemeName = keyof typeof themes;

/**
 * Looks at a window in every theme in the long run, otherwise in the dark theme alone; the dark theme is there again
 * then. `assertLooks` checks the panel's page in the other themes without the window.
 */
export async function inThemes(page: Page, look: (name: ThemeName) => Promise<void>): Promise<void> {
	const { dark, ...others } = themes;
	for (const [name, theme] of Object.entries(longRun ? { ...others, dark } : { dark })) {
		await switchTheme(page, theme);
		await look(name as ThemeName);
	}
}

/** Takes a picture in each of these themes, whose name the picture's ends with. */
export async function screenshotInThemes(page: Page, name: string): Promise<void> {
	await inThemes(page, (theme) => screenshot(page, `${name}-${theme}`));
}
