import * as vscode from "vscode";
import { isPromptFile, type PromptFile, parsePromptFile } from "../../core/actions/promptFile";
import { type ReadText, readText } from "../context/readText";
import { readUnasked } from "../context/readUnasked";

/** More than anybody writes, in bytes. */
const longestPrompt = 100_000;
const mostPrompts = 200;

/**
 * The prompts of one's own: the user's, then those of a trusted workspace, each in the order of their names. Of two of the same
 * name the first counts, so no workspace takes the place of what the user wrote.
 *
 * @param userFolder where the user's are.
 */
export async function readPrompts(userFolder: vscode.Uri): Promise<readonly PromptFile[]> {
	const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
	const found = await Promise.all([
		promptsIn(userFolder, readText),
		// Their text is sent: what a link leads to may be another one.
		...workspace.map(({ uri }) => promptsIn(vscode.Uri.joinPath(uri, ".github", "prompts"), readUnasked)),
	]);
	return found.flat();
}

type Read = (uri: vscode.Uri) => Promise<ReadText>;

async function promptsIn(folder: vscode.Uri, read: Read): Promise<readonly PromptFile[]> {
	const names = await vscode.workspace.fs.readDirectory(folder).then(
		(entries) => entries.map(([name]) => name).filter(isPromptFile),
		// There is no such folder: the usual case.
		() => [],
	);
	const sorted = names.sort().slice(0, mostPrompts);
	const prompts = await Promise.all(sorted.map((name) => readPrompt(vscode.Uri.joinPath(folder, name), name, read)));
	return prompts.filter((prompt) => prompt !== undefined);
}

/** `undefined` for what is no text, may not be sent unasked, or is too long to be a prompt. */
async function readPrompt(uri: vscode.Uri, name: string, read: Read): Promise<PromptFile | undefined> {
	const text = await read(uri).then(
		(found) => found.text,
		() => "",
	);
	return text.length > longestPrompt ? undefined : parsePromptFile(name, text);
}
