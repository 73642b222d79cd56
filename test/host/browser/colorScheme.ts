import type { Page } from "playwright-core";
import type { Settings } from "../vscode/userSettings";

/** The operating system's report of its user's preferred colours. */
export interface ColorScheme {
	readonly dark: boolean;
	readonly highContrast: boolean;
}

/** With these, VS Code wears the theme that fits the system's colour scheme. */
export const followColorScheme: Settings = {
	"window.autoDetectColorScheme": true,
	"window.autoDetectHighContrast": true,
	"workbench.preferredDarkColorTheme": "Dark Modern",
	"workbench.preferredLightColorTheme": "Light Modern",
	"workbench.preferredHighContrastColorTheme": "Default High Contrast",
	"workbench.preferredHighContrastLightColorTheme": "Default High Contrast Light",
};

const kept = "gatehouse-tests-high-contrast";

/** Makes a page's colour scheme one that `setColorScheme` can change; before the page's first address. Dark at first. */
export async function ownColorScheme(page: Page): Promise<void> {
	await page.emulateMedia({ colorScheme: "dark" });
	await page.addInitScript(answerForcedColors, kept);
}

/** Changes what VS Code takes for the system's colour scheme; it outlives a reload. */
export async function setColorScheme(page: Page, { dark, highContrast }: ColorScheme): Promise<void> {
	await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
	await page.evaluate(
		([key, value]) => {
			sessionStorage.setItem(key, value);
			document.dispatchEvent(new Event(key));
		},
		[kept, String(highContrast)] as const,
	);
}

/**
 * Runs in the page: answers for the system's high contrast. Chromium's own emulation would also paint every page in the
 * system's colours, which VS Code's desktop does not.
 */
function answerForcedColors(key: string): void {
	if (window !== top) return;
	const real = window.matchMedia.bind(window);
	window.matchMedia = (query) => {
		const list = real(query);
		if (query !== "(forced-colors: active)") return list;
		Object.defineProperty(list, "matches", { get: () => sessionStorage.getItem(key) === "true" });
		document.addEventListener(key, () => list.dispatchEvent(new Event("change")));
		return list;
	};
}
