import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import type { Script } from "../../gateway/script";
import { scriptedReply } from "../../gateway/scriptedReply";
import { clickShown, tryAgain } from "../../host/tryAgain";
import {
	answer,
	dismissNotifications,
	notifications,
	openFile,
	pressInNotification,
	runCommand,
	selectLines,
} from "../../host/workbench";
import { axeViolations } from "../appearance/axe";
import { nextChat, nextQuestion } from "../chat/nextChat";
import {
	acceptAll,
	changeWord,
	focusedInstructionBox,
	instruct,
	instructionBox,
	previewButton,
	replyEnded,
} from "../code/editPreview";
import { eventually } from "../eventually";
import { itLong } from "../longRun";
import { fileText, type PanelWindow } from "../panelWindow";
import { pictureOf } from "../screenshot";
import { connectToDemo, foreignFile } from "./defaultWindow";

const chatPath = "/v1/chat/completions";
const fenced = (code: string) => `\`\`\`typescript\n${code}\n\`\`\``;

/** The user's actions on edits, which `integration/edits/edits.test.ts` shows without a window in every run. */
export function defaultEditTests(shared: () => PanelWindow): void {
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
		await writeFile(join(t.workspace, foreignFile.path), original);
	});

	const page = () => t.window.page;
	const replyWith = (content: string, finishReason?: string) => t.gateway.script(scriptedReply(content, finishReason));
	const proposed = (text: string) => page().locator(".editor.modified .view-line").getByText(text).first();
	const noPreview = () => page().locator(".monaco-diff-editor").waitFor({ state: "detached" });
	const button = (name: string) => previewButton(page(), name);
	const highlighted = () =>
		page().locator(".editor-group-container.active .view-overlays [class*=TextEditorDecorationType]");
	const note = (text: string) => notifications(page()).filter({ hasText: text });
	const tab = (text: string | RegExp): Locator => page().locator(".tab").filter({ hasText: text }).first();
	const suggestions = () => page().locator(".suggest-widget.visible .monaco-list-row");

	/** A function of the file, with its first and last line. */
	function functionOf(name: string): { code: string; first: number; last: number } {
		const lines = original.split(/\r?\n/);
		const start = lines.findIndex((line) => line.startsWith(`export function ${name}(`));
		const end = lines.indexOf("}", start);
		return { code: lines.slice(start, end + 1).join("\n"), first: start + 1, last: end + 1 };
	}

	const decode = () => functionOf("base64Decode").code;
	const renamed = (name: string) => decode().replaceAll("input", name);
	const changedTo = (code: string) => original.replace(decode(), code);
	const isWritten = (expected: string) =>
		eventually(async () => assert.equal(await fileText(t, foreignFile.path), expected));

	/** Selects a function and opens the box beside it with its keys. */
	async function openBox(name = "base64Decode"): Promise<void> {
		const { first, last } = functionOf(name);
		await openFile(page(), foreignFile.name);
		// A preview's tab has the same name.
		await page().locator(".monaco-diff-editor").waitFor({ state: "hidden" });
		await tryAgain(async (timeout) => {
			await selectLines(page(), first, last);
			await page().keyboard.press("ControlOrMeta+Alt+E");
			await focusedInstructionBox(page()).waitFor({ timeout });
		});
	}

	/** Has a function edited. */
	async function edit(name?: string): Promise<void> {
		await openBox(name);
		await instruct(page(), "Edit lines", "Say what it is.");
	}

	/** Accepts with the button, and undoes that. */
	async function acceptAndUndo(expected: string): Promise<void> {
		await acceptAll(page());
		await noPreview();
		await isWritten(expected);
		await undo(original);
	}

	/**
	 * Undoes the last change, and saves. VS Code does not save by itself while it is still saving the change that is
	 * undone.
	 */
	async function undo(expected: string): Promise<void> {
		await page().locator(".editor-group-container.active .monaco-editor.focused").waitFor();
		await page().keyboard.press("ControlOrMeta+Z");
		await page().keyboard.press("ControlOrMeta+S");
		await isWritten(expected);
	}

	/** Returns an answer that waits for a promise after its first piece. */
	const halfway = (first: string, until: Promise<void>, ...rest: readonly string[]): Script => ({
		match: chatPath,
		chunks: [
			{ type: "bytes", data: sseChunk(first) },
			{ type: "wait", until },
			...(rest.length > 0 ? [{ type: "bytes", data: rest.join("") } as const] : [{ type: "close" } as const]),
		],
	});

	/** Returns a promise and the function that fulfils it. */
	function gate(): { opened: Promise<void>; open(): void } {
		let open = () => {};
		const opened = new Promise<void>((resolve) => {
			open = resolve;
		});
		return { opened, open: () => open() };
	}

	itLong("Enter pressed again after an instruction was sent changes nothing in the file", async () => {
		const { opened, open } = gate();
		t.gateway.script(
			halfway(`\`\`\`typescript\n${renamed("encoded").split("\n")[0]}\n`, opened, sseChunk("x"), sseDone),
		);
		await openBox();
		await page().keyboard.insertText("Say what it is.");
		// While the preview does not have the keyboard.
		while (!(await page().locator(".monaco-diff-editor .monaco-editor.focused").isVisible()))
			await page().keyboard.press("Enter");
		await proposed("encoded").waitFor();
		await instructionBox(page()).waitFor({ state: "detached" });
		await button("Reject All").click();
		open();
		await noPreview();
		await page().locator(".view-line").getByText("base64Decode").first().waitFor();
		assert.equal(await page().locator(".tab.dirty").count(), 0);
		assert.equal(await fileText(t, foreignFile.path), original);
	});

	itLong("the box beside the code completes an action behind / and a file behind #, which are sent", async () => {
		await openBox();
		await page().keyboard.type("/");
		const action = suggestions().filter({ hasText: "/refactor" });
		await action.first().waitFor();
		await pictureOf(page(), "defaults-edit-actions");
		await page().keyboard.type("ref");
		await suggestions().filter({ hasText: "/fix" }).waitFor({ state: "detached" });
		await page().keyboard.press("Enter");
		await suggestions().first().waitFor({ state: "detached" });
		await page().keyboard.type(" as in #Base64Enc");
		const file = suggestions().filter({ hasText: "Base64Encode.ts" }).first();
		await file.waitFor();
		await pictureOf(page(), "defaults-edit-files");
		await file.click();
		await suggestions().first().waitFor({ state: "detached" });
		replyWith(fenced(renamed("encoded")));
		const asked = nextQuestion(t.gateway);
		await page().keyboard.press("Enter");
		const question = await asked;
		assert.match(question, /^as in #src\/encode\/Base64Encode\.ts\n\nRefactor this code/);
		assert.match(question, /Base64Encode\.ts:\n```(?:ts|typescript)\n[\s\S]*export function urlEncode/);
		await proposed("encoded").waitFor();
		await button("Reject All").click();
		await noPreview();
	});

	itLong("by mouse: followed up below a change, proposed again from the title, and accepted", async () => {
		replyWith(fenced(renamed("encoded")));
		await edit();
		await proposed("encoded").waitFor();
		await replyEnded(page());
		replyWith(fenced(renamed("base64")));
		const asked = nextChat(t.gateway);
		await tryAgain((timeout) => clickShown(changeWord(page(), "Change 1 of", "Follow Up"), timeout));
		await answer(page(), "Name the format.");
		const { messages } = await asked;
		assert.deepEqual(
			messages.map(({ role }) => role),
			["system", "user", "assistant", "user"],
		);
		assert.equal(messages.at(-1)?.content, "Name the format.");
		await proposed("base64: string").waitFor();
		await replyEnded(page());
		await pictureOf(page(), "defaults-edit-followUp");
		replyWith(fenced(renamed("text")));
		await tryAgain(async (timeout) => {
			await button("More Actions...").click({ timeout });
			await page().getByRole("menuitem", { name: "Propose Again" }).hover({ timeout });
			await page().keyboard.press("Enter");
			await proposed("text: string").waitFor({ timeout });
		});
		await acceptAndUndo(changedTo(renamed("text")));
	});

	itLong("Next and Previous go from change to change, by mouse and by their keys", async () => {
		const code = functionOf("base64DecToArr").code;
		const changed = code.replace("let encodedString", "let encoded").replace("atob(encodedString)", "atob(encoded)");
		const at = (text: string) => page().locator("#status\\.editor\\.selection").getByText(text).waitFor();
		const lineOf = (text: string) => original.slice(0, original.indexOf(text)).split("\n").length;
		const [first, last] = [`Ln ${lineOf("let encodedString")},`, `Ln ${lineOf("const binString")},`];
		replyWith(fenced(changed));
		await edit("base64DecToArr");
		await proposed("let encoded").waitFor();
		await replyEnded(page());
		await at(first);
		await tryAgain((timeout) => clickShown(changeWord(page(), "Change 1 of 2", "Next"), timeout));
		await at(last);
		await tryAgain((timeout) => clickShown(changeWord(page(), "Change 2 of 2", "Previous"), timeout));
		await at(first);
		await page().locator(".editor.modified .view-line").getByText("let encoded").first().click();
		await page().keyboard.press("Alt+F5");
		await at(last);
		await page().keyboard.press("Shift+Alt+F5");
		await at(first);
		await button("Reject All").click();
		await noPreview();
	});

	itLong("slow: nothing can be accepted until it has ended; what is typed elsewhere in the file stays", async () => {
		const { opened, open } = gate();
		const [head, ...rest] = renamed("encoded").split("\n");
		t.gateway.script(
			halfway(
				`\`\`\`typescript\n${head}\n`,
				opened,
				sseChunk(`${rest.join("\n")}\n\`\`\``),
				sseChunk({}, "stop"),
				sseDone,
			),
		);
		await edit();
		await proposed("encoded").waitFor();
		assert.equal(await button("Accept All").count(), 0);
		// The lines to be changed, although the answer began before the preview opened.
		await highlighted().nth(2).waitFor();
		assert.equal(await highlighted().count(), 3);
		await pictureOf(page(), "defaults-edit-slow");
		await page().locator(`.tab[data-resource-name="${foreignFile.name}"]`).first().click();
		await page().locator(".view-line").getByText("Decodes").first().click();
		await page().keyboard.press("ControlOrMeta+Home");
		// Enter at the end of a comment would continue it.
		await page().keyboard.press("Enter");
		await page().keyboard.press("ArrowUp");
		await page().keyboard.insertText("// mine");
		open();
		await page().locator(".notifications-toasts").getByRole("button", { name: "Cancel" }).first().waitFor({
			state: "detached",
		});
		await tab("(Edit)").click();
		await acceptAll(page());
		await noPreview();
		await isWritten(`// mine\n${changedTo(renamed("encoded"))}`);
		await undo(`// mine\n${original}`);
	});

	/** Answers and their ends, by the reason that is shown. */
	const refusals: Readonly<Record<string, { script: readonly Script[]; reason: string; next: () => Promise<void> }>> = {
		"a broken stream, proposed again from the title": {
			script: [
				halfway(`\`\`\`typescript\n${"export function base64Decode(encoded: string): string {"}\n`, Promise.resolve()),
			],
			reason: "interrupted and was not applied",
			next: () => button("Propose Again").click(),
		},
		"an answer at its maximum length, tried again": {
			script: [scriptedReply("```typescript\nexport function base64Decode(encoded", "length")],
			reason: "cut off at its maximum length",
			next: () => pressInNotification(page(), note("cut off at its maximum length"), "Try Again"),
		},
		"an answer that the gateway ended early, read and tried again": {
			script: [scriptedReply("```typescript\nexport function base64Decode(encoded", "content_filter")],
			reason: "ended the answer early (content_filter)",
			next: async () => {
				await button("Show Answer").click();
				await page().locator(".tab.active").filter({ hasText: "Answer" }).waitFor();
				await page().locator(".view-line").getByText("base64Decode(encoded").first().waitFor();
				await pictureOf(page(), "defaults-edit-answer");
				await pressInNotification(page(), note("ended the answer early"), "Try Again");
			},
		},
		"prose twice, proposed again from the title": {
			script: [scriptedReply("It is fine."), scriptedReply("Nothing to do.")],
			reason: "contains no code",
			next: () => button("Propose Again").click(),
		},
	};
	for (const [at, [name, { script, reason, next }]] of Object.entries(refusals).entries()) {
		itLong(`refused with the reason and a next step: ${name}`, async () => {
			for (const one of script) t.gateway.script(one);
			await edit();
			await note(reason).first().waitFor();
			for (const word of ["Propose Again", "Show Answer", "Reject All"]) await button(word).waitFor();
			assert.equal(await button("Accept All").count(), 0);
			for (const choice of ["Try Again", "Show Answer"])
				await note(reason).first().getByRole("button", { name: choice }).waitFor();
			await pictureOf(page(), `defaults-edit-refused-${at + 1}`);
			assert.deepEqual(
				await axeViolations(page(), { within: ".editor-group-container.active .title .editor-actions" }),
				[],
			);
			replyWith(fenced(renamed("encoded")));
			await next();
			await proposed("encoded").waitFor();
			await replyEnded(page());
			// Wherever it was decided, nothing on the screen asks for a decision any more.
			await note(reason).first().waitFor({ state: "hidden" });
			await acceptAndUndo(changedTo(renamed("encoded")));
		});
	}

	/** The tab of the first edit, without a number before it. */
	const onlyEdit = /^(?!\(2\)).*\(Edit\)/;

	itLong("two at once by mouse: one is accepted, the other rejected, each by its own words", async () => {
		const other = functionOf("base64DecToArr").code;
		const { opened, open } = gate();
		replyWith(fenced(renamed("encoded")));
		await edit();
		await proposed("encoded").waitFor();
		await replyEnded(page());
		const [head, ...rest] = other.replaceAll("encodedString", "padded").split("\n");
		t.gateway.script(
			halfway(
				`\`\`\`typescript\n${head}\n${rest.slice(0, 2).join("\n")}\n`,
				opened,
				sseChunk(`${rest.slice(2).join("\n")}\n\`\`\``),
				sseChunk({}, "stop"),
				sseDone,
			),
		);
		await edit("base64DecToArr");
		await proposed("padded").waitFor();
		await tab("(2) ").waitFor();
		await tab(onlyEdit).click();
		await proposed("encoded: string").waitFor();
		open();
		await replyEnded(page());
		await pictureOf(page(), "defaults-edit-two");
		await tryAgain((timeout) => clickShown(changeWord(page(), "Change 1 of", "Accept"), timeout));
		await tab(onlyEdit).waitFor({ state: "detached" });
		await isWritten(changedTo(renamed("encoded")));
		await tab("(2) ").click();
		await proposed("padded").waitFor();
		await button("Reject All").click();
		await noPreview();
		assert.equal(await fileText(t, foreignFile.path), changedTo(renamed("encoded")));
		await undo(original);
	});
}
