import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pickByCommand } from "../../host/quickInput";
import { tryAgain } from "../../host/tryAgain";
import {
	answer,
	dismissNotifications,
	notifications,
	pick,
	pressInNotification,
	quickInput,
	reloadWindow,
	runCommand,
	showByCommand,
	showNotification,
	showNotifications,
} from "../../host/workbench";
import { extensionsWith } from "../extensionsWith";
import { itLong, longRun } from "../longRun";
import { answers, ask, chooseModel, demoKey, messageBox, openPanelWindow, type PanelWindow } from "../panelWindow";
import { inThemes, screenshot, screenshotInThemes } from "../screenshot";
import { connectNamed } from "./connectByWizard";

const day = 24 * 60 * 60 * 1000;

/** The status bar's entry, by a part of its text. */
const status = (page: Page, text: string) =>
	page.locator(".statusbar-item").getByRole("button", { name: new RegExp(`^Gatehouse: .*${text}`) });

describe("key: the life of a temporary one", () => {
	let t: PanelWindow;
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-clock-"));
		t = await openPanelWindow({
			connected: false,
			extensionsDir: await extensionsWith("clockShift", folder),
			env: { GATEHOUSE_TEST_CLOCK: join(folder, "clock") },
		});
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	/** Reloads the window this many days after today's midnight, from which a key made today counts. */
	async function reloadAfter(days: number): Promise<void> {
		const { page } = t.window;
		const shift = Math.round(new Date().setHours(0, 0, 0, 0) + days * day - Date.now());
		await writeFile(join(folder, "clock"), String(shift));
		await reloadWindow(page);
		await page.locator(".statusbar-item").getByText(`shifted by ${shift}`).waitFor();
		await messageBox(t.panel).waitFor();
		// Gatehouse may have started before the clock was set; it checks again when a command is run.
		await pickByCommand(page, "Gatehouse: Select Gateway", "Mine");
	}
	/**
	 * Shows the status bar entry's text about the key. Tries again: a change of the focus or a redrawn entry ends a
	 * hover.
	 */
	async function hoverStatus(text: string): Promise<void> {
		const { page } = t.window;
		await tryAgain(async (timeout) => {
			await page.mouse.move(300, 300);
			await status(page, text).hover({ timeout });
			await page.locator(".monaco-hover").filter({ hasText: text }).first().waitFor({ timeout });
		});
	}
	const reminder = () => notifications(t.window.page).filter({ hasText: "temporary key for Mine" });

	it("starts with 30 days, which the status bar shows", async () => {
		const { page } = t.window;
		await connectNamed(page, t.gateway.url, demoKey, "Mine");
		await showByCommand(page, "Gatehouse: Set API Key…", quickInput(page).getByText("API Key for Mine"));
		t.gateway.script({ match: "/v1/models", status: 401, json: { error: { message: "no such key" } } });
		await answer(page, "mistyped");
		// The box stays open, before any other question about the key.
		await quickInput(page).getByText("no such key").waitFor();
		await answer(page, demoKey);
		await pick(page, "Temporary Key");
		await quickInput(page).getByText("When the Key Was Created").waitFor();
		await quickInput(page).locator("input:visible").press("Enter");
		await chooseModel(t.panel).getByText("demo-chat").waitFor();
		await status(page, "temporary key, 30 days left").waitFor();
		await hoverStatus("30 days left");
		await screenshot(page, "key-days-left-dark");
		await page.mouse.move(300, 300);
	});

	it("reminds once when 7 days are left, in a notification that interrupts nothing", async () => {
		const { page } = t.window;
		await reloadAfter(23.5);
		await showNotification(page, reminder().getByText("expires in 7 days"));
		await screenshotInThemes(page, "key-reminder");
		await status(page, "temporary key, 7 days left").waitFor();
		if (!longRun) return;
		await reloadAfter(23.6);
		await status(page, "temporary key, 7 days left").waitFor();
		// A reminder would be shown by now: it comes before the status bar is drawn.
		await showNotifications(page);
		assert.equal(await reminder().count(), 0);
	});

	itLong("reminds at 3 days; after My Keys was opened, the key can still be marked as renewed", async () => {
		const { page } = t.window;
		await reloadAfter(27.5);
		await showNotification(page, reminder().getByText("expires in 3 days"));
		const opened = page.context().waitForEvent("page");
		await reminder().getByRole("button", { name: "Open My Keys" }).click();
		// A new page of the browser.
		await (await opened).close();
		const asked = notifications(page).filter({ hasText: /renewed the key for Mine/ });
		await showNotification(page, asked);
		await pressInNotification(page, asked, "Mark as Renewed");
		await status(page, "temporary key, 30 days left").waitFor();
	});

	itLong("reports its end, and starts again with a key that is renewed from the palette", async () => {
		const { page } = t.window;
		await reloadAfter(27.5 + 31);
		await showNotification(page, reminder().getByText("has expired"));
		await status(page, "the temporary key has expired").waitFor();
		await dismissNotifications(page);
		await runCommand(page, "Gatehouse: Mark API Key as Renewed");
		await status(page, "temporary key, 30 days left").waitFor();
	});

	it("keeps and marks a refused key until a request succeeds", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		t.gateway.script({ match: "/v1/chat/completions", status: 401, json: { error: "expired" } });
		await (await ask(t.panel, "Am I known?")).getByText("refused the key").waitFor();
		await status(page, "the gateway refused the key").waitFor();
		await inThemes(page, async (name) => {
			await hoverStatus("refused the key");
			await screenshot(page, `key-refused-${name}`);
			await page.mouse.move(300, 300);
		});
		await ask(t.panel, "And now?");
		assert.equal(t.gateway.requests.at(-1)?.headers.authorization, `Bearer ${demoKey}`);
		await status(page, "temporary key, \\d+ days left").waitFor();
	});

	itLong("notices a key that has vanished, says so in the panel, and asks for it there", async () => {
		const { page } = t.window;
		await page.evaluate(() => localStorage.removeItem("secrets.provider"));
		// The key has not expired by then, whether an earlier test has renewed it or not.
		await reloadAfter(longRun ? 60 : 24);
		await dismissNotifications(page);
		const before = t.gateway.requests.length;
		const answered = await ask(t.panel, "Where is it?");
		await answered.getByText(/no longer in this computer/).waitFor();
		await status(page, "no longer in the secret store").waitFor();
		await screenshot(page, "key-vanished-dark");
		assert.equal(t.gateway.requests.length, before);
		await answered.getByRole("button", { name: "Set API Key…" }).click();
		await quickInput(page).getByText("API Key for Mine").waitFor();
		await answer(page, demoKey);
		await pick(page, "Permanent Key");
		await status(page, "permanent key").waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Copy answer" }).waitFor();
	});

	it("ends when the user agrees to delete it; the next question asks for one, and goes on once it is set", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		await runCommand(page, "Gatehouse: Delete API Key…");
		const dialog = page.getByRole("dialog").filter({ hasText: "Delete the key for Mine" });
		await dialog.waitFor();
		await screenshot(page, "key-delete-dark");
		await dialog.getByRole("button", { name: "Cancel" }).click();
		await ask(t.panel, "Still here?");
		await runCommand(page, "Gatehouse: Delete API Key…");
		await dialog.getByRole("button", { name: "Delete", exact: true }).click();
		await status(page, "no key").waitFor();
		const answered = await ask(t.panel, "Gone?");
		await answered.getByText(/no API key for Mine/).waitFor();
		await answered.getByRole("button", { name: "Set API Key…" }).click();
		await quickInput(page).getByText("API Key for Mine").waitFor();
		await answer(page, demoKey);
		await quickInput(page).getByText("Key Validity").waitFor();
		await page.keyboard.press("Escape");
		await status(page, "permanent key").waitFor();
		await answers(t.panel).last().getByRole("button", { name: "Copy answer" }).waitFor();
	});
});
