import type { Page } from "playwright-core";

/** Drags the edge of the secondary side bar, as a user does, until it is about this many pixels wide. */
export async function resizePanel(page: Page, width: number): Promise<void> {
	const bar = await page.locator(".part.auxiliarybar").boundingBox();
	if (!bar) throw new Error("The secondary side bar is not shown.");
	const sashes = await Promise.all(
		(await page.locator(".monaco-sash.vertical:visible").all()).map((sash) => sash.boundingBox()),
	);
	const edges = sashes.flatMap((sash) => (sash ? [sash.x + sash.width / 2] : []));
	const edge = edges.reduce((a, b) => (Math.abs(a - bar.x) < Math.abs(b - bar.x) ? a : b));
	const y = bar.y + bar.height / 2;
	await page.mouse.move(edge, y);
	await page.mouse.down();
	// Moves by the difference in width, because the edge lies beside the bar: undoing a resize restores the same width.
	await page.mouse.move(edge + bar.width - width, y, { steps: 8 });
	await page.mouse.up();
}
