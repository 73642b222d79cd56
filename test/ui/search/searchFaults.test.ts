import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordedRequest } from "../../gateway/recordedRequest";
import { leaveQuickInput } from "../../host/quickInput";
import {
	answer,
	dismissNotifications,
	pick,
	pressInNotification,
	quickInput,
	runCommand,
	showByCommand,
	showNotification,
} from "../../host/workbench";
import { embeddedTexts, isEmbedding } from "../hostile/embeddedTexts";
import { describeLong } from "../longRun";
import { demoKey, openPanelWindow, type PanelWindow } from "../panelWindow";
import { screenshot, screenshotInThemes } from "../screenshot";
import { indexStatus, retype, rowOf, told } from "./searchParts";
import { writeParcels } from "./writeParcels";

/** Files beside the four of the sample workspace. */
const made = 60;

describeLong("search: in French, on a faulty gateway", () => {
	let t: PanelWindow;
	before(async () => {
		t = await openPanelWindow({ locale: "fr" });
		await writeParcels(t.workspace, made);
	});
	after(() => t?.close());

	const row = (text: string | RegExp) => rowOf(t.window.page, text);
	/** Returns a script for the embeddings from a request on, counted from now. */
	const from = (count: number) => {
		let seen = 0;
		return (request: RecordedRequest) => isEmbedding(request) && ++seen > count;
	};

	it("lists all models to choose from if none looks like an embedding model", async () => {
		const { page } = t.window;
		const data = ["demo-chat", "demo-embed"].map((id) => ({ id, type: "chat" }));
		t.gateway.script({ match: "/v1/models", json: { data } });
		await runCommand(page, "Gatehouse: Actualiser les modèles");
		await told(page, "2").waitFor();
		await dismissNotifications(page);
		await showByCommand(page, "Gatehouse: Construire l’index…", row("demo-chat"));
		await row("demo-embed").waitFor();
		await leaveQuickInput(page);
	});

	it("lets the user choose among several embedding models, but no chat model, also at the consent", async () => {
		const { page } = t.window;
		const types = { "demo-chat": "chat", "demo-embed": "embeddings", "other-embed": "embeddings", riddle: undefined };
		const data = Object.entries(types).map(([id, type]) => ({ id, type }));
		t.gateway.script({ match: "/v1/models", json: { data } });
		await runCommand(page, "Gatehouse: Actualiser les modèles");
		await told(page, "4").waitFor();
		await dismissNotifications(page);
		await showByCommand(page, "Gatehouse: Construire l’index…", row("riddle"));
		assert.equal(await row("demo-chat").count(), 0);
		await row("demo-embed").and(page.locator(".focused")).waitFor();
		await row("riddle").filter({ hasText: "autres modèles" }).waitFor();
		await screenshot(page, "search-french-model-dark");
		// A model is chosen with the consent to its index.
		await row("other-embed").click();
		await row("Construire l’index avec other-embed").waitFor();
		await leaveQuickInput(page);
		await showByCommand(page, "Gatehouse: Construire l’index…", row("riddle"));
		await row("other-embed").click();
		await row("Construire l’index avec other-embed").waitFor();
		await row("Un autre modèle de plongement").click();
		await row("demo-embed").click();
		await row(/avec demo-embed.*Vers Demo.*Fichiers\s: 64 · Morceaux\s: \d+ · Tokens\s: environ /s).waitFor();
		await screenshotInThemes(page, "search-french-consent");
		assert.deepEqual(embeddedTexts(t.gateway.requests), []);
	});

	it("waits as long as a busy gateway asks, reports an outage, and resumes", async () => {
		const { page } = t.window;
		const headers = { "retry-after": "20" };
		t.gateway.script({ match: from(2), status: 429, headers, json: { error: { message: "slow down" } } });
		const down = t.gateway.script({
			match: from(4),
			times: Number.POSITIVE_INFINITY,
			status: 503,
			json: { error: { message: "maintenance" } },
		});
		await row("avec demo-embed").click();
		await told(page, "Construction de l’index")
			.getByText(/Nouvel essai dans \d+ s\. .*slow down/)
			.waitFor();
		await indexStatus(page, /attente jusqu’à .*slow down/).waitFor();
		await screenshotInThemes(page, "search-french-wait");
		const failed = told(page, "maintenance").filter({
			has: page.getByRole("button", { name: "Réessayer", exact: true }),
		});
		await failed.waitFor();
		await indexStatus(page, /L’index n’est pas complet/).waitFor();
		await screenshotInThemes(page, "search-french-failed");
		down.dispose();
	});

	it("reports a key that was deleted during the build, and resumes with a new one", async () => {
		const { page } = t.window;
		const deleted = t.gateway.script({
			match: from(1),
			times: Number.POSITIVE_INFINITY,
			status: 401,
			json: { error: { message: "the key was deleted" } },
		});
		await pressInNotification(page, told(page, "maintenance"), "Réessayer");
		await told(page, "the key was deleted").waitFor();
		await indexStatus(page, /L’index n’est pas complet/).click();
		await row("Construire ce qui manque").hover();
		await screenshotInThemes(page, "search-french-view");
		deleted.dispose();
		await row("Définir la clé d’API…").click();
		// The index's view stays open for a moment.
		await quickInput(page).locator("input[type=password]").waitFor();
		await answer(page, demoKey);
		await row("Clé permanente").click();
		// The fourth notification within 800 ms gets no toast. The build resumes by itself with the new key, before the
		// user asks for it.
		await showNotification(page, told(page, /L’index est (?:construit|à jour)/).getByText(/\s: 64/));
		const texts = embeddedTexts(t.gateway.requests);
		assert.equal(new Set(texts).size >= made + 4, true);
	});

	it("says in the index's view why a busy gateway makes it wait, however long; after a pause, it goes on waiting", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		const busy = t.gateway.script({
			match: isEmbedding,
			times: Number.POSITIVE_INFINITY,
			status: 429,
			headers: { "retry-after": "3600" },
			json: { error: { message: "slow down" } },
		});
		await writeFile(join(t.workspace, "tide.js"), "export const highTide = (moon) => moon * 12.4;\n");
		await indexStatus(page, /attente jusqu’à .*slow down/).waitFor();
		await showByCommand(page, "Gatehouse: Afficher l’index", row("slow down"));
		await quickInput(page)
			.getByText(/^Index 9\d\s% · attente jusqu’à \d\d:\d\d:\d\d$/)
			.waitFor();
		await screenshotInThemes(page, "search-french-waitView");
		await pick(page, "Suspendre");
		await indexStatus(page, /suspendue/).waitFor();
		busy.dispose();
		const asked = embeddedTexts(t.gateway.requests).length;
		await indexStatus(page, /suspendue/).click();
		// Otherwise, the entry's tooltip would cover the notification's button.
		await page.mouse.move(300, 300);
		// The gateway asked for an hour.
		await told(page, "Construction de l’index")
			.getByText(/Suite (?:demain )?à \d\d:\d\d/)
			.waitFor();
		assert.equal(embeddedTexts(t.gateway.requests).length, asked);
		await pressInNotification(page, told(page, "Construction de l’index"), "Cancel");
		await indexStatus(page, /suspendue/).waitFor();
	});

	it("finds places, and speaks French", async () => {
		const { page } = t.window;
		await dismissNotifications(page);
		const search = "Gatehouse: Rechercher par le sens dans l’espace de travail…";
		await showByCommand(page, search, quickInput(page).locator(".quick-input-title", { hasText: "par le sens" }));
		await retype(page, "how much of the budget is left");
		await row("budget.ts").first().waitFor();
		await screenshot(page, "search-french-results-dark");
		await leaveQuickInput(page);
	});
});
