import * as vscode from "vscode";
import { codeAttachments } from "../../../core/actions/codeAttachments";
import { codeBudget } from "../../../core/actions/codeBudget";
import { UserError } from "../../../core/base/errors";
import { confirmAttachments } from "../../context/confirmAttachments";
import { assertWritable } from "../../workspace/workspacePath";
import type { ActionDeps } from "../actionQuestion";
import { promptForInstruction } from "../actionQuestion";
import { ofWholeLines, writingPlace } from "../codePlace";
import { codeContext } from "../readCodeContext";
import type { EditRequest } from "./editing";

/**
 * Asks for the change to make in the selection or the symbol at the cursor, or on an empty line, for the text to
 * insert.
 *
 * @param instruction the instruction, if known; otherwise the user is asked for it.
 * @returns `undefined` when the user cancelled.
 * @throws UserError when there is no editor, or the document cannot be changed.
 */
export async function inlineEdit(
	editor: vscode.TextEditor | undefined,
	{ window }: ActionDeps,
	instruction?: string,
): Promise<EditRequest | undefined> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file first: there is no editor to change."));
	// Determined first, because the user may continue working meanwhile.
	const found = ofWholeLines(await writingPlace(editor));
	const { document, base } = found;
	const context = codeContext(found);
	const { first, last } = context.selected;
	const lines = new vscode.Range(first - 1, 0, last - 1, document.lineAt(last - 1).text.length);
	const place = first === last ? vscode.l10n.t("line {0}", first) : vscode.l10n.t("lines {0} to {1}", first, last);
	const writes = document.getText(lines).trim() === "";
	const prompt = writes
		? vscode.l10n.t("What should come here, at {0} of {1}?", place, context.path)
		: vscode.l10n.t("What should change in {0} of {1}?", place, context.path);
	await assertWritable(document);
	const wanted = instruction ?? (await promptForInstruction(vscode.l10n.t("Edit Inline"), prompt));
	if (wanted === undefined) return undefined;
	const code = codeAttachments(context, ["problems", "imports", "around"], codeBudget(window()));
	const question = { text: wanted, attachments: code.filter(({ text }) => text.trim() !== "") };
	if (!(await confirmAttachments(question.attachments, document.uri))) return undefined;
	return { document, base, range: lines, title: vscode.l10n.t("Edit"), question };
}
