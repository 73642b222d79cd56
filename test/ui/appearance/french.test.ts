import assert from "node:assert/strict";
import { startGateway } from "../../gateway/demoGateway";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answer,
	chooseFromEditorMenu,
	fillBox,
	notifications,
	openFile,
	pick,
	quickInput,
	rows,
	selectLines,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { nameOf } from "../connections/connectByWizard";
import { itLong } from "../longRun";
import { demoKey, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";

describe("translations: the panel in French", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow({ locale: "fr", connected: false });
	});
	after(() => t?.close());

	it("the panel, the wizard, a question, Explain and the models speak French", async () => {
		const { page } = t.window;
		await t.panel.getByRole("heading", { name: "Interrogez votre passerelle" }).waitFor();
		assert.equal(await t.panel.locator("html").getAttribute("lang"), "fr");
		await t.panel.getByRole("button", { name: "Se connecter à une passerelle…" }).click();
		for (const [prompt, text] of [
			["L’adresse de base", t.gateway.url],
			["Mes clés", t.gateway.key],
		] as const) {
			await quickInput(page).getByText(prompt).first().waitFor();
			await answer(page, text);
		}
		await quickInput(page).getByText("Se connecter à une passerelle (3/3)").waitFor();
		await pick(page, "demo-chat");
		const box = t.panel.getByRole("textbox", { name: "Message" });
		await t.panel.getByRole("button", { name: "Choisir le modèle : demo-chat" }).waitFor();
		await fillBox(box, "Bonjour ?");
		await box.press("Enter");
		const answered = t.panel.getByRole("log", { name: "Conversation" }).getByRole("article", { name: "demo-chat" });
		await answered.first().getByRole("button", { name: "Copier la réponse" }).waitFor();
		await t.panel.getByRole("article", { name: "Vous" }).getByText("Bonjour ?").waitFor();
		await openFile(page, "budget.ts");
		await selectLines(page, 9, 16);
		await chooseFromEditorMenu(page, "Gatehouse", "Expliquer la sélection");
		await t.panel.getByRole("article", { name: "Vous" }).getByText("Explique ce code de budget.ts").waitFor();
		await answered.last().getByRole("button", { name: "Réessayer", exact: true }).waitFor();
		await showByCommand(
			page,
			"Gatehouse: Sélectionner un modèle",
			quickInput(page).getByText("en cours d’utilisation"),
		);
		await screenshot(page, "french");
		await leaveQuickInput(page);
	});

	it("the wizard names the address that will be asked, and the one that answered if that is not /v1", async () => {
		const { page } = t.window;
		const path = "/v1beta/openai";
		const given = await startGateway({ keys: [demoKey], streamDelayMs: 0, path });
		try {
			const asked = quickInput(page).getByText("L’adresse de base");
			await showByCommand(page, "Gatehouse: Se connecter à une passerelle…", asked);
			await fillBox(quickInput(page).locator("input:visible"), given.url + path);
			await quickInput(page).getByText("si aucune passerelle n’y répond").waitFor();
			await screenshot(page, "connect-given-address-french");
			await answer(page, given.url + path);
			await quickInput(page).getByText("Mes clés").first().waitFor();
			await answer(page, demoKey);
			await pick(page, "demo-chat");
			const told = notifications(page).filter({
				hasText: `${nameOf(given.url)} répond à ${given.url}${path}, l’adresse indiquée`,
			});
			await showNotification(page, told);
			await screenshot(page, "connect-given-answered-french");
		} finally {
			await given.close();
		}
	});

	itLong(
		"the consent before indexing names the gateway that gets the files, in a window of 700 pixels too",
		async () => {
			const { page } = t.window;
			const size = page.viewportSize() ?? assert.fail("the window has a size");
			await page.setViewportSize({ ...size, width: 700 });
			const row = rows(page).filter({ hasText: "Construire l’index avec demo-embed" });
			await showByCommand(page, "Gatehouse: Construire l’index…", row);
			await screenshot(page, "french-index-consent-narrow");
			const destination = row.locator(".label-description").filter({ hasText: /Vers 127\.0\.0\.1:\d+/ });
			const cut = await destination.evaluate((element) => {
				const place = element.closest(".monaco-icon-label-container")?.getBoundingClientRect();
				return element.getBoundingClientRect().right - (place?.right ?? 0);
			});
			assert.ok(cut <= 0, `it is cut off by ${cut} pixels`);
			await leaveQuickInput(page);
			await page.setViewportSize(size);
		},
	);
});
