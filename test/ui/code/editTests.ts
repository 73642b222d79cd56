import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { scriptedReply } from "../../gateway/scriptedReply";
import { leaveQuickInput } from "../../host/quickInput";
import {
	chooseFromEditorMenu,
	dismissNotifications,
	goToLine,
	openFile,
	pick,
	quickInput,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { eventually } from "../eventually";
import { itLong, longRun } from "../longRun";
import { ask, fileText, type PanelWindow } from "../panelWindow";
import { screenshot } from "../screenshot";
import {
	acceptAll,
	changeWord,
	changeWords,
	instruct,
	instructionBox,
	looksRight,
	openInstructionBox,
	previewButton,
	replyEnded,
	saveActive,
} from "./editPreview";

const chatPath = "/v1/chat/completions";

/** Leaves a changed file. */
export function editTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let original: string;
	before(async () => {
		t = shared();
		original = await fileText(t, "budget.ts");
	});

	const page = () => t.window.page;
	const previewTab = () => page().locator(".tab.active").filter({ hasText: "budget.ts (" });
	const button = (name: string) => previewButton(page(), name);
	/** Returns the lines on the right side of the active diff editor. */
	const proposed = () => page().locator(".monaco-diff-editor .editor.modified .view-line");
	const noPreview = () => page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
	const dirty = () => page().locator(".tab.active.dirty");
	const word = (change: string, name: string) => changeWord(page(), change, name);
	/** Returns the highlighted lines of the active editor, which are to be changed. */
	const highlighted = () =>
		page().locator(".editor-group-container.active .view-overlays [class*=TextEditorDecorationType]");

	/** Selects a function of the open file, and chooses from its context menu. */
	async function chooseEditInline(): Promise<void> {
		await selectLines(page(), 9, 16);
		await chooseFromEditorMenu(page(), "Gatehouse", "Edit Inline…");
	}

	/** Selects a function of budget.ts and has it edited. @param look checks the box for the instruction. */
	async function editInline(instruction: string, look?: () => Promise<void>): Promise<void> {
		await openFile(page(), "budget.ts");
		if (look) {
			await openInstructionBox(page(), chooseEditInline);
			await look();
		} else await chooseEditInline();
		await instruct(page(), "Edit lines 9–16 with demo-chat", instruction);
	}

	/** The function with its first and its second to last line changed. */
	function changed(): { code: string; whole: string } {
		const lines = original.split("\n");
		const code = lines
			.slice(8, 16)
			.map((line) =>
				line.replace("monthlyTotals", "totalsByMonth").replace("[...totals].sort(", "[...totals.entries()].toSorted("),
			);
		return { code: code.join("\n"), whole: [...lines.slice(0, 8), ...code, ...lines.slice(16)].join("\n") };
	}

	it("stream into VS Code's diff; Escape leaves the file as it was, and the proposal can be reopened", async () => {
		const { code } = changed();
		let begin = () => {};
		const begun = new Promise<void>((resolve) => {
			begin = resolve;
		});
		let goOn = () => {};
		const rest = new Promise<void>((resolve) => {
			goOn = resolve;
		});
		const half = code.indexOf("\n", 80) + 1;
		// Those of earlier tests must not cover the elements that are checked below.
		await dismissNotifications(page());
		t.gateway.script({
			match: chatPath,
			chunks: [
				{ type: "wait", until: begun },
				{ type: "bytes", data: sseChunk(`\`\`\`typescript\n${code.slice(0, half)}`) },
				{ type: "wait", until: rest },
				{ type: "bytes", data: [sseChunk(`${code.slice(half)}\n\`\`\``), sseChunk({}, "stop"), sseDone].join("") },
			],
		});
		await editInline("Sort by month.", async () => {
			assert.equal(await highlighted().count(), 8);
			await looksRight(page(), "edit-box", ".review-widget");
		});
		await previewTab().waitFor();
		await highlighted().nth(7).waitFor();
		assert.equal(await highlighted().count(), 8);
		begin();
		await proposed().filter({ hasText: "totalsByMonth" }).waitFor();
		await page().getByRole("button", { name: "Cancel" }).waitFor();
		// Nothing can be accepted yet.
		await button("Reject All").waitFor();
		assert.equal(await button("Accept All").count(), 0);
		assert.equal(await changeWords(page()).count(), 0);
		await screenshot(page(), "edit-streaming-dark");
		goOn();
		await proposed().filter({ hasText: "toSorted" }).waitFor();
		await button("Accept All").waitFor();
		await word("Change 1 of 2", "Accept").waitFor();
		await word("Change 2 of 2", "Reject").waitFor();
		await page().locator(".notification-list-item").first().waitFor({ state: "detached" });
		await looksRight(page(), "edit-preview", ".editor.modified .review-widget");
		await proposed().filter({ hasText: "totalsByMonth" }).click();
		await page().keyboard.press("Escape");
		await noPreview();
		// The proposal is kept.
		await runCommand(page(), "Gatehouse: Reopen Last Proposal");
		await word("Change 2 of 2", "Reject").waitFor();
		await button("Reject All").click();
		await noPreview();
		assert.equal(await fileText(t, "budget.ts"), original);
		assert.equal(await dirty().count(), 0);
	});

	it("are asked for in a box that has the keyboard, also for a function around the cursor, and the cursor stays there", async () => {
		await openFile(page(), "budget.ts");
		await openInstructionBox(page(), async () => {
			await goToLine(page(), 12);
			await runCommand(page(), "Gatehouse: Edit Inline…");
		});
		await page().getByText("Edit monthlyTotals (lines 9–16) with demo-chat").waitFor();
		await page().keyboard.press("Escape");
		await instructionBox(page()).waitFor({ state: "detached" });
		await page().locator("#status\\.editor\\.selection").getByText("Ln 12, Col 1", { exact: true }).waitFor();
	});

	const ways: Readonly<Record<string, { accept(): Promise<void>; reject(): Promise<void> }>> = {
		keyboard: {
			async accept() {
				await page().locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
				await page().keyboard.press("Alt+Enter");
			},
			reject: () => page().keyboard.press("Alt+Backspace"),
		},
		mouse: {
			accept: () => word("Change 1 of 2", "Accept").click(),
			async reject() {
				// The words have been redrawn: there is no other change to go to.
				await word("Change 1 of 2", "Accept").waitFor({ state: "detached" });
				await word("Change 2 of 2", "Next").waitFor({ state: "detached" });
				await word("Change 2 of 2", "Reject").click();
			},
		},
	};
	for (const [name, { accept, reject }] of Object.entries(ways)) {
		if (!longRun && name !== "keyboard") continue;
		it(`are accepted and rejected change by change with the ${name}, and undone in one step`, async () => {
			const { code } = changed();
			t.gateway.script(scriptedReply(`\`\`\`ts\n${code}\n\`\`\``));
			await editInline("Sort by month.");
			await proposed().filter({ hasText: "toSorted" }).waitFor();
			await word("Change 2 of 2", "Reject").waitFor();
			await replyEnded(page());
			await accept();
			// The accepted change is on both sides now.
			await page()
				.locator(".monaco-diff-editor .editor.original .view-line")
				.filter({ hasText: "totalsByMonth" })
				.waitFor();
			await reject();
			await noPreview();
			await page().locator(".view-line").filter({ hasText: "totalsByMonth" }).first().waitFor();
			assert.equal(await page().locator(".view-line").filter({ hasText: "toSorted" }).count(), 0);
			await dirty().waitFor();
			await page().locator(".editor-group-container.active .monaco-editor.focused").waitFor();
			await page().keyboard.press("ControlOrMeta+Z");
			await dirty().waitFor({ state: "detached" });
			await page().locator(".view-line").filter({ hasText: "totalsByMonth" }).waitFor({ state: "detached" });
		});
	}

	it("change the lines that were asked about, though others came above them while the instruction was typed", async () => {
		const { code, whole } = changed();
		t.gateway.script(scriptedReply(`\`\`\`ts\n${code}\n\`\`\``));
		await openFile(page(), "budget.ts");
		await openInstructionBox(page(), chooseEditInline);
		// Below the box.
		await page().locator(".editor-group-container.active .view-line").filter({ hasText: "dearest" }).click();
		await page().keyboard.press("ControlOrMeta+Home");
		await page().keyboard.press("Enter");
		await dirty().waitFor();
		await instructionBox(page()).click();
		await instruct(page(), "Edit lines 9–16", "Sort by month.");
		await proposed().filter({ hasText: "toSorted" }).waitFor();
		await acceptAll(page());
		await noPreview();
		await saveActive(page());
		assert.equal(await fileText(t, "budget.ts"), `\n${whole}`);
		await page().keyboard.press("ControlOrMeta+Z");
		await dirty().waitFor();
		await page().keyboard.press("ControlOrMeta+Z");
		await saveActive(page());
		assert.equal(await fileText(t, "budget.ts"), original);
	});

	it("send nothing of a file that seems to hold secrets unless the user agrees", async () => {
		await writeFile(join(t.workspace, ".env"), "TOKEN=not-for-you\n");
		const begin = async () => {
			await openFile(page(), ".env", t.workspace);
			await runCommand(page(), "Gatehouse: Edit Inline…");
			await instruct(page(), "Edit line 1", "Name it better.");
			await quickInput(page()).getByText("Attach .env").waitFor();
		};
		const asked = t.gateway.requests.length;
		await begin();
		await leaveQuickInput(page());
		assert.equal(t.gateway.requests.length, asked);
		t.gateway.script(scriptedReply("```\nAPI_TOKEN=not-for-you\n```"));
		await begin();
		await pick(page(), "Attach Anyway");
		await proposed().filter({ hasText: "API_TOKEN" }).waitFor();
		await runCommand(page(), "Gatehouse: Reject All");
		await noPreview();
	});

	it("from a code block of the chat find their place, and are accepted by their button", async () => {
		await openFile(page(), "budget.ts");
		const code = changed().code.replace("totalsByMonth", "monthlyTotals");
		const whole = changed().whole.replace("totalsByMonth", "monthlyTotals");
		t.gateway.script(scriptedReply(`Sorted:\n\n\`\`\`ts\n${code}\n\`\`\`\n`));
		const shown = await ask(t.panel, "Sort the totals.");
		await shown.getByRole("button", { name: "New file" }).waitFor();
		await shown.getByRole("button", { name: "Apply to file" }).click();
		await previewTab().filter({ hasText: "Apply to file" }).waitFor();
		await proposed().filter({ hasText: "toSorted" }).waitFor();
		await screenshot(page(), "edit-apply-dark");
		await acceptAll(page());
		await noPreview();
		await saveActive(page());
		assert.equal(await fileText(t, "budget.ts"), whole);
	});

	it("leave nothing highlighted after VS Code's own button has closed the box, and another box opens", async () => {
		await openFile(page(), "budget.ts");
		await openInstructionBox(page(), chooseEditInline);
		await highlighted().nth(7).waitFor();
		await page().locator(".review-widget .head .expand-review-action").click();
		await instructionBox(page()).waitFor({ state: "detached" });
		await highlighted().first().waitFor({ state: "detached" });
		await openInstructionBox(page(), chooseEditInline);
		await highlighted().nth(7).waitFor();
		await page().keyboard.press("Escape");
		await highlighted().first().waitFor({ state: "detached" });
	});

	itLong("create a new file when the user confirms it, never outside the workspace", async () => {
		t.gateway.script(scriptedReply("Here:\n\n```ts src/month.ts\nexport type Month = string;\n```\n"));
		const shown = await ask(t.panel, "Make a type.");
		await shown.getByRole("button", { name: "New file" }).click();
		const box = quickInput(page()).locator("input:visible");
		await box.waitFor();
		assert.equal(await box.inputValue(), "src/month.ts");
		await box.fill("../month.ts");
		await quickInput(page()).getByText("leads out of its folder").waitFor();
		await screenshot(page(), "edit-new-file-dark");
		await box.fill("src/month.ts");
		await box.press("Enter");
		await proposed().filter({ hasText: "Month" }).waitFor();
		await acceptAll(page());
		await noPreview();
		await page().locator('.tab.active[data-resource-name="month.ts"]').waitFor();
		await eventually(async () =>
			assert.equal(await readFile(join(t.workspace, "src", "month.ts"), "utf8"), "export type Month = string;\n"),
		);
	});

	itLong("warn about invisible characters before they are accepted", async () => {
		const { code } = changed();
		const hidden = `// Sums.\n${code.replace("toSorted", "to\u202eSorted")}`;
		t.gateway.script(scriptedReply(`\`\`\`ts\n${hidden}\n\`\`\``));
		await editInline("Sort by month.");
		await acceptAll(page());
		const dialog = page().getByRole("dialog").filter({ hasText: "invisible characters" });
		// As the preview counts them, with the line that is added above.
		await dialog.getByText("line 16: U+202E").waitFor();
		await screenshot(page(), "edit-hidden-dark");
		await dialog.locator(":focus").waitFor();
		await page().keyboard.press("Enter");
		await dialog.waitFor({ state: "detached" });
		await runCommand(page(), "Gatehouse: Reject All");
		await noPreview();
		assert.equal(await dirty().count(), 0);
	});
}
