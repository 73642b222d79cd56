import assert from "node:assert/strict";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { setColorScheme } from "./browser/colorScheme";
import { setText } from "./textBox";
import { clickGone, clickShown, tryAgain } from "./tryAgain";

/** VS Code's own themes: the name in the picker, and the theme's file, which is one of the window's classes. */
export const themes = {
	light: { label: "Light Modern", file: "light_modern", dark: false, highContrast: false },
	dark: { label: "Dark Modern", file: "dark_modern", dark: true, highContrast: false },
	highContrastLight: { label: "Light High Contrast", file: "hc_light", dark: false, highContrast: true },
	highContrastDark: { label: "Dark High Contrast", file: "hc_black", dark: true, highContrast: true },
} as const;
export type Theme = (typeof themes)[keyof typeof themes];

/** The quick pick, quick input or palette that is open. */
export const quickInput = (page: Page): Locator => page.locator(".quick-input-widget:visible");

/** The rows of the open quick pick. */
export const rows = (page: Page): Locator => quickInput(page).locator(".quick-input-list .monaco-list-row");

/**
 * Opens a quick input with a key, types, and chooses the entry with this text. Tries again: a key pressed in the panel takes
 * longer to reach VS Code, text typed before the list is there is lost, and an opening window closes the input.
 */
async function choose(page: Page, key: string, typed: string, text: string): Promise<void> {
	const input = quickInput(page).locator("input[type=text]");
	const entry = rows(page).filter({ hasText: text }).first();
	await tryAgain(
		async (timeout) => {
			await page.keyboard.press(key);
			await setText(input, typed, timeout);
			// If the mouse is over the box, the box's tooltip covers the entry, and stays.
			await page.mouse.move(0, 0);
			await clickShown(entry, timeout);
			// Until then, the palette's entries are shown, which may have the text of the next wait. A page that was busy for
			// that long is checked once more, so that no command runs twice.
			const answered = page.waitForFunction(isAnswered, typed, { timeout, polling: 50 });
			if (!(await succeeds(answered))) assert.ok(await page.evaluate(isAnswered, typed), `${typed} was not taken`);
		},
		async (timeout) => {
			// Pressed in the box itself: in an editor, Escape removes the selection.
			if (await input.isVisible()) await input.press("Escape", { timeout }).catch(() => {});
			await quickInput(page).waitFor({ state: "hidden" });
		},
	);
}

/** Whether the quick input with this text has closed, or another one has replaced it. Runs in the page. */
function isAnswered(typed: string): boolean {
	const widget = document.querySelector<HTMLElement>(".quick-input-widget");
	const box = widget?.querySelector<HTMLInputElement>("input[type=text]");
	return !widget?.checkVisibility() || box?.value !== typed;
}

/** Runs a command by its title, through the command palette, as with `Gatehouse: Select Model`. */
export async function runCommand(page: Page, title: string): Promise<void> {
	await choose(page, "F1", `>${title}`, title);
}

/** Runs a command, and waits for what it shows. Tries again: what it opens may close by itself, or be outdated. */
export async function showByCommand(page: Page, title: string, awaited: Locator): Promise<void> {
	await tryAgain(async (timeout) => {
		await runCommand(page, title);
		await awaited.first().waitFor({ timeout });
	});
}

/** Chooses an entry of the open quick pick by a part of its text. */
export async function pick(page: Page, text: string): Promise<void> {
	await rows(page).filter({ hasText: text }).first().click();
}

/**
 * Waits until the open quick pick has read its items: until then its rows may move away under the mouse, and one may
 * appear in two places.
 */
export async function rowsRead(page: Page): Promise<void> {
	await rows(page).first().waitFor();
	await quickInput(page).locator(".quick-input-progress:not(.active)").waitFor({ state: "attached" });
}

/** Presses a button of the first row with this text. Tries again: the button is there only while the mouse is over its row. */
export async function pressRowButton(page: Page, text: string, name: string): Promise<void> {
	const row = rows(page).filter({ hasText: text }).first();
	await row.waitFor();
	await tryAgain(async (timeout) => {
		await row.hover({ timeout });
		await clickShown(row.getByRole("button", { name }), timeout);
	});
}

