import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";

/**
 * Asserts that every control of the panel can be scrolled to, lies completely inside the panel's width, and is not covered, and that no
 * text is cut off without a way to read all of it.
 */
export async function assertReachable(frame: Pick<FrameLocator, "locator">, when: string): Promise<void> {
	const troubles = await frame.locator("html").evaluate(() => {
		const found: string[] = [];
		const width = document.documentElement.clientWidth;
		const nameOf = (element: Element) =>
			element.getAttribute("aria-label") ?? (element.textContent?.trim().slice(0, 40) || element.tagName.toLowerCase());
		// While a dialog is open, only its content can be reached.
		const within = document.querySelector("dialog[open]") ?? document;
		for (const element of within.querySelectorAll("button, textarea, input, summary, a[href]")) {
			if (!element.checkVisibility()) continue;
			element.scrollIntoView({ block: "center", inline: "nearest" });
			// A link may take more lines than there is room for: one of its pieces must be free.
			const covers = [...element.getClientRects()].map(({ left, right, top, bottom }) => {
				if (left < -0.5 || right > width + 0.5) found.push(`${nameOf(element)}: from ${left} to ${right} of ${width}`);
				return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
			});
			if (!covers.some((over) => over && (element.contains(over) || over.contains(element))))
				found.push(`${nameOf(element)}: ${covers.map((over) => over && nameOf(over)).join(", ")} lies over it`);
		}
		for (const element of document.querySelectorAll("body *")) {
			const { overflowX, textOverflow } = getComputedStyle(element);
			const cut = overflowX === "hidden" && element.scrollWidth > element.clientWidth + 1;
			const told = textOverflow === "ellipsis" && element.closest("[title]");
			if (cut && element.checkVisibility() && !told && !element.matches(".visually-hidden"))
				found.push(`${element.tagName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth} pixels`);
		}
		return found;
	});
	assert.deepEqual(troubles, [], when);
}
