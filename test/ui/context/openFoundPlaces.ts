import type { Locator } from "playwright-core";

/** Opens the chip of the places that a search of the codebase has found; a single place is a chip of its own. */
export async function openFoundPlaces(within: Locator): Promise<void> {
	await within.locator(".chip-name").first().waitFor();
	const fold = within.locator(".found-places details:not([open]) > summary");
	if ((await fold.count()) > 0) await fold.first().click();
}