/** Replaces the text of a box. Tries again: a late change of the focus may redirect the text. */
export async function fillBox(box: Locator, text: string): Promise<void> {
	await box.waitFor();
	await tryAgain(async (timeout) => {
		await setText(box, text, timeout);
		assert.equal(await box.inputValue({ timeout }), text);
	});
}

/** Types into the open input box, or password box, and confirms it. */
export async function answer(page: Page, text: string): Promise<void> {
	const box = quickInput(page).locator("input:visible");
	await fillBox(box, text);
	await box.press("Enter");
}

/**
 * Types a path of the workspace into VS Code's own file dialog and confirms it. While the dialog reads a folder, it writes
 * its own path over the typed one, and ignores Enter. So this waits before and after, and presses Enter
 * again if it was ignored.
 */
export async function answerFileDialog(page: Page, path: string): Promise<void> {
	const dialog = quickInput(page);
	const box = dialog.locator("input:visible");
	// The dialog's own path shows that it is open: another quick input may have been open before.
	await page.waitForFunction(() =>
		[...document.querySelectorAll<HTMLInputElement>(".quick-input-widget input")].some(
			(input) => input.checkVisibility() && input.value.startsWith("/"),
		),
	);
	await tryAgain(async (timeout) => {
		// The dialog may have accepted the previous Enter, and closed after the wait.
		if (!(await dialog.isVisible())) return;
		while ((await box.inputValue({ timeout })) !== path) {
			await rowsRead(page);
			await box.fill(path);
			await rowsRead(page);
		}
		await box.press("Enter");
		await dialog.waitFor({ state: "hidden", timeout });
	});
}

/**
 * Opens a file of the workspace by its name, through quick open. Tries again: its list may be redrawn under the mouse.
 *
 * @param folder the folder of a file that was just written, which VS Code finds by its name only seconds later.
 */
export async function openFile(page: Page, name: string, folder?: string): Promise<void> {
	await tryAgain(async (timeout) => {
		// In quotes, only this name matches: another file that is open would take the entry's place under the mouse.
		await choose(page, "ControlOrMeta+P", folder === undefined ? `"${name}"` : `${folder}/${name}`, name);
		await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor({ timeout });
	});
	await page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor();
}

/** The status bar's entry for the cursor and the selection of the active editor. */
const cursor = (page: Page): Locator => page.locator("#status\\.editor\\.selection");

/**
 * Puts the cursor at the beginning of a line of the active editor, and waits until the status bar shows it and the
 * editor has the keyboard; lines count from 1. Tries again: a late change of the focus may take the keyboard away.
 */
export async function goToLine(page: Page, line: number): Promise<void> {
	await tryAgain(async (timeout) => {
		await choose(page, "ControlOrMeta+P", `:${line}`, `line ${line}`);
		await quickInput(page).waitFor({ state: "hidden", timeout });
		await cursor(page).getByText(`Ln ${line}, Col 1`, { exact: true }).waitFor({ timeout });
		await page.locator(".monaco-editor.focused").waitFor({ timeout });
	});
}

/**
 * Selects lines of the active editor, both included, and waits until the status bar shows it. Selects from the end to
 * the beginning, so that the editor does not stay scrolled to the right. The first line must begin without spaces.
 * Tries again, like `goToLine`.
 */
export async function selectLines(page: Page, first: number, last: number): Promise<void> {
	await tryAgain(async (timeout) => {
		await goToLine(page, last);
		await page.keyboard.press("End");
		for (let line = last; line > first; line--) await page.keyboard.press("Shift+ArrowUp");
		await page.keyboard.press("Shift+Home");
		await cursor(page).getByText(`Ln ${first}, Col 1 (`).waitFor({ timeout });
	});
}

/**
 * Right-clicks the selection of the active editor and opens submenus, by the entries' names.
 *
 * @param shown entries that must be there then.
 */
export async function openEditorMenu(
	page: Page,
	names: readonly string[],
	shown: readonly string[] = [],
): Promise<void> {
	const rightClick = async () => {
		// By position, because the text lies above its selection. Found and measured in one go, in the page: VS Code
		// redraws a selection at any time, so that an element found in one step is gone in the next.
		const place = await page.waitForFunction(() => {
			const drawn = document.querySelectorAll(".editor-group-container.active .selected-text");
			const box = [...drawn].map((element) => element.getBoundingClientRect()).find(({ width }) => width > 0);
			return box && { x: box.x + 4, y: box.y + 4 };
		});
		const { x, y } = (await place.jsonValue()) as { x: number; y: number };
		await page.mouse.click(x, y, { button: "right" });
	};
	await chooseFromMenu(page, rightClick, names, shown);
}

