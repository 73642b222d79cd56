import type { Page } from "playwright-core";
import { clickShown, tryAgain } from "./tryAgain";
import { quickInput, rows, runCommand } from "./workbench";

/**
 * Closes the open quick input with Escape, which is pressed in the box itself: a late change of the focus may leave
 * the box open, and in an editor Escape removes the selection.
 */
export async function leaveQuickInput(page: Page): Promise<void> {
	const box = quickInput(page).locator("input:visible").first();
	await tryAgain(async (timeout) => {
		if (await quickInput(page).isVisible()) await box.press("Escape", { timeout });
		await quickInput(page).waitFor({ state: "hidden", timeout });
	});
}

/**
 * Chooses an entry of the quick pick that a command shows, by a part of its text. Tries again: with VS Code's own settings, a
 * change of the focus closes it, and so does a window that is still opening. Nothing is chosen twice: there is no wait
 * after the click.
 */
export async function pickByCommand(page: Page, title: string, text: string): Promise<void> {
	const entry = rows(page).filter({ hasText: text }).first();
	await tryAgain(async (timeout) => {
		await runCommand(page, title);
		await clickShown(entry, timeout);
	});
}
