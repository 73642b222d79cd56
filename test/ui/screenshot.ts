import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { repositoryFolder } from "../host/paths";

/** Where the pictures of every state go, to be looked at. */
export const screenshotFolder = join(repositoryFolder, "out", "screenshots");

/** Takes a picture of the whole window. */
export async function screenshot(page: Page, name: string): Promise<void> {
	await mkdir(screenshotFolder, { recursive: true });
	await page.screenshot({ path: join(screenshotFolder, `${name}.png`) });
}
