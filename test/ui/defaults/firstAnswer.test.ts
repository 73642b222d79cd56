import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { type DemoGateway, startGateway } from "../../gateway/demoGateway";
import { openBrowserWindow } from "../../host/browser/browserWindow";
import { copyForeignProject } from "../../host/foreignProject";
import { leaveQuickInput } from "../../host/quickInput";
import { setText } from "../../host/textBox";
import { tryAgain } from "../../host/tryAgain";
import { defaultSettings } from "../../host/vscode/userSettings";
import { panel, panelIcon, quickInput, rows, runCommand } from "../../host/workbench";
import { installGatehouse } from "../installedWindow";
import { longRun } from "../longRun";
import { pictureOf } from "../screenshot";

const key = "sk-first-answer-0123456789";

/** The texts that differ between the languages. */
const languages = [
	{
		locale: "en",
		walkthrough: "Get Started with Gatehouse",
		offer: "Connect Gatehouse",
		connect: "Gatehouse: Connect to a Gateway…",
		message: "Message",
		retry: "Retry",
		hidden: "Gatehouse: Explain Selection",
	},
	{
		locale: "fr",
		walkthrough: "Premiers pas avec Gatehouse",
		offer: "Connecter Gatehouse",
		connect: "Gatehouse: Se connecter à une passerelle…",
		message: "Message",
		retry: "Réessayer",
		hidden: "Gatehouse: Expliquer la sélection",
	},
] as const;

describe("default settings, the installed package: the first answer", () => {
	let gateway: DemoGateway;
	before(async () => {
		gateway = await startGateway({ keys: [key], streamDelayMs: 0 });
	});
	after(() => gateway?.close());

	// In French, `appearance/french.test.ts` goes through the same wizard in every run.
	for (const { locale, walkthrough, offer, connect, message, retry, hidden } of longRun
		? languages
		: languages.slice(0, 1)) {
		it(`takes five actions (${locale})`, async () => {
			const folder = await mkdtemp(join(tmpdir(), "gatehouse-first-answer-"));
			const workspace = await copyForeignProject();
			const window = await openBrowserWindow({
				...(await installGatehouse(folder)),
				folder: workspace.path,
				baseSettings: defaultSettings,
				locale,
			});
			const { page } = window;
			try {
				await page.locator(".gettingStartedContainer").getByText(walkthrough).first().waitFor();
				await panelIcon(page).waitFor();
				await page.locator(".statusbar-item").getByText(offer).waitFor();
				await pictureOf(page, `first-answer-installed-${locale}`);
				await openPalette(page, hidden, rows(page).first());
				assert.equal(await rows(page).filter({ hasText: hidden }).count(), 0, "needs a gateway");
				await leaveQuickInput(page);

				let actions = 0;
				/** Types into the focused element, and presses Enter. */
				const enter = async (text: string) => {
					await page.keyboard.insertText(text);
					await page.keyboard.press("Enter");
					actions++;
				};
				const stepBox = (title: string) => quickInput(page).filter({ hasText: title }).locator("input:enabled");
				const hasKeyboard = (title: string, timeout: number) =>
					stepBox(title).and(page.locator(":focus")).waitFor({ timeout });
				/** Waits until a step of the wizard has the keyboard. A window that is still opening may take the focus away once. */
				const step = (title: string) =>
					tryAgain(
						(timeout) => hasKeyboard(title, timeout),
						async (timeout) => stepBox(title).focus({ timeout }),
					);
				// The window is still opening, which may close the palette before the command is chosen.
				await tryAgain(async (timeout) => {
					actions = 0;
					await openPalette(page, connect, rows(page).filter({ hasText: connect }).first());
					await enter("");
					await hasKeyboard("(1/3)", timeout);
				});
				await enter(gateway.url);
				await step("(2/3)");
				await enter(key);
				await step("(3/3)");
				await enter("");
				const chat = panel(page);
				await chat.locator(".composer > textarea:focus").waitFor();
				await enter("Hello?");
				await chat.getByRole("article", { name: "demo-chat" }).getByRole("button", { name: retry }).first().waitFor();
				assert.equal(actions, 5);
				assert.equal(await chat.getByRole("textbox", { name: message }).inputValue(), "");
				await page.locator(".statusbar-item").getByText(offer).waitFor({ state: "detached" });
				await page.locator(".statusbar-item").getByText("demo-chat").waitFor();
				await pictureOf(page, `first-answer-${locale}`);
				if (locale !== "en") return;
				await runCommand(page, "Gatehouse: Move to Secondary Side Bar");
				await panelIcon(page).waitFor({ state: "detached" });
				await chat.getByRole("article", { name: "demo-chat" }).first().waitFor();
				await pictureOf(page, "first-answer-secondary");
				await runCommand(page, "Gatehouse: Move to Activity Bar");
				await panelIcon(page).waitFor();
				await chat.getByRole("article", { name: "demo-chat" }).first().waitFor();
			} finally {
				await window.close();
				await workspace.remove();
				await rm(folder, { recursive: true, force: true, maxRetries: 5 });
			}
		});
	}
});

/** Opens the palette with a text in it, and waits for a row; a window that is still opening may close it. */
async function openPalette(page: Page, text: string, row: Locator): Promise<void> {
	await tryAgain(async (timeout) => {
		await page.keyboard.press("F1");
		await setText(quickInput(page).locator("input[type=text]"), `>${text}`, timeout);
		await row.waitFor({ timeout });
	});
}
