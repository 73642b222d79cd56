import * as vscode from "vscode";
import { isPromptFile, type PromptFile, parsePromptFile } from "../../core/actions/promptFile";
import { UserError } from "../../core/base/errors";
import { limits } from "../../shared/untrusted/limits";
import { type ReadText, readText } from "../context/readText";
import { readUnasked } from "../context/readUnasked";
import { nameOf } from "../pathToTell";

/**
 * The prompts of one's own: the user's, then those of a trusted workspace, each in the order of their names. Of two of the same
 * name the first counts, so no workspace takes the place of what the user wrote.
 *
 * @param userFolder where the user's are.
 * @param onLeftOut called with the reason where a file cannot be read, may not be sent unasked, or is too long.
 */
export async function readPrompts(
	userFolder: vscode.Uri,
	onLeftOut: (reason: unknown) => void,
): Promise<readonly PromptFile[]> {
	const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
	const found = await Promise.all([
		promptsIn(userFolder, readText, onLeftOut),
		// Their text is sent: what a link leads to may be another one.
		...workspace.map(({ uri }) => promptsIn(vscode.Uri.joinPath(uri, ".github", "prompts"), readUnasked, onLeftOut)),
	]);
	return found.flat();
}

type Read = (uri: vscode.Uri) => Promise<ReadText>;

async function promptsIn(
	folder: vscode.Uri,
	read: Read,
	onLeftOut: (reason: unknown) => void,
): Promise<readonly PromptFile[]> {
	const names = await vscode.workspace.fs.readDirectory(folder).then(
		(entries) => entries.map(([name]) => name).filter(isPromptFile),
		// There is no such folder: the usual case.
		() => [],
	);
	const sorted = names.sort().slice(0, limits.promptFiles);
	if (sorted.length < names.length)
		onLeftOut(new UserError(vscode.l10n.t("A folder has more than {0} prompts.", limits.promptFiles)));
	const prompts = await Promise.allSettled(
		sorted.map((name) => readPrompt(vscode.Uri.joinPath(folder, name), name, read)),
	);
	return prompts.flatMap((prompt) => {
		if (prompt.status === "fulfilled") return prompt.value ?? [];
		onLeftOut(prompt.reason);
		return [];
	});
}

/** @throws UserError for what is no text, may not be sent unasked, or is too long to be a prompt. */
async function readPrompt(uri: vscode.Uri, name: string, read: Read): Promise<PromptFile | undefined> {
	const { text } = await read(uri);
	if (text.length > limits.promptFileLength)
		throw new UserError(
			vscode.l10n.t("{0} is too long: {1} characters is the most.", nameOf(uri), limits.promptFileLength),
		);
	return parsePromptFile(name, text);
}
