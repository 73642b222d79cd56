import type { Page } from "playwright-core";

/** Waits until this is suggested at the cursor, or nothing. */
export async function ghostIs(page: Page, text: string): Promise<void> {
	await page.waitForFunction(
		([parts, awaited]) => {
			const shown = [...document.querySelectorAll(parts)].filter((one) => !one.parentElement?.closest(parts));
			return (
				shown
					.map(({ textContent }) => textContent)
					.join("")
					.replaceAll("\u00a0", " ") === awaited
			);
		},
		[".ghost-text-decoration, .ghost-text", text] as const,
		{ polling: 50, timeout: 30_000 },
	);
}
