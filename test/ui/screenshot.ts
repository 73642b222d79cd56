import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { runsOldest } from "../host/browser/hostRelease";
import { repositoryFolder } from "../host/paths";
import { switchTheme, themes, wears } from "../host/workbench";
import { longRun } from "./longRun";

/** The folder of the pictures of every state, for review. */
export const screenshotFolder = join(repositoryFolder, "out", runsOldest ? "screenshots-oldest" : "screenshots");

/** Whether pictures are taken: CI does not review them, and one takes as much processor time as ten key presses. */
const takesPictures = process.env.GATEHOUSE_PICTURES !== "0";

/** Takes a picture of a page, unless pictures are off; then it waits for the next frame, as a picture would. */
export async function pictureOf(page: Page, name: string): Promise<void> {
	if (takesPictures) await takePicture(page, name);
	else await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Takes a picture of a page even if pictures are off. */
export async function takePicture(page: Page, name: string): Promise<void> {
	await mkdir(screenshotFolder, { recursive: true });
	// Elements that fade in are then visible.
	await page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: "disabled" });
}

/** Takes a picture of the whole window, in the theme with which its name ends; otherwise, in the dark theme. */
export async function screenshot(page: Page, name: string): Promise<void> {
	const named = Object.entries(themes).find(([theme]) => name.endsWith(`-${theme}`));
	await wears(page, named?.[1] ?? themes.dark);
	await pictureOf(page, name);
}

/** A theme's key in `themes`, which is also the end of its pictures' names. */
export type ThemeName = keyof typeof themes;

/**
 * Checks a window in every theme in the long run, otherwise only in the dark theme; the dark theme is restored
 * then. `assertLooks` checks the panel's page in the other themes without the window.
 */
export async function inThemes(page: Page, look: (name: ThemeName) => Promise<void>): Promise<void> {
	const { dark, ...others } = themes;
	for (const [name, theme] of Object.entries(longRun ? { ...others, dark } : { dark })) {
		await switchTheme(page, theme);
		await look(name as ThemeName);
	}
}

/** Takes a picture in each of these themes; the picture's name ends with the theme's. */
export async function screenshotInThemes(page: Page, name: string): Promise<void> {
	await inThemes(page, (theme) => screenshot(page, `${name}-${theme}`));
}
