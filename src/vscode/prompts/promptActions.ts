import * as vscode from "vscode";
import { codeAttachments } from "../../core/actions/codeAttachments";
import { codeBudget } from "../../core/actions/codeBudget";
import type { PromptFile } from "../../core/actions/promptFile";
import { fillPrompt, type PromptInput, promptInputs, promptUses } from "../../core/actions/promptVariables";
import type { PreparedQuestion, QuestionAction } from "../../core/actions/questionAction";
import { UserError } from "../../core/base/errors";
import type { Attachment } from "../../shared/conversation";
import { confirmTaken } from "../context/confirmTaken";
import { readSource } from "../context/readSource";
import type { ActionDeps } from "../editor/actionQuestion";
import { codeContext } from "../editor/codeContext";
import { type CodePlace, codeAtCursor, ofWholeLines } from "../editor/codePlace";
import type { LastEditor } from "../editor/lastEditor";
import type { Editing } from "../edits/editing";
import { readPrompts } from "./readPrompts";

export interface PromptDeps extends ActionDeps {
	/** Where the user's own prompts are. */
	readonly userPrompts: vscode.Uri;
	readonly lastEditor: LastEditor;
	readonly editing: Editing;
	/** Whether the gateway has a model, as far as anybody knows. */
	hasModel(id: string): boolean;
	/** Shows what went wrong with something that nobody waits for. */
	onError(error: unknown): void;
}

/** The prompts of one's own as the composer offers them, read anew each time. */
export async function promptActions(deps: PromptDeps): Promise<readonly QuestionAction[]> {
	return (await readPrompts(deps.userPrompts)).map((prompt) => ({
		suggestion: { id: prompt.name, label: prompt.name, detail: prompt.description, icon: "note" },
		prepare: (wish) => prepare(prompt, wish, deps),
	}));
}

async function prepare(prompt: PromptFile, wish: string, deps: PromptDeps): Promise<PreparedQuestion | undefined> {
	const { body, edits, name: title } = prompt;
	const uses = promptUses(body);
	const inputs = promptInputs(body);
	const { editor } = deps.lastEditor;
	const found = uses.selection || edits ? await codeAtCursor(editor) : undefined;
	const place = found && edits ? ofWholeLines(found) : found;
	const code = place ? codeAttachments(codeContext(place), [], codeBudget(deps.window())) : [];
	const file = uses.file ? [await openFile(editor)] : [];
	const attachments = [...code, ...file];
	if (!(await confirmTaken(attachments, editor?.document.uri))) throw new UserError(vscode.l10n.t("Nothing was sent."));
	const filled = fillPrompt(body, {
		selection: code[0]?.name ?? "",
		file: file[0]?.path ?? "",
		inputs: await askInputs(inputs, wish),
	});
	const text = wish !== "" && inputs.length === 0 ? `${filled}\n\n${wish}` : filled;
	if (place && edits) {
		// It has a preview of its own, and nobody in the panel waits for its end.
		void edit(place, title, { text, attachments }, deps);
		return undefined;
	}
	return { text, attachments, ...modelOf(prompt, deps) };
}

async function edit(place: CodePlace, title: string, question: PreparedQuestion, deps: PromptDeps): Promise<void> {
	try {
		await deps.editing.edit({ document: place.document, range: place.range, title, question });
	} catch (error) {
		deps.onError(error);
	}
}

async function openFile(editor: vscode.TextEditor | undefined): Promise<Attachment> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file first: the prompt is about one."));
	return readSource({ type: "file", uri: editor.document.uri.toString() });
}

/** What the prompt wants to be told: the first is what was written behind its name, if anything. */
async function askInputs(inputs: readonly PromptInput[], wish: string): Promise<ReadonlyMap<string, string>> {
	const values = new Map<string, string>();
	for (const [i, { name, placeholder }] of inputs.entries()) {
		const said = i === 0 && wish !== "" ? wish : await vscode.window.showInputBox({ title: name, prompt: placeholder });
		if (said === undefined) throw new UserError(vscode.l10n.t("Nothing was sent: “{0}” was not said.", name));
		values.set(name, said);
	}
	return values;
}

/** The model that the prompt asks for; nothing, and a word about it, where the gateway has none of them. */
function modelOf({ name, models }: PromptFile, { hasModel }: PromptDeps): { readonly model?: string } {
	const model = models.find(hasModel);
	if (model !== undefined) return { model };
	if (models.length > 0) {
		const asked = models.join(", ");
		void vscode.window.showInformationMessage(
			vscode.l10n.t("/{0} asks for {1}, which this gateway does not have: the chosen model answers.", name, asked),
		);
	}
	return {};
}