/** Right-clicks something and chooses from its menu and the submenus, by the entries' names. */
export async function chooseFromMenuOf(element: Locator, ...names: readonly string[]): Promise<void> {
	await chooseFromMenu(element.page(), () => element.click({ button: "right" }), names);
}

/**
 * Opens a context menu and chooses from it and its submenus, by the entries' names. Opens it again if it closes before
 * its entry was reached: VS Code closes a menu whenever its editor scrolls or its window loses the focus, and either may
 * still follow from the previous step. Nothing is chosen twice: there is no wait after the last entry.
 *
 * @param shown entries that must be there in the end, if the last name opens a submenu.
 */
export async function chooseFromMenu(
	page: Page,
	open: () => Promise<void>,
	names: readonly string[],
	shown: readonly string[] = [],
): Promise<void> {
	const entry = (name: string) => page.getByRole("menuitem", { name }).first();
	await tryAgain(
		async (timeout) => {
			await open();
			for (const name of names) {
				// Enter, not a click: a menu that has just opened ignores the first click.
				await entry(name).hover({ timeout });
				// If the menu has just closed, Enter would write into the editor.
				await page.getByRole("menu").first().waitFor({ timeout });
				await page.keyboard.press("Enter");
			}
			for (const name of shown) await entry(name).waitFor({ timeout });
		},
		() => closeMenus(page),
	);
}

/**
 * Closes all open menus. Presses nothing if none is open, because in an editor Escape removes the selection. Looks for
 * menus, not for entries: the activity bar's own button is such an entry, and always there.
 */
export async function closeMenus(page: Page): Promise<void> {
	while (await page.getByRole("menu").first().isVisible()) await page.keyboard.press("Escape");
}

/** Right-clicks the selection of the active editor and chooses from the menu and its submenus, by the entries' names. */
export async function chooseFromEditorMenu(page: Page, ...names: readonly string[]): Promise<void> {
	await openEditorMenu(page, names);
	await page.getByRole("menu").first().waitFor({ state: "detached" });
}

/** The page in Gatehouse's webview: its panel. Webviews of other extensions and of VS Code are ignored. */
export function panel(page: Page): FrameLocator {
	return page
		.frameLocator('iframe.webview.ready[src*="extensionId=gatehouse.gatehouse"]')
		.frameLocator("iframe#active-frame");
}

/** The icon of Gatehouse's panel in its place after the installation: the activity bar. */
export const panelIcon = (page: Page): Locator =>
	page.locator(".part.activitybar").getByRole("tab", { name: "Gatehouse", includeHidden: true });

/** The command that moves the panel, by VS Code's display language. */
const moveTitles: Readonly<Record<string, string>> = {
	fr: "Gatehouse: Déplacer vers la barre latérale secondaire",
};

/**
 * Shows Gatehouse's panel in the secondary side bar, where the Explorer can be beside it, whatever the bar shows. With
 * VS Code's own settings the bar shows VS Code's chat and has no room for another tab: Gatehouse's is behind Additional
 * Views. Reloads the window if the panel's page has not loaded after two tries: VS Code waits forever for a webview
 * whose service worker or frame was lost while the window was still opening, and a person would reload, too.
 */
