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
	// What fades in has done so.
	await page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: "disabled" });
}

/** Takes a picture of the whole window, in the theme that its name ends with; without one, in the dark theme. */
export async function screenshot(page: Page, name: string): Promise<void> {
	const named = Object.entries(themes).find(([theme]) => name.endsWith(`-${theme}`));
	await wears(page, named?.[1] ?? themes.dark);
	await pictureOf(page, name);
}

/** The same in each theme, whose name the pictures' ends with; the dark one is there again then. */
export async function screenshotInThemes(page: Page, name: string): Promise<void> {
	for (const [theme, wanted] of Object.entries(themes)) {
		await switchTheme(page, wanted);
		await screenshot(page, `${name}-${theme}`);
	}
	await switchTheme(page, themes.dark);
}
