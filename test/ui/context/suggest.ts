import type { FrameLocator, Locator } from "playwright-core";
import { tryAgain } from "../../host/tryAgain";
import { messageBox } from "../panelWindow";

/**
 * Writes into the empty composer what is completed, and waits for a suggestion. Written again when a late change of the
 * focus took the list away: that comes with the next letter only.
 */
export async function suggest(frame: FrameLocator, text: string, suggestion: Locator): Promise<void> {
	const box = messageBox(frame);
	await tryAgain(async (timeout) => {
		await box.fill("");
		await box.pressSequentially(text);
		await suggestion.waitFor({ timeout });
	});
}
