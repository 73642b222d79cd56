import type { Locator, Page } from "playwright-core";
import { tryAgain } from "../../host/tryAgain";
import { pick, quickInput, rows } from "../../host/workbench";
import type { PanelWindow } from "../panelWindow";

export interface SentMessage {
	readonly role: string;
	readonly content: unknown;
}

/**
 * Ticks an entry of the open quick pick, found by typing. Tries again: it may move away under the mouse while the list is
 * filtered.
 */
export async function tickEntry(page: Page, name: string): Promise<void> {
	const box = rows(page).filter({ hasText: name }).first().getByRole("checkbox").first();
	await tryAgain(async (timeout) => {
		await quickInput(page).locator("input[type=text]").fill(name, { timeout });
		await box.setChecked(true, { timeout });
	});
}

/** Returns functions that attach and inspect the context of the next question in a window's panel. */
export function contextChips(window: () => PanelWindow) {
	const page = () => window().window.page;
	const chips = (): Locator =>
		window().panel.getByRole("list", { name: "Goes with the next question" }).getByRole("listitem");
	return {
		chips,
		chip: (name: string): Locator => chips().filter({ hasText: name }),
		meter: (): Locator => window().panel.getByRole("meter", { name: "Context used" }),
		attach: (): Locator => window().panel.getByRole("button", { name: "Attach context" }),

		/** Attaches context through the picker that the button opens. */
		async attachBy(kind: string): Promise<void> {
			await window().panel.getByRole("button", { name: "Attach context" }).click();
			await pick(page(), kind);
		},

		/** Ticks entries of the open quick pick, found by typing, and confirms. */
		async tick(...names: readonly string[]): Promise<void> {
			for (const name of names) await tickEntry(page(), name);
			await quickInput(page()).getByRole("button", { name: "OK" }).click();
		},

		/** Removes all attachments. */
		async removeAll(): Promise<void> {
			for (let left = await chips().count(); left > 0; left--) {
				await chips().first().getByRole("button", { name: "Remove" }).click();
				await chips()
					.nth(left - 1)
					.waitFor({ state: "detached" });
			}
		},

		/** Returns the messages of the next chat request. */
		async nextMessages(): Promise<readonly SentMessage[]> {
			const { json } = await window().gateway.nextRequest(({ path }) => path === "/v1/chat/completions");
			return (json as { messages: readonly SentMessage[] }).messages;
		},
	};
}
