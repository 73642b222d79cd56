import type { FrameLocator, Locator } from "playwright-core";
import { tryAgain } from "../../host/tryAgain";
import { messageBox } from "../panelWindow";

/**
 * Types a text into the empty composer, and waits for a suggestion. Types it again if a late change of the
 * focus has closed the list, which opens only with the next letter.
 */
export async function suggest(frame: FrameLocator, text: string, suggestion: Locator): Promise<void> {
	const box = messageBox(frame);
	await tryAgain(async (timeout) => {
		await box.fill("");
		await box.pressSequentially(text);
		await suggestion.waitFor({ timeout });
	});
}
