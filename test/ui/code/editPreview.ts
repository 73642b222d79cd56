import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { leaveQuickInput } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import { answer, quickInput } from "../../host/workbench";
import { axeViolations } from "../appearance/axe";
import { inThemes, screenshot } from "../screenshot";

/** A button in the title of the preview that is shown. */
export const previewButton = (page: Page, name: string): Locator =>
	page.locator(".editor-group-container.active .title").getByRole("button", { name });

/** The box beside the code that takes the instruction of an edit. */
export const instructionBox = (page: Page): Locator =>
	page.locator('.comment-form .monaco-editor[data-uri^="comment://gatehouse-inline"]');

/** The words beside the changes of a preview, in their order. */
export const changeWords = (page: Page): Locator => page.locator(".editor.modified .review-widget .head");

/** One of the words beside a change, such as "Accept". Changes are counted from 1. */
export const changeWord = (page: Page, change: string, name: string): Locator =>
	changeWords(page)
		.filter({ hasText: change })
		.getByRole("button", { name: new RegExp(`^${name}\\b`) });

/** Returns the box once it has the keyboard. */
export const focusedInstructionBox = (page: Page): Locator => page.locator(".comment-form .monaco-editor.focused");

/**
 * Opens the box beside the code, and waits until it has the keyboard. Tries again: on a slow machine, Gatehouse may give up
 * on the box, and asks at the top of the window.
 */
export async function openInstructionBox(page: Page, open: () => Promise<void>): Promise<void> {
	await tryAgain(
		async (timeout) => {
			await open();
			await focusedInstructionBox(page).waitFor({ timeout });
		},
		() => leaveQuickInput(page),
	);
}

/** The button that sends the instruction in the box. */
const sendInstruction = (page: Page): Locator => page.locator(".review-widget").getByRole("button", { name: "Send" });

/**
 * Waits until the box beside the code has the focus, types an instruction, and sends it with Enter. On a slow machine,
 * Gatehouse may have given up on the box, and asks at the top of the window.
 *
 * @param asked a part of the box's text.
 */
export async function instruct(page: Page, asked: string, instruction: string): Promise<void> {
	const atTop = quickInput(page).getByText("What should change in");
	const otherQuestion = quickInput(page).filter({ hasNotText: "What should change in" });
	await focusedInstructionBox(page).or(atTop).first().waitFor();
	if (!(await atTop.isVisible())) {
		await page.locator(".review-widget .head").filter({ hasText: asked }).waitFor();
		await page.keyboard.insertText(instruction);
	}
	let isFirst = true;
	await tryAgain(async (timeout) => {
		if (await atTop.isVisible()) await answer(page, instruction);
		else if (isFirst && (await focusedInstructionBox(page).isVisible())) await page.keyboard.press("Enter");
		else if ((await instructionBox(page).isVisible()) && !(await otherQuestion.isVisible()))
			await sendInstruction(page).click({ timeout });
		isFirst = false;
		// The box stays open until something else has the keyboard: the preview, or a question.
		const gone = instructionBox(page).or(atTop).first().waitFor({ state: "detached", timeout });
		await Promise.any([gone, otherQuestion.waitFor({ timeout })]);
	});
}

/** Takes a picture in each theme, and asserts that axe finds no violation in the elements of a selector. */
export const looksRight = (page: Page, name: string, within: string): Promise<void> =>
	inThemes(page, async (theme) => {
		await screenshot(page, `${name}-${theme}`);
		assert.deepEqual(await axeViolations(page, { within }), [], theme);
	});

/** Saves the active editor as soon as it has changed. Tries again: the keyboard may still be elsewhere. */
export async function saveActive(page: Page): Promise<void> {
	const dirty = page.locator(".tab.active.dirty");
	await dirty.waitFor();
	await tryAgain(async (timeout) => {
		await page.keyboard.press("ControlOrMeta+S");
		await dirty.waitFor({ state: "detached", timeout });
	});
}

/** Waits until the reply that a preview shows has ended: until then, nothing of it can be accepted, although the buttons are there. */
export async function replyEnded(page: Page): Promise<void> {
	await previewButton(page, "Accept All").waitFor();
	const progress = page.locator(".notifications-toasts").getByRole("button", { name: "Cancel" });
	await progress.first().waitFor({ state: "detached" });
}

/** Accepts the previewed change as soon as possible. */
export async function acceptAll(page: Page): Promise<void> {
	await replyEnded(page);
	await previewButton(page, "Accept All").click();
}
