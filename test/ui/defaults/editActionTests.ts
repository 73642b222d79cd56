import assert from "node:assert/strict";
import { scriptedReply } from "../../gateway/scriptedReply";
import { clickGone, clickShown, tryAgain } from "../../host/tryAgain";
import {
	answer,
	closeMenus,
	dismissNotifications,
	openEditorMenu,
	openFile,
	quickInput,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { nextQuestion } from "../chat/nextChat";
import { focusedInstructionBox, instruct, previewButton, replyEnded } from "../code/editPreview";
import { itLong } from "../longRun";
import { answers, fileText, type PanelWindow } from "../panelWindow";
import { connectToDemo, foreignFile } from "./defaultWindow";

/** An action on code. */
interface TestedAction {
	/** Its own keys; if not given, it is run from the command palette. */
	readonly keys?: readonly string[];
	/** The beginning of the question that is sent. */
	readonly question: RegExp;
	/** The answer to give before anything is sent. */
	readonly say?: () => Promise<void>;
	/** Where the answer appears. */
	readonly comes: "in the panel" | "in a preview" | "in the preview of a new file";
}

/** Each action on code, by its keys and by the mouse. */
export function defaultEditActionTests(shared: () => PanelWindow): void {
	let t: PanelWindow;
	let original: string;
	before(async () => {
		t = shared();
		await connectToDemo(t);
		original = await fileText(t, foreignFile.path);
	});
	// Before each test, not after it, so that the picture of a failure shows its editors.
	beforeEach(async () => {
		await runCommand(page(), "View: Close All Editors");
		await dismissNotifications(page());
	});

	const page = () => t.window.page;
	const inBox = async () => {
		await focusedInstructionBox(page()).waitFor();
		await instruct(page(), "Edit lines", "Say what it is.");
	};
	const isTestFile = async () => {
		const box = quickInput(page()).locator("input:visible");
		await box.waitFor();
		assert.match(await box.inputValue(), /Base64Decode\.(test|spec)\.ts$/);
		await box.press("Enter");
	};
	const key = (letter: string) => ["ControlOrMeta+K", `Shift+${letter}`];
	const actions: Readonly<Record<string, TestedAction>> = {
		"Explain Selection": { keys: key("E"), question: /^Explain this code/, comes: "in the panel" },
		"Ask About Selection…": {
			keys: key("A"),
			question: /^Why\?\n\nThis is about this code/,
			say: () => answer(page(), "Why?"),
			comes: "in the panel",
		},
		"Fix Selection": { keys: key("F"), question: /^Fix this code/, comes: "in a preview" },
		"Document Selection": { question: /^Document this code/, comes: "in a preview" },
		"Refactor Selection…": {
			question: /^Shorter\n\nRefactor this code/,
			say: () => answer(page(), "Shorter"),
			comes: "in a preview",
		},
		"Edit Inline…": {
			keys: ["ControlOrMeta+Alt+E"],
			question: /^Say what it is\./,
			say: inBox,
			comes: "in a preview",
		},
		"Write Tests": { question: /^Write tests for this code/, say: isTestFile, comes: "in the preview of a new file" },
	};

	/** Chooses from Gatehouse's menu with the mouse alone. */
	async function clickInMenu(name: string): Promise<void> {
		const entry = (text: string) => page().getByRole("menuitem", { name: text }).first();
		await tryAgain(
			async (timeout) => {
				await openEditorMenu(page(), [], ["Gatehouse"]);
				await entry("Gatehouse").hover({ timeout });
				await entry(name).waitFor({ timeout });
				// A menu that has just opened ignores the first click.
				await tryAgain(() => clickGone(entry(name), 1_000));
			},
			() => closeMenus(page()),
		);
	}

	async function pressKeys(name: string, keys: readonly string[] | undefined): Promise<void> {
		if (!keys) return runCommand(page(), `Gatehouse: ${name}`);
		for (const one of keys) await page().keyboard.press(one);
	}

	for (const [name, { keys, question, say, comes }] of Object.entries(actions)) {
		for (const way of ["keyboard", "mouse"]) {
			itLong(`${name} by ${way}: is asked, and its answer comes ${comes}`, async () => {
				const lines = original.split(/\r?\n/);
				const first = lines.findIndex((line) => line.startsWith("export function base64Decode("));
				const code = lines.slice(first, first + 3).join("\n");
				const asked = nextQuestion(t.gateway);
				const documented = `// ${way}\n${code}`;
				t.gateway.script(
					scriptedReply(comes === "in the panel" ? `By ${way}.` : `\`\`\`typescript\n${documented}\n\`\`\``),
				);
				await openFile(page(), foreignFile.name);
				await selectLines(page(), first + 1, first + 3);
				if (way === "mouse") await clickInMenu(name);
				else await pressKeys(name, keys);
				await say?.();
				assert.match(await asked, question);
				if (comes === "in the panel") return answers(t.panel).last().getByText(`By ${way}.`).first().waitFor();
				await page().locator(".editor.modified .view-line").getByText(`// ${way}`).first().waitFor();
				await replyEnded(page());
				if (way === "mouse") await tryAgain((timeout) => clickShown(previewButton(page(), "Reject All"), timeout));
				else {
					await page().locator(".monaco-diff-editor .monaco-editor.focused").waitFor();
					await page().keyboard.press("Escape");
				}
				await page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
				assert.equal(await fileText(t, foreignFile.path), original);
			});
		}
	}
}
