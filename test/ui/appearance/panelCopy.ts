import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { openBarePage } from "../../host/barePanel";
import { repositoryFolder } from "../../host/paths";
import type { ThemeName } from "../screenshot";

/** The theme that VS Code gives to a webview's page: the class of its body, and the variables that the panel uses. */
export interface PageTheme {
	readonly class: string;
	readonly variables: Readonly<Record<string, string>>;
}

/** The themes as recorded in a VS Code window; a test compares them with the current ones. */
export const pageThemes: Readonly<Record<ThemeName, PageTheme>> = JSON.parse(
	await readFile(join(repositoryFolder, "test", "host", "panelThemes.json"), "utf8"),
);

/** In a copy, colours change at once, so that none is checked during a transition. */
const settled = "<style>*, ::before, ::after { transition: none !important }</style>";

/**
 * Copies the panel's content into a new page, where themes and widths change at once, and closes that page after
 * the check. Typed text, the focus and an open dialog are copied too; the copy runs no code.
 */
export async function withPanelCopy(panel: FrameLocator, look: (copy: Page) => Promise<void>): Promise<void> {
	const root = panel.locator("html");
	const { html, lang, width, height } = await root.evaluate(copyOf);
	const copy = await openBarePage(root.page().context(), settled + html);
	try {
		await copy.evaluate(bringBack, lang);
		await copy.setViewportSize({ width, height });
		await wearInCopy(copy, "dark");
		await look(copy);
	} finally {
		await copy.close();
	}
}

/** Applies a theme to the copy. */
export async function wearInCopy(copy: Page, name: ThemeName): Promise<void> {
	await copy.evaluate((theme) => {
		const { documentElement: root, body } = document;
		body.className = theme.class;
		root.removeAttribute("style");
		for (const [variable, value] of Object.entries(theme.variables)) root.style.setProperty(variable, value);
	}, pageThemes[name]);
}

/** Returns the page's own styles and its body, with the state that attributes do not contain. Runs in the panel's page. */
function copyOf(root: HTMLElement | SVGElement): {
	readonly html: string;
	readonly lang: string;
	readonly width: number;
	readonly height: number;
} {
	const copy = root.cloneNode(true) as HTMLElement;
	const originals = [...root.querySelectorAll("*")];
	for (const [i, element] of [...copy.querySelectorAll("*")].entries()) {
		const original = originals[i];
		if (original instanceof HTMLTextAreaElement) element.textContent = original.value;
		if (original instanceof HTMLInputElement) {
			element.setAttribute("value", original.value);
			element.toggleAttribute("checked", original.checked);
		}
		if (original instanceof HTMLOptionElement) element.toggleAttribute("selected", original.selected);
		if (original?.matches(":modal")) element.setAttribute("data-modal", "");
		if (original === document.activeElement) element.setAttribute("data-focused", "");
	}
	for (const element of copy.querySelectorAll("script, link, meta, base")) element.remove();
	const styles = [...copy.querySelectorAll("style")].map((style) => style.outerHTML);
	for (const style of copy.querySelectorAll("style")) style.remove();
	return {
		html: styles.join("") + (copy.querySelector("body")?.innerHTML ?? ""),
		lang: root.getAttribute("lang") ?? "",
		width: innerWidth,
		height: innerHeight,
	};
}

/** Opens the dialog and sets the focus as in the original. Runs in the copy. */
function bringBack(lang: string): void {
	document.documentElement.lang = lang;
	const dialog = document.querySelector<HTMLDialogElement>("[data-modal]");
	if (dialog) {
		dialog.open = false;
		dialog.showModal();
	}
	document.querySelector<HTMLElement>("[data-focused]")?.focus();
}
