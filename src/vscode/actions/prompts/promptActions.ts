import * as vscode from "vscode";
import { codeAttachments } from "../../../core/actions/codeAttachments";
import { codeBudget } from "../../../core/actions/codeBudget";
import type { PromptFile } from "../../../core/actions/promptFile";
import { fillPrompt, type PromptInput, promptInputs, promptUses } from "../../../core/actions/promptVariables";
import { UserError } from "../../../core/base/errors";
import type { PreparedQuestion, QuestionAction } from "../../../core/chat/composer/questionAction";
import { editInstruction } from "../../../core/edits/editInstruction";
import type { Attachment } from "../../../shared/conversation";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import { askText, notify } from "../../adapters/messages";
import { assertAttachable } from "../../context/confirmAttachments";
import { readSource } from "../../context/readSource";
import type { LastEditor } from "../../workspace/lastEditor";
import type { LeftOutFiles } from "../../workspace/leftOutFiles";
import { assertWritable } from "../../workspace/workspacePath";
import type { ActionDeps } from "../actionQuestion";
import { type CodePlace, codeAtCursor, ofWholeLines } from "../codePlace";
import type { Editing } from "../edits/editing";
import { editPlaceIn } from "../edits/editPlaceIn";
import { codeContext } from "../readCodeContext";
import { readPrompts } from "./readPrompts";

export interface PromptDeps extends ActionDeps {
	/** The folder of the user's own prompts. */
	readonly userPrompts: vscode.Uri;
	readonly leftOut: LeftOutFiles;
	readonly lastEditor: LastEditor;
	readonly editing: Editing;
	/** Returns whether the gateway has a model, as far as known. */
	hasModel(id: string): boolean;
	/** Shows an error of an operation that no caller waits for. */
	onError(error: unknown): void;
}

/** Returns the user's prompts for the composer; reads them again at every call. */
export async function promptActions(deps: PromptDeps): Promise<readonly QuestionAction[]> {
	const prompts = await readPrompts(deps.userPrompts, (reason) => deps.leftOut.prompt(reason));
	return prompts.map((prompt) => ({
		suggestion: { id: prompt.name, label: prompt.name, detail: prompt.description, icon: "note" },
		prepare: async (words) => (await make(prompt, words, knownInputs(promptInputs(prompt.body), words), deps)).question,
		send: (words, model) => send(prompt, words, model, deps),
	}));
}

/** A prompt's question, with the code that it is about, if any. */
interface MadeQuestion {
	readonly question: PreparedQuestion;
	readonly place?: CodePlace | undefined;
}

async function make(
	prompt: PromptFile,
	words: string,
	inputs: ReadonlyMap<string, string>,
	{ lastEditor: { editor }, window, hasModel }: PromptDeps,
): Promise<MadeQuestion> {
	const { body, edits, models } = prompt;
	const uses = promptUses(body);
	const found = uses.selection || edits ? await codeAtCursor(editor) : undefined;
	const place = found && edits ? ofWholeLines(found) : found;
	const code = place ? codeAttachments(codeContext(place), [], codeBudget(window())) : [];
	const file = uses.file ? [await openFile(editor)] : [];
	const filled = fillPrompt(body, { selection: code[0]?.name ?? "", file: file[0]?.path ?? "", inputs });
	const text = words !== "" && inputs.size === 0 ? `${filled}\n\n${words}` : filled;
	const model = models.find(hasModel);
	const instruction =
		place && edits ? editInstruction(editPlaceIn(place.document, place.base, place.range)).form : undefined;
	const question = {
		text,
		attachments: [...code, ...file],
		...(model === undefined ? {} : { model }),
		...(instruction === undefined ? {} : { instruction }),
	};
	return { place, question };
}

async function send(
	prompt: PromptFile,
	words: string,
	model: string | undefined,
	deps: PromptDeps,
): Promise<PreparedQuestion | undefined> {
	const inputs = await askInputs(promptInputs(prompt.body), words);
	const made = await make(prompt, words, inputs, deps);
	const { place } = made;
	const question = model === undefined ? made.question : { ...made.question, model };
	await assertAttachable(question.attachments, deps.lastEditor.editor?.document.uri);
	notifyMissingModel(prompt, question);
	if (!place || !prompt.edits) return question;
	// Checked before sending, so that the composer keeps its text if the document cannot be changed.
	await assertWritable(place.document);
	// Not awaited: the edit has its own preview, and the panel does not wait for it to end.
	void edit(place, prompt.name, question, deps);
	return undefined;
}

async function edit(
	{ document, base, range }: CodePlace,
	title: string,
	question: PreparedQuestion,
	deps: PromptDeps,
): Promise<void> {
	try {
		await deps.editing.edit({ document, base, range, title, question });
	} catch (error) {
		deps.onError(error);
	}
}

async function openFile(editor: vscode.TextEditor | undefined): Promise<Attachment> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file first: the prompt needs one."));
	return readSource({ type: "file", uri: editor.document.uri.toString() });
}

/** Asks for the prompt's inputs; the text after its name, if any, is the first. */
async function askInputs(inputs: readonly PromptInput[], words: string): Promise<ReadonlyMap<string, string>> {
	const values = knownInputs(inputs, words);
	for (const { name, placeholder } of inputs) {
		if (values.get(name) !== "") continue;
		const said = await askText({ title: inertLine(name), prompt: inertLine(placeholder), ignoreFocusOut: true });
		if (said === undefined) throw new UserError(vscode.l10n.t("Nothing was sent: “{0}” was not entered.", name));
		values.set(name, said);
	}
	return values;
}

/** Returns the inputs known without asking; the others are empty. */
function knownInputs(inputs: readonly PromptInput[], words: string): Map<string, string> {
	return new Map(inputs.map(({ name }, i) => [name, i === 0 ? words : ""]));
}

/** Notifies the user if the gateway has none of the models that the prompt asks for. */
function notifyMissingModel({ name, models }: PromptFile, { model }: PreparedQuestion): void {
	if (model !== undefined || models.length === 0) return;
	const text = vscode.l10n.t(
		"/{0} asks for {1}, which this gateway does not have, so the chosen model answers.",
		inertName(name),
		inertName(models.join(", ")),
	);
	void notify("info", inertLine(text));
}
