import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedReply } from "../../gateway/scriptedReply";
import { clickShown, tryAgain } from "../../host/tryAgain";
import {
	answer,
	chooseFromEditorMenu,
	closeMenus,
	goToLine,
	openEditorMenu,
	openFile,
	quickInput,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { nextQuestion } from "../chat/nextChat";
import { suggest } from "../context/suggest";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import { answers, fileText, messageBox, type PanelWindow, questions, send } from "../panelWindow";
import { inThemes, screenshot } from "../screenshot";
import { acceptAll, previewButton, saveActive } from "./editPreview";

const selectedLines = /budget\.ts, lines 9 to 16:\n```typescript\nexport function monthlyTotals/;

export function actionTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	const replyWith = (content: string) => t.gateway.script(scriptedReply(content));
	const answered = (text: string) => answers(t.panel).last().getByText(text).waitFor();

	const proposed = (text: string) => t.window.page.locator(".editor.modified .view-line").getByText(text).first();
	const noPreview = () => t.window.page.locator(".monaco-diff-editor").waitFor({ state: "detached" });
	const dirtyTabs = () => t.window.page.locator(".tab.dirty");

	/** Selects a function and chooses from Gatehouse's menu. */
	async function choose(name: string): Promise<void> {
		await openFile(t.window.page, "budget.ts");
		await selectLines(t.window.page, 9, 16);
		await chooseFromEditorMenu(t.window.page, "Gatehouse", name);
	}

	it("Gatehouse's menu has all of them", async () => {
		const { page } = t.window;
		await openFile(page, "budget.ts");
		await inThemes(page, async (theme) => {
			await selectLines(page, 9, 16);
			await openEditorMenu(
				page,
				["Gatehouse"],
				["Explain Selection", "Fix Selection", "Document Selection", "Write Tests", "Add Selection to Chat"],
			);
			await screenshot(page, `actions-menu-${theme}`);
			await closeMenus(page);
		});
	});

	it("Ask About Selection…: asks for a question, and answers in the panel", async () => {
		const asked = nextQuestion(t.gateway);
		replyWith("In cents.");
		await choose("Ask About Selection…");
		await answer(t.window.page, "Which unit is it in?");
		const question = await asked;
		assert.match(question, /^Which unit is it in\?\n\nThis is about this code from budget\.ts \(typescript\)\./);
		assert.match(question, selectedLines);
		await answered("In cents.");
		await questions(t.panel).last().getByText("budget.ts:9–16").first().waitFor();
	});

	itLong("Add Selection to Chat: attaches the lines, and waits for a question", async () => {
		await choose("Add Selection to Chat");
		const chips = t.panel.getByRole("list", { name: "Goes with the next question" });
		await chips.getByText("budget.ts:9–16").waitFor();
		await chips.getByRole("button", { name: "Remove" }).first().click();
	});

	it("/ in the composer offers the same ones; one that needs an instruction says so", async () => {
		const option = (id: string) => t.panel.getByRole("option").filter({ hasText: id }).first();
		await suggest(t.panel, "/", option("explain"));
		for (const id of ["fix", "document", "writeTests", "refactor", "ask"]) await option(id).waitFor();
		await suggest(t.panel, "/ask", option("ask"));
		await messageBox(t.panel).press("Escape");
		await t.panel.getByRole("listbox").waitFor({ state: "detached" });
		await messageBox(t.panel).press("Enter");
		await t.panel
			.getByText(/after \/ask/)
			.first()
			.waitFor();
		const asked = nextQuestion(t.gateway);
		replyWith("A list of pairs.");
		await send(t.panel, "/ask What does it return?");
		assert.match(await asked, /^What does it return\?\n\nThis is about [\s\S]*lines 9 to 16/);
		await answered("A list of pairs.");
	});

	const changes: readonly (readonly [name: string, task: RegExp, instruction?: string])[] = [
		["Fix Selection", /^Fix this code from budget\.ts \(typescript\).*indented with tabs/],
		["Document Selection", /^Document this code/],
		["Refactor Selection…", /^Use a plain object\n\nRefactor this code/, "Use a plain object"],
	];
	for (const [name, task, instruction] of changes) {
		// Only one of them in every run; the others differ in their questions, which unit tests show.
		if (!longRun && name !== "Fix Selection") continue;
		it(`${name}: sends the lines, and previews its answer, which is written when it is accepted`, async () => {
			const before = await fileText(t, "budget.ts");
			const lines = before.split("\n");
			// All lines of the function, because answers that lack some are refused.
			const code = [lines[8], `\t// ${name}`, ...lines.slice(9, 16)].join("\n");
			const reply = `\`\`\`typescript\n${code}\n\`\`\``;
			/** Has the change made, and waits for its preview. */
			const propose = async () => {
				const asked = nextQuestion(t.gateway);
				replyWith(reply);
				await choose(name);
				if (instruction) await answer(t.window.page, instruction);
				const question = await asked;
				assert.match(question, task);
				assert.match(question, selectedLines);
				await proposed(`// ${name}`).waitFor();
				await previewButton(t.window.page, "Accept All").waitFor();
				// Neither on disk nor in the editor.
				assert.equal(await fileText(t, "budget.ts"), before);
				assert.equal(await dirtyTabs().count(), 0);
			};
			if (longRun) {
				await propose();
				await runCommand(t.window.page, "Gatehouse: Reject All");
				await noPreview();
				assert.equal(await dirtyTabs().count(), 0);
			}
			await propose();
			await acceptAll(t.window.page);
			await noPreview();
			await saveActive(t.window.page);
			const written = [...lines.slice(0, 8), code, ...lines.slice(16)].join("\n");
			assert.equal(await fileText(t, "budget.ts"), written);
			await t.window.page.keyboard.press("ControlOrMeta+Z");
			await saveActive(t.window.page);
			assert.equal(await fileText(t, "budget.ts"), before);
		});
	}

	it("Write Tests: proposes a file, and previews the tests before they are written", async () => {
		const propose = async () => {
			const asked = nextQuestion(t.gateway);
			replyWith('```typescript\nit("totals", () => {});\n```');
			await choose("Write Tests");
			const box = quickInput(t.window.page).locator("input:visible");
			await box.waitFor();
			assert.equal(await box.inputValue(), "budget.test.ts");
			await box.press("Enter");
			assert.match(await asked, /^Write tests for this code from budget\.ts/);
			await proposed('it("totals"').waitFor();
			await previewButton(t.window.page, "Accept All").waitFor();
			await assert.rejects(fileText(t, "budget.test.ts"));
		};
		if (longRun) {
			await propose();
			await runCommand(t.window.page, "Gatehouse: Reject All");
			await noPreview();
			await assert.rejects(fileText(t, "budget.test.ts"));
		}
		await propose();
		await acceptAll(t.window.page);
		await noPreview();
		await t.window.page.locator('.tab.active[data-resource-name="budget.test.ts"]').waitFor();
		await eventually(async () => assert.equal(await fileText(t, "budget.test.ts"), 'it("totals", () => {});\n'));
	});

	it("the light bulb on a real TypeScript error: explains and fixes it", async () => {
		const { page } = t.window;
		await writeFile(join(t.workspace, "wrong.ts"), 'export function half(n: number): number {\n\treturn n + "2";\n}\n');
		await openFile(page, "wrong.ts", t.workspace);
		await page.locator(".editor-group-container.active .squiggly-error").first().waitFor();
		const fix = (name: string) => page.locator(".action-widget").getByText(name);
		/** Opens the list of fixes; again when a late change of the focus closed it before it could be used. */
		const openFixes = (use: (timeout: number) => Promise<void>) =>
			tryAgain(async (timeout) => {
				await goToLine(page, 2);
				await page.keyboard.press("ControlOrMeta+.");
				await use(timeout);
			});
		await inThemes(page, async (theme) => {
			await openFixes((timeout) => fix("Fix with Gatehouse").waitFor({ timeout }));
			await fix("Explain with Gatehouse").waitFor();
			await screenshot(page, `actions-lightBulb-${theme}`);
			await page.keyboard.press("Escape");
		});
		const explained = nextQuestion(t.gateway);
		replyWith("A number and a text make a text.");
		await openFixes((timeout) => clickShown(fix("Explain with Gatehouse"), timeout));
		const question = await explained;
		assert.match(question, /^Explain the listed problems in `half` from wrong\.ts \(typescript\)/);
		assert.match(
			question,
			/problems in wrong\.ts:\n```\nwrong\.ts:2: error: Type 'string' is not assignable to type 'number'\. \(ts 2322\)/,
		);
		await answered("A number and a text make a text.");

		const fixed = nextQuestion(t.gateway);
		replyWith("```typescript\nexport function half(n: number): number {\n\treturn n / 2;\n}\n```");
		await openFile(page, "wrong.ts");
		await openFixes((timeout) => clickShown(fix("Fix with Gatehouse"), timeout));
		assert.match(await fixed, /^Fix the listed problems in `half`/);
		await proposed("return n / 2").waitFor();
		await runCommand(page, "Gatehouse: Reject All");
		await noPreview();
	});
}
