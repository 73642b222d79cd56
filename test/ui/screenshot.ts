import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { runsOldest } from "../host/browser/hostRelease";
import { repositoryFolder } from "../host/paths";
import { switchTheme, themes, wears } from "../host/workbench";
import { longRun } from "./longRun";

/** Where the pictures of every state go, to be looked at. */
export const screenshotFolder = join(repositoryFolder, "out", runsOldest ? "screenshots-oldest" : "screenshots");

/** Whether pictures are taken: CI does not look at them, and one costs a processor as much as ten key presses. */
const takesPictures = process.env.GATEHOUSE_PICTURES !== "0";

/** Takes a picture of a page, unless none are wanted; then it waits until what was done is drawn, as a picture would. */
export async function pictureOf(page: Page, name: string): Promise<void> {
	if (takesPictures) await takePicture(page, name);
	else await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Takes a picture of a page in any case. */
export async function takePicture(page: Page, name: string): Promise<void> {
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
