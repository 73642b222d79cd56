import type { Locator, Page } from "playwright-core";
import type { DemoGateway } from "../../gateway/demoGateway";
import { tryAgain } from "../../host/tryAgain";
import { fillBox, notifications, pressRowButton, quickInput, rows, showByCommand } from "../../host/workbench";
import { isEmbedding } from "../hostile/embeddedTexts";

/** The commands' titles. */
export const searchCommand = "Gatehouse: Search Workspace by Meaning…";
export const buildCommand = "Gatehouse: Build Index…";
export const viewCommand = "Gatehouse: Show Index";

/** The first row of the open quick pick with this text. While rows are redrawn, one may appear in two places. */
export const rowOf = (page: Page, text: string | RegExp): Locator => rows(page).filter({ hasText: text }).first();
/** The view's row for a complete index. */
export const isComplete = (page: Page): Locator => rowOf(page, /^\s*Complete/);
/** The index's entry in the status bar, by its accessible name. */
export const indexStatus = (page: Page, name: RegExp): Locator =>
	page.locator(".part.statusbar").getByRole("button", { name });
/** A notification, by a part of its text. */
export const told = (page: Page, text: string | RegExp): Locator =>
	notifications(page).filter({ hasText: text }).first();
/** The notification of a finished build, with the number of files that can be searched by meaning. */
export const toldBuilt = (page: Page, files: number): Locator =>
	told(page, new RegExp(`index is built\\..*: ${files}(?!\\d)`));
/** The text box of the open quick pick. */
export const searchBox = (page: Page): Locator => quickInput(page).locator("input[type=text]");
/** Waits until the quick pick is closed. */
export const closed = (page: Page): Promise<void> => quickInput(page).waitFor({ state: "hidden" });

/** Opens the search, and types a text. */
export async function typeSearch(page: Page, text: string): Promise<void> {
	const title = quickInput(page).locator(".quick-input-title", { hasText: "Search Workspace by Meaning" });
	await showByCommand(page, searchCommand, title);
	await retype(page, text);
}

/** Replaces the text in the open search. */
export const retype = (page: Page, text: string): Promise<void> => fillBox(searchBox(page), text);

/** Adds a place that was found to the chat with the button of its row, and waits until the button confirms it. */
export async function addToChat(page: Page, place: string): Promise<void> {
	await pressRowButton(page, place, "Add to Chat");
	// The mouse may be beside the row after it was redrawn.
	await tryAgain(async (timeout) => {
		await rowOf(page, place).hover({ timeout });
		await rowOf(page, place).getByRole("button", { name: "Added to the chat" }).waitFor({ timeout });
	});
}

/**
 * Holds the gateway's requests for embeddings after this number until they are released; they then end without an
 * answer.
 */
export function holdEmbeddings(gateway: DemoGateway, after: number): { letGo(): void } {
	let seen = 0;
	let release = () => {};
	const until = new Promise<void>((resolve) => {
		release = resolve;
	});
	const held = gateway.script({
		match: (request) => isEmbedding(request) && ++seen > after,
		times: Number.POSITIVE_INFINITY,
		chunks: [{ type: "wait", until }, { type: "close" }],
	});
	return {
		letGo() {
			held.dispose();
			release();
		},
	};
}
