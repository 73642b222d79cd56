import type { Locator } from "playwright-core";

/**
 * Opens the chip of the places that a search of the codebase has found; a single place has its own chip. The open file
 * and a model have chips too, which are not in the list.
 */
export async function openFoundPlaces(within: Locator): Promise<void> {
	await within.locator("li .chip-name").first().waitFor();
	const fold = within.locator(".found-places details:not([open]) > summary");
	if ((await fold.count()) > 0) await fold.first().click();
}
