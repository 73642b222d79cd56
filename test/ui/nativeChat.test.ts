import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { delta, ended, piece, said } from "../faults/tools/toolCase";
import { demoEmbed } from "../gateway/endpoints/demoEmbed";
import type { EmbeddingModel } from "../gateway/model";
import { builtInModels } from "../gateway/modelCatalog";
import { deadline } from "../host/deadline";
import { type OfflineHost, offlineHost, planted } from "../host/offline/offlineHost";
import { tryAgain } from "../host/tryAgain";
import { defaultSettings } from "../host/vscode/userSettings";
import { closeMenus, runCommand, showByCommand } from "../host/workbench";
import { embeddedTexts } from "./hostile/embeddedTexts";
import { connectInstalled, installGatehouse } from "./installedWindow";
import { openPanelWindow, type PanelWindow } from "./panelWindow";
import { pictureOf } from "./screenshot";
import { buildCommand, rowOf, toldBuilt } from "./search/searchParts";

const match = "/v1/chat/completions";

/** The body of a request of VS Code's agent. */
interface AgentBody {
	readonly tools?: readonly { readonly function: { readonly name: string } }[];
	readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** The agent's query: it has the meaning, but no word, of the text in the file to be found. */
const searches = [
	{
		query: "our solvency",
		means: "left of a budget, negative overdrawn",
		file: "budget.ts",
		has: "function remaining",
	},
	{ query: "housekeeping rota", means: "shares out the chores", file: "chores.js", has: "function shareOut" },
] as const;

/** An embedding that represents the meaning of these words: the demo's own uses only parts of words. */
const meaningEmbed: EmbeddingModel = {
	...demoEmbed,
	embed: (text) => demoEmbed.embed(searches.find(({ query }) => text.includes(query))?.means ?? text),
};

/** Time limit for one step of VS Code's agent, which starts with the first question, in milliseconds. */
const patience = 80_000;

/**
 * Asks in VS Code's own chat. Tries again: while the extension of the chat starts, VS Code may rebuild the view, and
 * the typed text is lost.
 */
async function askInChat(chat: Locator, question: string): Promise<void> {
	const page = chat.page();
	const asked = chat.locator(".interactive-request").filter({ hasText: question }).first();
	await tryAgain(async (timeout) => {
		// The question may have been sent after the last attempt was given up.
		if (await asked.isVisible()) return;
		await chat.locator(".interactive-input-editor, .chat-editor-container").first().click({ timeout });
		await page.keyboard.press("ControlOrMeta+A");
		await page.keyboard.type(question);
		await chat.locator(".interactive-input-part .view-lines").filter({ hasText: question }).waitFor({ timeout });
		await page.keyboard.press("Enter");
		await asked.waitFor({ timeout });
	});
}

/**
 * Asks until the gateway receives a request. Until the extension of the chat runs, VS Code asks the user to sign in;
 * how long that takes depends on the machine. Asks again only after such a dialog: a slow agent would answer both
 * questions.
 */
async function askUntil<T>(chat: Locator, question: string, asked: Promise<T>): Promise<T> {
	const page = chat.page();
	const signIn = page.getByRole("dialog").filter({ hasText: "Sign in" });
	let answer: T | undefined;
	let refusals = 0;
	const refused = () => assert.fail("VS Code would have one sign in");
	const tries = tryAgain(
		async () => {
			await askInChat(chat, refusals === 0 ? question : `${question} (${refusals + 1})`);
			answer = await Promise.race([asked, signIn.waitFor({ timeout: 0 }).then(refused)]);
		},
		async () => {
			if (await signIn.isVisible()) refusals++;
			while (await signIn.isVisible()) await signIn.press("Escape");
		},
	);
	await deadline(tries, 3 * patience, "VS Code's agent asked nothing");
	return answer ?? assert.fail("VS Code's agent asked nothing");
}

/** With the package installed, as people have it, on a machine without a network. */
describe("language models: VS Code's own chat", () => {
	let t: PanelWindow;
	let folder: string;
	let offline: OfflineHost;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-native-chat-"));
		offline = offlineHost(folder);
		t = await openPanelWindow({
			...(await installGatehouse(folder, "offline")),
			connected: false,
			env: offline.env,
			baseSettings: defaultSettings,
			models: [...builtInModels.filter((model) => model !== demoEmbed), meaningEmbed],
		});
		await connectInstalled(t);
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	it("has an index to search by meaning", async () => {
		const { page } = t.window;
		for (const { query, file, has } of searches) {
			const text = (await readFile(join(t.workspace, file), "utf8")).toLowerCase();
			assert.ok(text.includes(has.toLowerCase()));
			for (const word of query.split(" ")) assert.ok(!text.includes(word), `${file} has ${word}`);
		}
		await runCommand(page, buildCommand);
		await rowOf(page, "Sent to: ").click();
		await toldBuilt(page, 4).waitFor();
	}).timeout(400_000);

	// On a slow machine VS Code's agent takes minutes to start.
	it("answers without a sign-in; its agent calls tools in a loop and uses the search by meaning", async () => {
		const { page } = t.window;
		const isAgents = ({ path, body }: { path: string; body: string }) =>
			path === match && body.includes("budget-question") && body.includes('"tools"');
		for (const [at, { query }] of searches.entries()) {
			const call = piece(0, `call-${at}`, "gatehouse_search", JSON.stringify({ query, limit: 1 }));
			t.gateway.script({ match: isAgents, chunks: [{ type: "bytes", data: delta(call) + ended() }] });
		}
		t.gateway.script({ match: isAgents, chunks: [{ type: "bytes", data: said("The budget is in budget.ts.") }] });

		// VS Code disables its own chat's extension if the user is not signed in.
		await runCommand(page, "Extensions: Enable All Extensions");
		await runCommand(page, "Chat: Open Chat");
		const chat = page.locator(".interactive-session");
		await chat.getByText("demo-chat").first().waitFor();
		const first = t.gateway.nextRequest(isAgents);
		const { tools = [], messages } = (await askUntil(chat, "budget-question: where is it?", first)).json as AgentBody;
		assert.ok(tools.some(({ function: { name } }) => name === "gatehouse_search"));
		assert.equal(messages[0]?.role, "system");

		const second = t.gateway.nextRequest(isAgents);
		await chat
			.getByRole("button", { name: /^(Allow|Continue|Yes)/ })
			.first()
			.click();
		await deadline(second, patience, "VS Code's agent sent no result");
		await chat.getByText("The budget is in budget.ts.").waitFor();
		// Each result is the only matching place, which keywords cannot find.
		const body = t.gateway.requests.filter(isAgents).at(-1)?.json as AgentBody;
		const results = body.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
		assert.equal(results.length, searches.length);
		for (const [at, { query, has }] of searches.entries()) {
			assert.ok(results[at]?.includes(has), results[at]);
			assert.doesNotMatch(results[at] ?? "", /keywords alone/);
			assert.ok(embeddedTexts(t.gateway.requests).includes(query), "the query was embedded");
		}
		await pictureOf(page, "native-chat");

		// Meanwhile, a notification has explained the setting for VS Code's own small requests.
		const explained = page.locator(".notifications-center").getByText(/chat\.byokUtilityModelDefault/);
		await showByCommand(page, "Notifications: Show Notifications", explained);
		await page.locator(".notifications-center").getByRole("button", { name: "Open Setting" }).click();
		await page.locator(".settings-editor").getByText("Byok Utility Model Default").first().waitFor();
		// Repeated, because the settings editor gets the focus only after its text is there.
		const modal = page.locator(".monaco-modal-editor-block");
		await tryAgain(async (timeout) => {
			if (await modal.isVisible()) await page.keyboard.press("Escape");
			await modal.waitFor({ state: "hidden", timeout });
		});
	}).timeout(400_000);

	it("answers in Ask mode, which offers no tool that changes anything", async () => {
		const { page } = t.window;
		const isAsk = ({ path, body }: { path: string; body: string }) => path === match && body.includes("ask-question");
		t.gateway.script({ match: isAsk, chunks: [{ type: "bytes", data: said("It sums what is left.") }] });
		const chat = page.locator(".interactive-session");
		// Repeated, because the element that had the focus before the settings were closed may take it back.
		await tryAgain(
			async (timeout) => {
				await chat.locator(".interactive-input-editor, .chat-editor-container").first().click({ timeout });
				await page.keyboard.press("ControlOrMeta+.");
				// The focus may return to the settings' editor late, and close the menu: a second click does no harm.
				await page.getByRole("menuitemcheckbox", { name: /^Ask\b/ }).click({ timeout });
			},
			() => closeMenus(page),
		);
		const first = t.gateway.nextRequest(isAsk);
		await askInChat(chat, "ask-question: what does it do?");
		const { tools = [] } = (await deadline(first, patience, "VS Code's chat asked nothing")).json as AgentBody;
		await chat.getByText("It sums what is left.").waitFor();
		const changing = tools.filter(({ function: { name } }) => /edit|create|replace|patch|run_in|execute/i.test(name));
		assert.deepEqual(changing, []);
		await pictureOf(page, "native-chat-ask");
	}).timeout(400_000);

	it("did so offline: the extension host reached this machine only, and Gatehouse tried nothing else", async () => {
		const attempts = await offline.attempts();
		assert.ok(attempts.includes(`allowed ${new URL(t.gateway.url).host}`), attempts.join("\n"));
		// The services of VS Code's own chat, and the address at which its telemetry asks in which cloud it is.
		const domains = "github|githubcopilot|githubusercontent|visualstudio|exp-tas|microsoft|applicationinsights\\.azure";
		const ofVscode = new RegExp(
			`^refused (?:[\\w.-]+\\.(?:(?:${domains})\\.com|vscode-cdn\\.net):443|169\\.254\\.169\\.254:80)$`,
		);
		const others = attempts.filter((attempt) => !attempt.startsWith("allowed ") && !ofVscode.test(attempt));
		assert.deepEqual(others, [planted]);
	});
});
