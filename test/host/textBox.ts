import type { Locator } from "playwright-core";

/**
 * Focuses a box and replaces its text, as typing does, but in one step: between the focus and Playwright's own `fill`, an
 * editor that is just opening can take the focus, and with it the text.
 */
export async function setText(box: Locator, text: string, timeout: number): Promise<void> {
	const ready = box.locator("xpath=self::*[not(@disabled or @readonly)]");
	await ready.evaluate(
		(element: HTMLInputElement | HTMLTextAreaElement, value) => {
			element.focus();
			element.value = value;
			element.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText" }));
		},
		text,
		{ timeout },
	);
}
