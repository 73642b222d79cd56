import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sseDone, sseEvent } from "../../gateway/endpoints/sseChunk";
import { leaveQuickInput, pickByCommand } from "../../host/quickInput";
import { goToLine, openFile, openPanel, pick, quickInput, runCommand } from "../../host/workbench";
import { connectToDemo } from "../defaults/defaultWindow";
import { eventually } from "../eventually";
import { extensionsWith } from "../extensionsWith";
import { logOf } from "../logOf";
import { describeLong } from "../longRun";
import { openPanelWindow, type PanelWindow } from "../panelWindow";
import { rowOf, typeSearch } from "../search/searchParts";
import { ghostIs, turnOnCompletions } from "./ghostText";

/** Files whose second line is empty: code is completed there. */
const files: Readonly<Record<string, string>> = {
	"beside.ts": "export function beside(): void {\n\n}\n",
	"below.ts": "export function below(): void {\n\n\tconst laterOn = fromGatehouse();\n}\n",
	"left.ts":
		"export function remainingOf(budget: number, expenses: readonly Expense[], category: string, month: number) {\n\n}\n",
	"twin.ts": "export function twin(): void {\n\n}\n",
};
const answered = "fromGatehouse();";
const another = "fromAnother();";

describeLong("completions: beside those of other extensions", () => {
	let t: PanelWindow;
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-beside-"));
		t = await openPanelWindow({
			extensionsDir: await extensionsWith("otherSuggestions", folder),
			// The number of suggestions is shown with them.
			settings: { "editor.inlineSuggest.showToolbar": "always" },
		});
		const { page } = t.window;
		await connectToDemo(t);
		for (const [name, text] of Object.entries(files)) await writeFile(join(t.workspace, name), text);
		await openFile(page, "beside.ts");
		await turnOnCompletions(page, "While Typing");
		// At this level, the log has the requests that succeed.
		await pickByCommand(page, "Developer: Set Log Level...", "Gatehouse");
		await pick(page, "Debug");
		await quickInput(page).waitFor({ state: "hidden" });
	});
	after(async () => {
		await t?.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	});

	const match = "/v1/completions";

	/** Returns the request for a completion after a text; an earlier text may still be requested. */
	const behind =
		(text: string) =>
		({ path, body }: { readonly path: string; readonly body: string }) =>
			path === match && body.includes(`${text}"`);

	/** Has the gateway complete a text, once it is released; `asked` resolves when the request arrives. */
	function holdAnswer(text: string, headers: Readonly<Record<string, string>> = {}) {
		let letGo = () => {};
		const until = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		const data = sseEvent({ choices: [{ index: 0, text: answered, finish_reason: "stop" }] }) + sseDone;
		t.gateway.script({
			match: behind(text),
			headers,
			chunks: [
				{ type: "wait", until },
				{ type: "bytes", data },
			],
		});
		return { asked: t.gateway.nextRequest(behind(text)), letGo };
	}

	/** Lets an answer go, and waits until the extension has got it. */
	async function received({ letGo }: { readonly letGo: () => void }): Promise<void> {
		const ended = async () => (await logOf(t.window.userDataDir)).match(/\] completion .*: done/g)?.length ?? 0;
		const before = await ended();
		letGo();
		await eventually(async () => assert.ok((await ended()) > before));
	}

	/** Opens a file and types in its empty line. */
	async function typeIn(page: Page, name: string, text: string): Promise<void> {
		await openFile(page, name);
		await goToLine(page, 2);
		await page.keyboard.press("Shift+End");
		await page.keyboard.type(text);
	}

	// Must be the first test: without earlier answers, a call does not expect its answer soon enough to wait for it.
	it("an answer that cannot be shown does not end what VS Code asks another extension", async () => {
		const { page } = t.window;
		const late = holdAnswer("const laterOn = ");
		// The text of the answer is already in the next line, so it cannot be shown.
		await typeIn(page, "below.ts", "\tconst laterOn = ");
		await late.asked;
		await received(late);
		await writeFile(join(t.workspace, "other.answer"), "");
		await ghostIs(page, another);
		await page.keyboard.press("Escape");
	});

	it("another extension's suggestion stays where Gatehouse's comes later, which is the next one", async () => {
		const { page } = t.window;
		const late = holdAnswer("const other = ");
		await typeIn(page, "beside.ts", "\tconst other = ");
		await ghostIs(page, another);
		await late.asked;
		late.letGo();
		await page.locator(".inlineSuggestionsHints").getByText("1/2").waitFor();
		await ghostIs(page, another);
		await page.keyboard.press("Alt+]");
		await ghostIs(page, answered);
		await page.keyboard.press("Alt+[");
		await ghostIs(page, another);
		await page.keyboard.press("Tab");
		await page
			.locator(".view-line")
			.filter({ hasText: `const other = ${another}` })
			.waitFor();
	});

	it("a late answer is not shown while suggestions are snoozed, unless the user asks for it", async () => {
		const { page } = t.window;
		const late = holdAnswer("const quiet = ");
		await typeIn(page, "beside.ts", "\tconst quiet = ");
		await late.asked;
		const typedAt = await page.evaluate(() => performance.now());
		await runCommand(page, "Snooze Inline Suggestions");
		await pick(page, "1 minute");
		await quickInput(page).waitFor({ state: "hidden" });
		const wasShown = await page.evaluateHandle(() => {
			const shown: string[] = [];
			new MutationObserver(() => {
				for (const { textContent } of document.querySelectorAll(".ghost-text-decoration"))
					shown.push(textContent ?? "");
			}).observe(document.body, { childList: true, subtree: true, characterData: true });
			return shown;
		});
		// An answer that arrives within a second of the keystroke is shown at once: the user has hardly snoozed by then.
		await page.waitForFunction((at) => performance.now() - at > 1_000, typedAt);
		await received(late);
		await runCommand(page, "Cancel Snooze Inline Suggestions");
		assert.deepEqual(await wasShown.jsonValue(), []);
		await page.keyboard.press("ControlOrMeta+K");
		await page.keyboard.press("Shift+Space");
		await ghostIs(page, answered);
		await page.keyboard.press("Escape");
	});

	it("the last keystroke is answered too if completions are turned on after it", async () => {
		const { page } = t.window;
		await turnOnCompletions(page, "On Demand");
		const late = holdAnswer("const again = ");
		await typeIn(page, "beside.ts", "\tconst again = ");
		await turnOnCompletions(page, "While Typing");
		await late.asked;
		late.letGo();
		await ghostIs(page, answered);
	});

	it("what the index finds in a file that was never opened is in the prompt", async () => {
		const { page } = t.window;
		await typeSearch(page, "what is left of the budget");
		await rowOf(page, "budget.ts").waitFor();
		await leaveQuickInput(page);
		let prompt = "";
		// A request waits only a moment for the index, which is too short for the first search on a busy machine.
		for (let line = 0; line < 10 && !prompt.includes("// budget.ts\n"); line++) {
			const asked = t.gateway.nextRequest(behind(`const left${line} = `));
			await typeIn(page, "left.ts", `\tconst left${line} = `);
			({ prompt } = JSON.parse((await asked).body) as { prompt: string });
		}
		assert.match(prompt, /^\/\/ budget\.ts$/m);
		assert.match(prompt, /^\/\/ .*How much is left of a budget; negative when it is overdrawn/m);
	});

	it("two windows both ask less often where the gateway reports that less than half of a limit is left", async () => {
		const { page } = t.window;
		const other = await page.context().newPage();
		try {
			await other.goto(t.window.url);
			await openPanel(other);
			let left = 1_400;
			for (const [window, name] of [
				[page, "beside.ts"],
				[other, "twin.ts"],
			] as const) {
				const headers = { "x-ratelimit-limit-month": "3000", "x-ratelimit-remaining-month": `${left--}` };
				const { asked, letGo } = holdAnswer("const total = ", headers);
				await typeIn(window, name, "\tconst total = ");
				await asked;
				letGo();
				await ghostIs(window, answered);
				await window.getByRole("button", { name: /Completions while typing, less often/ }).waitFor();
			}
		} finally {
			await other.close();
		}
	});
});
