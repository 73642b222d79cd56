import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { leaveQuickInput } from "../../host/quickInput";
import { goToLine, openFile, pick, rows, runCommand, showByCommand } from "../../host/workbench";
import { gitIn } from "../code/gitIn";
import { runInTerminal } from "../code/runInTerminal";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import { ask, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import { contextChips } from "./contextChips";

/** Sources of context. The tests need a workspace that is not a repository, and make it one. */
export function contextSourceTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});
	const { attachBy, chips, nextMessages, removeAll } = contextChips(() => t);
	afterEach(() => removeAll());

	/** Returns the content of the next question. */
	async function sentWith(question: string): Promise<string> {
		const sent = nextMessages();
		await ask(t.panel, question);
		return String((await sent).at(-1)?.content);
	}

	it("Git Changes: staged and other changes; the ledger names the files", async () => {
		const { page } = t.window;
		const git = gitIn(t.workspace);
		const change = async (name: string, line: string) =>
			writeFile(join(t.workspace, name), `${await readFile(join(t.workspace, name), "utf8")}${line}\n`);
		await git("init", "-q");
		await git("add", ".");
		await git("commit", "-qm", "first");
		await change("greet.py", "# staged");
		await git("add", "greet.py");
		await change("chores.js", "// not staged");
		// The branch is named as soon as VS Code knows the repository.
		await page.locator("#status\\.scm\\.0").waitFor();
		await attachBy("Git Changes");
		await chips().getByText("Git Changes (2)").waitFor();
		const content = await sentWith("What did I change?");
		assert.match(content, /\+# staged/);
		assert.match(content, /\+\/\/ not staged/);
		await showByCommand(page, "Gatehouse: Show Requests in This Window", rows(page).filter({ hasText: "greet.py" }));
		assert.match(await rows(page).first().innerText(), /chores\.js/);
		await leaveQuickInput(page);
	});

	it("# in the composer: suggests files, symbols and sources of context, and attaches the chosen one", async () => {
		// With the requests of the composer's popup to the host.
		const host = <T>(call: string, argument: string) =>
			t.panel.locator("gatehouse-panel").evaluate(
				(panel, [method, text]) => {
					const { page } = panel as unknown as { page: { host: Record<string, (text: string) => Promise<T>> } };
					return page.host[method]?.(text);
				},
				[call, argument] as const,
			);
		const suggested = await host<readonly { id: string; label: string; detail: string; icon: string }[]>(
			"suggestContext",
			"gre",
		);
		const file = suggested?.find(({ label }) => label === "greet.py");
		assert.deepEqual(file && [file.detail, file.icon], ["greet.py", "file"]);
		await mkdir(join(t.workspace, "parts", "inner"), { recursive: true });
		await writeFile(join(t.workspace, "parts", "inner", "one.ts"), "export {};\n");
		// VS Code reports new files a moment later.
		await eventually(async () => {
			const folders = await host<readonly { label: string; detail: string; icon: string }[]>("suggestContext", "inne");
			const folder = folders?.find(({ icon }) => icon === "folder");
			assert.deepEqual(folder && [folder.label, folder.detail], ["inner", "parts/inner"]);
		});
		const fixed = await host<readonly { id: string }[]>("suggestContext", "");
		assert.ok(fixed?.some(({ id }) => id === "changes"));
		await host("attachSuggested", file?.id ?? "");
		await chips().getByText("greet.py").waitFor();
		await assert.rejects(host("attachSuggested", "nothing of the kind"), /can no longer be attached/);
	});

	it("Problems: of the active file", async () => {
		const { page } = t.window;
		await writeFile(join(t.workspace, "broken.json"), '{ "a": }\n');
		await openFile(page, "broken.json", t.workspace);
		await page.locator(".editor-group-container.active .squiggly-error").first().waitFor();
		await attachBy("Problems in the Active File");
		await chips().getByText("Problems in broken.json (1)").waitFor();
		assert.match(await sentWith("What is wrong?"), /broken\.json:1: error: Value expected/);
	});

	itLong("All Problems: of every file that has some, each below its name", async () => {
		const { page } = t.window;
		await writeFile(join(t.workspace, "bad.json"), "[1,\n");
		await openFile(page, "bad.json");
		await page.locator(".editor-group-container.active .squiggly-error").first().waitFor();
		await attachBy("All Problems");
		await chips()
			.getByText(/Problems \(\d+\)/)
			.waitFor();
		const content = await sentWith("What is wrong everywhere?");
		assert.match(content, /broken\.json:1: error: Value expected/);
		assert.match(content, /bad\.json:\d: error: /);
	});

	itLong("Symbol…: its lines below its name", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await goToLine(page, 10);
		await page.locator(".monaco-breadcrumb-item").getByText("monthlyTotals").waitFor();
		await attachBy("Symbol…");
		await rows(page).filter({ hasText: "monthlyTotals" }).first().waitFor();
		await screenshot(page, "context-symbols-dark");
		await pick(page, "monthlyTotals");
		await chips().getByText("monthlyTotals").waitFor();
		const content = await sentWith("What does it do?");
		assert.match(content, /budget\.ts, lines \d+ to 16:\n```typescript\n/);
		assert.match(content, /export function monthlyTotals/);
	});

	itLong("Terminal Selection: attaches it, and leaves the clipboard unchanged", async () => {
		const { page } = t.window;
		await page.evaluate(() => navigator.clipboard.writeText("mine"));
		await runInTerminal(page, "echo said-in-the-terminal");
		await runCommand(page, "Terminal: Select All");
		await attachBy("Terminal Selection");
		await chips().getByText("Terminal: bash").waitFor();
		assert.match(await sentWith("What happened?"), /terminal bash:\n```\n[\s\S]*said-in-the-terminal/);
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "mine");
	});
}
