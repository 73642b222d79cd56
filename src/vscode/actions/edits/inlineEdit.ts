import * as vscode from "vscode";
import { codeAttachments } from "../../../core/actions/codeAttachments";
import { codeBudget } from "../../../core/actions/codeBudget";
import type { CodeContext } from "../../../core/actions/codeContext";
import { UserError } from "../../../core/base/errors";
import { confirmAttachments } from "../../context/confirmAttachments";
import { readSource } from "../../context/readSource";
import { assertWritable } from "../../workspace/workspacePath";
import { type ActionDeps, actionQuestion } from "../actionQuestion";
import { ofWholeLines, writingPlace } from "../codePlace";
import { codeContext } from "../readCodeContext";
import type { EditRequest } from "./editing";
import type { InstructionRequest } from "./inlineInput";
import { type Instruction, type NamesSource, readInstruction } from "./instructionCompletions";

interface InlineEditDeps extends ActionDeps {
	/** The name of the model that is asked; `undefined` while there is none. */
	model(): string | undefined;
	readonly names: NamesSource;
}

/**
 * Asks for the change to make in the selection or the symbol at the cursor, or on an empty line, for the text to
 * insert.
 *
 * @param ask asks for the instruction; returns `undefined` when the user cancels.
 * @returns `undefined` when the user cancelled.
 * @throws UserError when there is no editor, or the document cannot be changed.
 */
export async function inlineEdit(
	editor: vscode.TextEditor | undefined,
	deps: InlineEditDeps,
	ask: (request: InstructionRequest) => Promise<string | undefined>,
): Promise<EditRequest | undefined> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file first: there is none to change."));
	// Determined first, because the user may continue working meanwhile.
	const found = ofWholeLines(await writingPlace(editor));
	const { document, base, symbol } = found;
	const context = codeContext(found);
	const { first, last } = context.selected;
	const range = new vscode.Range(first - 1, 0, last - 1, document.lineAt(last - 1).text.length);
	const writes = document.getText(range).trim() === "";
	await assertWritable(document);
	const title = vscode.l10n.t("Edit Inline");
	const [label, prompt] = [labelOf(context, writes, deps.model()), promptOf(context, writes)];
	const written = await ask({ editor, range, label, title, prompt });
	if (written === undefined) return undefined;
	const instruction = await readInstruction(written, deps.names);
	const question = questionOf(instruction, context, deps);
	if (!(await confirmAttachments(question.attachments, document.uri))) return undefined;
	const files = await Promise.all(instruction.files.map(async (uri) => ({ uri, attachment: await readFile(uri) })));
	for (const { uri, attachment } of files) if (!(await confirmAttachments([attachment], uri))) return undefined;
	const attachments = [...question.attachments, ...files.map(({ attachment }) => attachment)];
	return {
		document,
		base,
		range,
		title: instruction.action?.title() ?? vscode.l10n.t("Edit"),
		...(symbol === undefined ? {} : { symbol }),
		question: { ...question, attachments },
		keepsCode: instruction.action?.keepsCode ?? false,
	};
}

function questionOf({ action, text }: Instruction, context: CodeContext, deps: ActionDeps) {
	if (action) return actionQuestion(action, context, text, deps);
	const code = codeAttachments(context, ["problems", "imports", "around"], codeBudget(deps.window()));
	return { text, attachments: code.filter((attachment) => attachment.text.trim() !== "") };
}

function readFile(uri: vscode.Uri) {
	return readSource({ type: "file", uri: uri.toString() });
}

/** Returns the label of the box beside the code: what is changed, and by which model. */
function labelOf({ selected: { first, last }, symbol }: CodeContext, writes: boolean, model = "…"): string {
	if (writes) return vscode.l10n.t("Write at line {0} with {1}", first, model);
	if (symbol !== undefined) return vscode.l10n.t("Edit {0} (lines {1}–{2}) with {3}", symbol, first, last, model);
	return first === last
		? vscode.l10n.t("Edit line {0} with {1}", first, model)
		: vscode.l10n.t("Edit lines {0}–{1} with {2}", first, last, model);
}

function promptOf({ selected: { first, last }, path }: CodeContext, writes: boolean): string {
	const place = first === last ? vscode.l10n.t("line {0}", first) : vscode.l10n.t("lines {0} to {1}", first, last);
	return writes
		? vscode.l10n.t("What should be written here, at {0} of {1}?", place, path)
		: vscode.l10n.t("What should change in {0} of {1}?", place, path);
}
