import type { Locator, Page } from "playwright-core";

/** A button in the title of the preview that is shown. */
export const previewButton = (page: Page, name: string): Locator =>
	page.locator(".editor-group-container.active .title").getByRole("button", { name });

/** Waits until the reply that a preview shows has ended: until then nothing of it is accepted, though the buttons are there. */
export async function replyEnded(page: Page): Promise<void> {
	await previewButton(page, "Accept All Changes").waitFor();
	const progress = page.locator(".notifications-toasts").getByRole("button", { name: "Cancel" });
	await progress.first().waitFor({ state: "detached" });
}

/** Accepts what the preview shows, as soon as it can be. */
export async function acceptAll(page: Page): Promise<void> {
	await replyEnded(page);
	await previewButton(page, "Accept All Changes").click();
}
