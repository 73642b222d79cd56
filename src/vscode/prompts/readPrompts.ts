import * as vscode from "vscode";
import { isPromptFile, type PromptFile, parsePromptFile } from "../../core/actions/promptFile";
import { readText } from "../context/readText";

/** More than anybody writes, in bytes. */
const longestPrompt = 100_000;
const mostPrompts = 200;

/**
 * The prompts of one's own: those of a trusted workspace, then the user's, each in the order of their names.
 *
 * @param userFolder where the user's are.
 */
export async function readPrompts(userFolder: vscode.Uri): Promise<readonly PromptFile[]> {
	const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
	const folders = [...workspace.map(({ uri }) => vscode.Uri.joinPath(uri, ".github", "prompts")), userFolder];
	return (await Promise.all(folders.map(promptsIn))).flat();
}

async function promptsIn(folder: vscode.Uri): Promise<readonly PromptFile[]> {
	const names = await vscode.workspace.fs.readDirectory(folder).then(
		(entries) => entries.map(([name]) => name).filter(isPromptFile),
		// There is no such folder: the usual case.
		() => [],
	);
	const sorted = names.sort().slice(0, mostPrompts);
	const read = await Promise.all(sorted.map((name) => readPrompt(vscode.Uri.joinPath(folder, name), name)));
	return read.filter((prompt) => prompt !== undefined);
}

/** `undefined` for what is no text, or too long to be a prompt. */
async function readPrompt(uri: vscode.Uri, name: string): Promise<PromptFile | undefined> {
	const text = await readText(uri).then(
		(read) => read.text,
		() => "",
	);
	return text.length > longestPrompt ? undefined : parsePromptFile(name, text);
}
