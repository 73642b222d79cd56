import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { AgentEvent } from "../../../src/shared/agentEvent";
import type { AgentRow } from "../../../src/shared/agentWork";
import type { Question } from "../../../src/shared/conversation";
import { type BareBrowser, openBareBrowser, panelBody, type StandIn } from "../../host/barePanel";
import { answerOf, snapshotOf } from "../../host/panelSnapshot";
import { axeViolations } from "../appearance/axe";
import { pageThemes, wearInCopy } from "../appearance/panelCopy";
import { longRun } from "../longRun";
import { pictureOf, type ThemeName } from "../screenshot";

const task: Question = { role: "user", id: "q", parent: null, text: "Do it.", attachments: [], at: 0 };
const row = (tool: string, parts: Partial<AgentRow> = {}): AgentRow => ({
	...{
		tool,
		target: "a.ts",
		note: "",
		state: "done",
		given: '{"path": "a.ts"}',
		result: "Text.",
		begunAt: 0,
		endedAt: 1,
	},
	...parts,
});
const asking = row("edit_file", {
	state: "asking",
	result: "",
	approval: { kind: "write", path: "a.ts", reasons: ["firstEdit"], detail: "@@ 1 @@\n-old\n+new \u202e", cut: true },
});

/** The panel's page alone, with a task that an agent works on. */
describe("agent: the view of a task", () => {
	let browser: BareBrowser;
	before(async () => {
		browser = await openBareBrowser();
	});
	after(() => browser?.close());

	const open = async (rows: readonly AgentRow[], running = true): Promise<Page> => {
		const agent = { rows, turns: 1, tokens: 10, settled: 0 };
		const answer = { ...answerOf("a", "", false), agent };
		const state = running ? answer.state : ({ type: "interrupted", message: "It was closed." } as const);
		const snapshot = {
			...snapshotOf([task, { ...answer, state }]),
			agent: { on: true, refusal: null, tools: { count: 0, tokens: 0 }, changes: null },
		};
		const page = await browser.open(panelBody, { snapshot });
		await page.getByRole("list", { name: "Steps of the agent" }).waitFor();
		return page;
	};
	const step = (page: Page, event: AgentEvent) =>
		page.evaluate((one) => (window as unknown as StandIn).tellPanel("agentStepped", "a", one, 2), event);
	const asked = (page: Page, method: string) =>
		page.waitForFunction(
			(name) => (window as unknown as StandIn).asked.find((call) => call.method === name)?.args,
			method,
		);

	it("shows the hidden characters that a long change adds, and all of the change on request", async () => {
		const page = await open([asking]);
		const question = page.getByRole("group", { name: /change a\.ts/ });
		await question.getByText("+new ⟨U+202E⟩").waitFor();
		await question.getByText(/Only the beginning(?!.*first)/).waitFor();
		await question.getByRole("button", { name: "Show All of It" }).press("Enter");
		assert.deepEqual(await (await asked(page, "showWholeChange")).jsonValue(), ["a", 0]);
		assert.deepEqual(await axeViolations(page), []);
		await page.close();
	});

	it("shows what is not seen in the arguments and results by its number", async () => {
		const page = await open([row("mcp_docs_find", { given: '{"a": "\u202e"}', result: "Fine\u{e0041}." })], false);
		await page.locator(".agent-row > summary").press("Enter");
		assert.equal(await page.getByRole("group", { name: "Arguments" }).textContent(), '{"a": "⟨U+202E⟩"}');
		assert.equal(await page.getByRole("group", { name: "Result" }).textContent(), "Fine⟨U+E0041⟩.");
		await page.close();
	});

	it("moves the keyboard to the composer when a call has been allowed or rejected", async () => {
		for (const buttons of [["Allow"], ["Reject…", "Reject"]]) {
			const page = await open([asking]);
			for (const name of buttons) await page.getByRole("button", { name, exact: true, disabled: false }).press("Enter");
			await asked(page, "decide");
			await step(page, { type: "decided", call: 0, decision: { type: "allowed" } });
			await page.getByRole("group", { name: /^Allow the agent/ }).waitFor({ state: "detached" });
			await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Message");
			await page.close();
		}
	});

	it("keeps the row that is being used until another kind of step follows", async () => {
		const page = await open([row("read_file"), row("read_file")]);
		const summaries = page.locator(".agent-row > summary");
		await summaries.nth(1).press("Enter");
		await step(page, {
			type: "turn",
			text: "",
			calls: [{ id: "c", name: "search", arguments: { text: "x" } }],
			tokens: 1,
		});
		await step(page, { type: "result", call: 2, failed: false, text: "None.", target: "x" });
		await summaries.nth(2).waitFor();
		assert.equal(await page.locator(".agent-row[open]").count(), 1);
		assert.ok(await summaries.nth(1).evaluate((element) => element === document.activeElement));
		await step(page, { type: "turn", text: "", calls: [{ id: "d", name: "edit_file", arguments: {} }], tokens: 1 });
		await page.getByText("Reading and searching (3)").waitFor();
		await page.close();
	});

	it("shows no row as waiting once no agent works", async () => {
		const page = await open([asking, row("read_file", { state: "running" })], false);
		await page.getByText("not carried out").waitFor();
		await page.getByText("interrupted", { exact: true }).waitFor();
		assert.equal(await page.getByText("needs your approval").count(), 0);
		assert.equal(await page.getByRole("button", { name: "Allow", exact: true }).count(), 0);
		await page.close();
	});

	it("has its changes kept and undone step by step, also when one was undone, by keyboard", async () => {
		const page = await open([row("edit_file"), row("edit_file")], false);
		const files = ["a.ts", "b.ts"].map((path) => ({ path, kind: "changed", added: 1, removed: 0 }));
		const steps = [
			{ step: 1, paths: ["a.ts"] },
			{ step: 3, paths: ["a.ts", "b.ts"] },
		];
		const changed = (shown: readonly unknown[], changedFiles: readonly unknown[] = files) =>
			page.evaluate((now) => (window as unknown as StandIn).tellPanel("agentChanged", now), {
				...{ on: true, refusal: null, tools: { count: 0, tokens: 0 } },
				changes: { task: "a", files: changedFiles, steps: shown },
			});
		await changed(steps);
		const changes = page.getByRole("region", { name: "Changes of the agent" });
		await changes.locator("summary").press("Enter");
		const list = changes.getByRole("list", { name: "Steps" });
		await list.getByText("Step 3: a.ts, b.ts").waitFor();
		assert.deepEqual(await axeViolations(page), []);
		await list.getByRole("button", { name: "Undo Changes: Step 1" }).press("Enter");
		assert.deepEqual(await (await asked(page, "undoChanges")).jsonValue(), ["a", { step: 1 }]);
		await page.getByText("Changes undone.").waitFor({ state: "attached" });
		await list.getByRole("button", { name: "Keep: Step 3" }).press("Enter");
		assert.deepEqual(await (await asked(page, "keepChanges")).jsonValue(), ["a", { step: 3 }]);
		await changed(steps.slice(1));
		// With a single step, its buttons are those of all changes.
		await list.waitFor({ state: "detached" });

		await changed([], [{ path: "a.ts", kind: "changed", added: null, removed: null, expired: true }]);
		await changes.getByText("too old to be undone").first().waitFor();
		assert.deepEqual(await changes.getByRole("button").allTextContents(), ["Keep", "Keep"]);
		await page.close();
	});

	it("shows the model's words before a step as Markdown, and the time of a slow call", async () => {
		const note = "I look at `a.ts`:\n\n- <b>first</b>\n- then";
		const page = await open([row("read_file", { note, endedAt: 999 }), row("edit_file", { endedAt: 61_000 })]);
		await page.locator(".agent-note code", { hasText: "a.ts" }).waitFor();
		await page.locator(".agent-note li", { hasText: "<b>first</b>" }).waitFor();
		assert.equal(await page.locator(".agent-state").nth(0).textContent(), "");
		assert.equal(await page.locator(".agent-state").nth(1).textContent(), "1 min 1 s");
		await page.close();
	});

	it("shows the exit code of a command that failed, but not of one that succeeded", async () => {
		const command = (result: string) => row("run_command", { target: "npm test", result });
		const rows = [
			"Exit code 1 after 2 seconds.\nfails",
			"Exit code 0 after 2 seconds.\nExit code 1 after all",
			"The user stopped it after 8 seconds.\nOutput:",
		];
		const page = await open(rows.map(command), false);
		assert.deepEqual(await page.locator(".agent-state").allTextContents(), ["exit code 1", "", "stopped"]);
		assert.equal(await page.locator(".agent-row .codicon-warning").count(), 2);
		await page.close();
	});

	it("breaks a path after a slash, not within a name, in a narrow panel", async () => {
		const page = await open([row("read_file", { target: "library/shared/severityOfAll.js" })], false);
		await page.setViewportSize({ width: 285, height: 480 });
		const rects = await page.locator(".agent-title").evaluate((title) => {
			const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
			const found: number[] = [];
			for (let text = texts.nextNode(); text; text = texts.nextNode()) {
				const range = document.createRange();
				range.selectNodeContents(text);
				if (text.textContent?.includes("severityOfAll.js")) found.push(range.getClientRects().length);
			}
			return found;
		});
		assert.deepEqual(rects, [1]);
		await page.close();
	});

	it("does not show that it waits for an answer while a call is carried out", async () => {
		const page = await open([row("run_command", { target: "npm test", state: "running", result: "" })]);
		assert.equal(await page.getByText("Waiting for the answer").count(), 0);
		await step(page, { type: "result", call: 0, failed: false, text: "Exit code 0 after 2 seconds.", target: "" });
		await page.getByText("Waiting for the answer").waitFor();
		await page.close();
	});

	it("shows how long a task has been running, until it ends", async () => {
		const page = await open([row("read_file")]);
		await page.locator(".task-facts", { hasText: /(?:s|min) · 1 request · 10 tokens$/ }).waitFor();
		await page.close();
		const ended = await open([row("read_file")], false);
		assert.equal(await ended.locator(".task-facts").textContent(), "1 request · 10 tokens");
		await ended.close();
	});

	it("says with its switch what each mode may do, and what is left of the gateway's limits", async () => {
		for (const running of [false, true]) {
			const page = await open([row("read_file")], running);
			const tell = (method: string, view: object) =>
				page.evaluate(([name, one]) => (window as unknown as StandIn).tellPanel(name, one), [method, view] as const);
			const mode = (on: boolean, refusal: string | null = null) =>
				tell("agentChanged", { on, refusal, tools: { count: 0, tokens: 0 }, changes: null });
			const titled = (checked: boolean, title: string | RegExp) =>
				page
					.getByRole("switch", { name: "Agent", checked })
					.and(page.getByTitle(title, { exact: true }))
					.waitFor();
			await titled(true, /^Agent: .*allow.*asks/);
			await tell("limitsChanged", { known: ["Requests left: 12 of 100", "Tokens left: 5,000"], low: null });
			const left = page.getByText("Requests left: 12 of 100", { exact: true });
			await left.waitFor();
			assert.deepEqual(await axeViolations(page), []);
			await mode(false);
			await titled(false, /^Chat: .*changes nothing/);
			await left.waitFor({ state: "detached" });
			await mode(false, "Open a folder first.");
			await titled(false, "Open a folder first.");
			await page.close();
		}
	});

	it("looks right in each state, in each theme, narrow too", async () => {
		const rows = [
			row("read_file", { note: "I look at `a.ts`." }),
			row("search", { target: "a text that is long enough to need a second line where the panel is narrow" }),
			row("edit_file", { endedAt: 61_000 }),
			row("edit_file", { file: "created" }),
			row("edit_file", { file: "deleted", state: "failed", result: "Error: There is no such file." }),
			row("edit_file", { state: "rejected", result: "The user rejected this call." }),
			row("run_command", { target: "npm test", result: "Exit code 1 after 2 seconds.\nNo output." }),
			row("run_command", { target: "npm start", state: "interrupted" }),
			row("get_problems", { state: "skipped" }),
		];
		const page = await open(rows, false);
		const tell = (method: string, view: object) =>
			page.evaluate(([name, one]) => (window as unknown as StandIn).tellPanel(name, one), [method, view] as const);
		const files = ["created", "deleted", "changed"].map((kind) => ({
			path: `src/${kind}.ts`,
			kind,
			added: 3,
			removed: 1,
		}));
		const changes = { task: "a", files, steps: [] };
		await tell("agentChanged", { on: true, refusal: null, tools: { count: 2, tokens: 340 }, changes });
		await tell("limitsChanged", { known: ["Requests left: 12 of 100 (renewal: 14:30)"], low: null });
		await page.getByRole("region", { name: "Changes of the agent" }).locator("summary").press("Enter");
		for (const summary of await page.locator(".agent-work > .agent-step > .agent-row > summary").all())
			await summary.press("Enter");
		await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" });
		await page.setViewportSize({ width: 420, height: 1600 });
		const tops = await page
			.getByRole("region", { name: "Changes of the agent" })
			.getByRole("listitem")
			.first()
			.getByRole("button")
			.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
		assert.equal(new Set(tops).size, 1, "the buttons of a changed file are in several lines");
		for (const theme of Object.keys(pageThemes) as ThemeName[]) {
			if (!longRun && theme !== "dark") continue;
			await wearInCopy(page, theme);
			for (const width of [420, 240]) {
				await page.setViewportSize({ width, height: 1600 });
				await pictureOf(page, `agent-rows-${width === 240 ? "narrow-" : ""}${theme}`);
				const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
				assert.ok(wide <= 0, `${theme} at ${width}: ${wide} px too wide`);
			}
			assert.deepEqual(await axeViolations(page), [], theme);
		}
		await page.close();
	});

	it("has its switch after the model's button", async () => {
		const page = await open([row("read_file")], false);
		await page.getByRole("textbox", { name: "Message" }).focus();
		await page.keyboard.press("Tab");
		const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
		assert.equal(name, "Choose model: model");
		await page.close();
	});
});
