import type { Page } from "playwright-core";
import type { Settings } from "../vscode/userSettings";

/** The user's preferred colours, as the operating system reports them. */
export interface ColorScheme {
	readonly dark: boolean;
	readonly highContrast: boolean;
}

/** Settings with which VS Code uses the theme that fits the system's colour scheme. */
export const followColorScheme: Settings = {
	"window.autoDetectColorScheme": true,
	"window.autoDetectHighContrast": true,
	"workbench.preferredDarkColorTheme": "Dark Modern",
	"workbench.preferredLightColorTheme": "Light Modern",
	"workbench.preferredHighContrastColorTheme": "Default High Contrast",
	"workbench.preferredHighContrastLightColorTheme": "Default High Contrast Light",
};

const kept = "gatehouse-tests-high-contrast";

/** Lets `setColorScheme` change a page's colour scheme, which is dark at first. To be called before the page's first navigation. */
export async function ownColorScheme(page: Page): Promise<void> {
	await page.emulateMedia({ colorScheme: "dark" });
	await page.addInitScript(answerForcedColors, kept);
}

/** Changes what VS Code sees as the system's colour scheme. The change survives a reload. */
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
 * Runs in the page: replaces the system's answer about high contrast. Chromium's own emulation would also paint every page in the
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
