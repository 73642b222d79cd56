import assert from "node:assert/strict";
import { leaveQuickInput } from "../host/quickInput";
import { tryAgain } from "../host/tryAgain";
import {
	chooseFromEditorMenu,
	goToLine,
	openFile,
	pick,
	quickInput,
	runCommand,
	selectLines,
	showByCommand,
	showSideBar,
} from "../host/workbench";
import { resizePanel } from "./appearance/resizePanel";
import { nextChat } from "./chat/nextChat";
import { itLong } from "./longRun";
import { answers, ask, chooseModel, type PanelWindow, questions } from "./panelWindow";
import { screenshot } from "./screenshot";
import { written } from "./written";

/** Leaves another list of models, and a hidden panel. */
export function commandTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	before(() => {
		t = shared();
	});

	describe("explain: code in the editor", () => {
		it("from the editor's context menu: selection, language, file name and the code around it", async () => {
			const { page } = t.window;
			await openFile(page, "budget.ts");
			await selectLines(page, 9, 16);
			const asked = nextChat(t.gateway);
			await chooseFromEditorMenu(page, "Gatehouse", "Explain Selection");
			const { messages } = await asked;
			const sent = messages.at(-1)?.content ?? "";
			assert.match(sent, /budget\.ts \(typescript\)/);
			assert.match(sent, /budget\.ts, lines 9 to 16:\n```typescript\nexport function monthlyTotals/);
			assert.match(sent, /lines 1 to \d+:\n```typescript\n\/\*\* Money going out/);
			const answer = answers(t.panel).first();
			await answer.getByRole("button", { name: "Retry", exact: true }).first().waitFor();
			await answer.getByText("monthlyTotals").first().waitFor();
			await questions(t.panel).getByText("budget.ts:9–16").first().waitFor();
			await resizePanel(page, 430);
			await questions(t.panel).first().scrollIntoViewIfNeeded();
			// The picture of the README.
			await screenshot(page, "readme");
		});

		itLong("from the palette: the symbol at the cursor when nothing is selected", async () => {
			const { page } = t.window;
			await openFile(page, "budget.ts");
			await goToLine(page, 21);
			await page.locator(".monaco-breadcrumb-item").getByText("remaining").waitFor();
			const asked = nextChat(t.gateway);
			await runCommand(page, "Gatehouse: Explain Selection");
			const { messages } = await asked;
			const sent = messages.at(-1)?.content ?? "";
			assert.match(sent, /export function remaining/);
			assert.match(sent, /budget\.ts, lines (?:19|20) to 2\d:/);
			await answers(t.panel).nth(1).getByRole("button", { name: "Retry", exact: true }).first().waitFor();
		});
	});

	describe("models: switching", () => {
		const rows = () => quickInput(t.window.page).locator(".quick-input-list .monaco-list-row");
		const nextModels = () => t.gateway.nextRequest(({ path }) => path === "/v1/models");
		const answersWith = async (model: string) => {
			const asked = nextChat(t.gateway);
			await ask(t.panel, `hello ${model}`, model);
			assert.equal((await asked).model, model);
		};

		/** Presses a button of the list of models. Tries again: a window that has just been reloaded closes open lists. */
		const pressInModels = (name: string, before = async () => {}) =>
			tryAgain(async (timeout) => {
				const { page } = t.window;
				await runCommand(page, "Gatehouse: Select Model");
				await rows().filter({ hasText: "demo-chat" }).waitFor({ timeout });
				await before();
				await quickInput(page).getByRole("button", { name }).click({ timeout });
			});

		it("from the palette: only chat models, the current one marked", async () => {
			const { page } = t.window;
			const current = rows().filter({ hasText: "demo-chat" }).getByText("current");
			await showByCommand(page, "Gatehouse: Select Model", current);
			await rows().filter({ hasText: "demo-echo" }).waitFor();
			assert.equal(await rows().filter({ hasText: "demo-embed" }).count(), 0);
			await screenshot(page, "models-pick-dark");
			await pick(page, "demo-echo");
			await chooseModel(t.panel).getByText("demo-echo").waitFor();
			await answersWith("demo-echo");
		});

		it("from the status bar", async () => {
			const { page } = t.window;
			// The entry may be redrawn under the mouse.
			await tryAgain(async (timeout) => {
				await page.locator(".statusbar-item").filter({ hasText: "demo-echo" }).click({ timeout });
				await rows().filter({ hasText: "demo-chat" }).first().click({ timeout });
			});
			await page.locator(".statusbar-item").filter({ hasText: "demo-chat" }).waitFor();
			await answersWith("demo-chat");
		});

		it("from the panel", async () => {
			await chooseModel(t.panel).click();
			await pick(t.window.page, "demo-echo");
			await chooseModel(t.panel).getByText("demo-echo").waitFor();
			await answersWith("demo-echo");
		});

		itLong(
			"from the palette of a window whose panel has been hidden since its start; the choice survives a reload",
			async () => {
				const { page } = t.window;
				await written(page, "gatehouse.modelsOf", '"chat":"demo-echo"');
				await showSideBar(page, false);
				const connected = nextModels();
				await page.reload();
				await page.locator(".monaco-workbench").waitFor();
				await showByCommand(
					page,
					"Gatehouse: Select Model",
					rows().filter({ hasText: "demo-echo" }).getByText("current"),
				);
				await leaveQuickInput(page);
				await page.locator(".statusbar-item").filter({ hasText: "demo-echo" }).waitFor();
				// The models are requested once, as at the start, before the next test selects another model.
				await connected;
			},
		);

		it("lists models of other kinds with a button", async () => {
			const { page } = t.window;
			await pressInModels("Show All Models", async () => {
				assert.equal(await rows().filter({ hasText: "demo-embed" }).count(), 0);
			});
			await rows().filter({ hasText: "demo-embed" }).getByText("for embeddings").waitFor();
			assert.equal(await quickInput(page).getByRole("button", { name: "Show All Models" }).count(), 0);
			await leaveQuickInput(page);
		});

		it("model pick: asks the gateway again with the refresh button", async () => {
			const { page } = t.window;
			let asked: Promise<unknown> | undefined;
			await pressInModels("Refresh Models", async () => {
				t.gateway.script({ match: "/v1/models", json: { data: [{ id: "brand-new" }] } });
				asked = nextModels();
			});
			await asked;
			await rows().filter({ hasText: "brand-new" }).waitFor();
			await leaveQuickInput(page);
		});
	});
}