export async function openPanel(page: Page): Promise<FrameLocator> {
	const bar = page.locator(".part.auxiliarybar");
	const tabs = bar.getByRole("tab", { includeHidden: true });
	const tab = tabs.filter({ hasText: "Gatehouse" });
	const more = tabs.and(page.getByLabel("Additional Views"));
	const view = bar.locator('[id="workbench.view.extension.gatehouse-secondary"]');
	const icon = panelIcon(page);
	const either = tab.or(more).first();
	// In the document as soon as VS Code has read the extension's manifest, but hidden if the side bar is hidden.
	await either.or(icon).first().waitFor({ state: "attached" });
	if ((await icon.count()) > 0) {
		const language = await page.evaluate(() => String(Reflect.get(globalThis, "_VSCODE_NLS_LANGUAGE")));
		await runCommand(page, moveTitles[language] ?? "Gatehouse: Move to Secondary Side Bar");
		await icon.waitFor({ state: "detached" });
	}
	await either.waitFor({ state: "attached" });
	await tryAgain(
		async (timeout) => {
			// A window that is still opening may be about to show the side bar itself, or handle the key after the
			// wait: a second press would then hide the side bar again.
			if (!(await either.isVisible())) await page.keyboard.press("ControlOrMeta+Alt+B");
			await either.waitFor({ timeout });
			if (await tab.isVisible()) {
				if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click({ timeout });
			} else if (!(await view.isVisible())) {
				await more.click({ timeout });
				await page.getByRole("menuitemcheckbox", { name: "Gatehouse" }).click({ timeout });
			}
			// A webview takes longest. Only its content shows that it has its script and the host's answer.
			await panel(page)
				.locator("gatehouse-panel > *")
				.first()
				.waitFor({ timeout: 3 * timeout });
		},
		async (_timeout, failed) => {
			await closeMenus(page);
			if (failed < 2) return;
			await page.reload();
			await either.waitFor({ state: "attached" });
		},
	);
	return panel(page);
}

/** Reloads the window and shows Gatehouse's panel again, which VS Code does not always do by itself. */
export async function reloadWindow(page: Page): Promise<void> {
	await page.reload();
	await openPanel(page);
}

/** Hides the secondary side bar with Gatehouse's panel, or shows it again. In a new window, use `openPanel`. */
export async function showSideBar(page: Page, shown: boolean): Promise<void> {
	const bar = page.locator(".part.auxiliarybar");
	await tryAgain(async (timeout) => {
		if ((await bar.isVisible()) !== shown) await runCommand(page, "View: Toggle Secondary Side Bar Visibility");
		await bar.waitFor({ state: shown ? "visible" : "hidden", timeout });
	});
}

/** Waits until the window and all its visible webviews have this theme; webviews receive it later. */
export async function wears(page: Page, { label, file }: Theme): Promise<void> {
	await page.locator(`.monaco-workbench[class*="${file}-json"]`).waitFor();
	for (const webview of await page.locator("iframe.webview.ready:visible").all()) {
		const content = webview.contentFrame().frameLocator("iframe#active-frame");
		await content.locator(`body[data-vscode-theme-name="${label}"]`).waitFor();
	}
}

/** Switches the theme, as the system's colour scheme does, and waits until the window has it. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
	await setColorScheme(page, theme);
	await wears(page, theme);
}

/** The notifications that are shown, as toasts or in the notification centre. */
export function notifications(page: Page): Locator {
	return page.locator(".notifications-toasts, .notifications-center").locator(".notification-list-item");
}

/**
 * Opens the notification centre: for a notification that may have come a while ago, because a toast hides after about
 * ten seconds. Whether the toast is still visible depends on how fast the machine is.
 */
export async function showNotifications(page: Page): Promise<void> {
	await showNotification(page, page.locator(".notifications-center"));
}

/**
 * Opens the notification centre and waits until this one is visible. Tries again: the centre closes with its last
 * notification, which may disappear just before the expected one comes.
 */
export async function showNotification(page: Page, awaited: Locator): Promise<void> {
	await showByCommand(page, "Notifications: Show Notifications", awaited);
}

/**
 * Presses a button of a notification, in the notification centre if its toast is gone. Waits for the toast first: the
 * command palette, through which the centre is opened, would close a quick pick whose failure the notification is to
 * report, and cancel what it does. Tries again: a toast hides by itself, and moves when another one comes or goes.
 */
export async function pressInNotification(page: Page, notification: Locator, name: string): Promise<void> {
	await tryAgain(async (timeout) => {
		const shown = notification.first().waitFor({ timeout });
		if (!(await succeeds(shown))) await showNotification(page, notification);
		await clickGone(notification.first().getByRole("button", { name }), timeout);
	});
}

/** Whether a wait succeeds before its time limit. */
function succeeds(wait: Promise<unknown>): Promise<boolean> {
	return wait.then(
		() => true,
		() => false,
	);
}

/** Clears every notification, also those that appear right after, so that none covers what the test looks at. */
export async function dismissNotifications(page: Page): Promise<void> {
	await tryAgain(async (timeout) => {
		await runCommand(page, "Notifications: Clear All Notifications");
		await notifications(page).first().waitFor({ state: "hidden", timeout });
	});
}
