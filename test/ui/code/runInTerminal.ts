import { mkdtemp, rm, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { runCommand } from "../../host/workbench";

/** Opens a terminal, runs a command in it, and waits until the command has ended. */
export async function runInTerminal(page: Page, command: string): Promise<void> {
	await runCommand(page, "Terminal: Create New Terminal");
	await page.locator(".terminal .xterm-screen").first().click();
	await page.locator(".xterm.focus").waitFor();
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-terminal-"));
	try {
		const made = somethingMadeIn(folder);
		await page.keyboard.type(`${command}; touch ${join(folder, "done")}`);
		await page.keyboard.press("Enter");
		await made;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Settles with the first file that is made in a folder. */
async function somethingMadeIn(folder: string): Promise<void> {
	for await (const _ of watch(folder)) return;
}
