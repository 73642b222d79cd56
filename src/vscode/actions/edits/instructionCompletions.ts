import * as vscode from "vscode";
import type { Action } from "../../../core/actions/action";
import { editorActions } from "../../../core/actions/definitions/editorActions";
import { instructionText, wordAtEnd } from "../../../core/actions/instructionText";
import { inertName, inertPath } from "../../../shared/untrusted/inertText";
import { type CompletionRow, offerCompletions } from "../../adapters/messages";
import type { WorkspaceNames } from "../../context/workspaceNames";
import { displayPath } from "../../workspace/displayPath";

/** Maximum number of files offered. */
const mostFiles = 20;

/** The actions that an instruction can begin with. */
const actions = editorActions.filter(({ makes }) => makes === "edit");

/** An instruction, with the action that it begins with and the files that it names. */
export interface Instruction {
	readonly action?: Action | undefined;
	/** The text after the action's word. */
	readonly text: string;
	readonly files: readonly vscode.Uri[];
}

/** Returns the names of the workspace's files, which are loaded on first use. */
export type NamesSource = () => Promise<Pick<WorkspaceNames, "find">>;

/** Completes actions after `/` and files after `#` in the boxes of a comment controller. */
export function completeInstruction(controllerId: string, names: NamesSource): vscode.Disposable {
	return offerCompletions("comment", ["/", "#"], async (document, position) => {
		if (document.uri.authority !== controllerId) return [];
		const word = wordAtEnd(document.lineAt(position.line).text.slice(0, position.character));
		const range = new vscode.Range(position.translate(0, -word.length), position);
		if (word.startsWith("/") && document.offsetAt(position) === word.length) return actions.map(actionRow(range));
		return word.startsWith("#") ? (await filesFor(word.slice(1), names)).map(fileRow(range)) : [];
	});
}

/** Reads which action an instruction begins with, and which files of the workspace it names after `#`. */
export async function readInstruction(written: string, names: NamesSource): Promise<Instruction> {
	const { word, rest, names: named } = instructionText(written);
	const action = actions.find(({ id }) => id === word);
	const found = await Promise.all(named.map((name) => fileNamed(name, names)));
	return { action, text: action ? rest : written.trim(), files: found.filter((uri) => uri !== undefined) };
}

const actionRow =
	(range: vscode.Range) =>
	({ id, description }: Action): CompletionRow => ({
		label: inertName(`/${id}`),
		detail: inertName(description()),
		kind: vscode.CompletionItemKind.Event,
		text: `/${id}`,
		range,
	});

const fileRow =
	(range: vscode.Range) =>
	(uri: vscode.Uri): CompletionRow => {
		const path = displayPath(uri);
		return {
			label: inertPath(`#${path}`),
			detail: inertName(""),
			kind: vscode.CompletionItemKind.File,
			text: `#${path}`,
			range,
		};
	};

/** Returns files that match the typed text, except those with a space in their path, because a name ends there. */
async function filesFor(typed: string, names: NamesSource): Promise<readonly vscode.Uri[]> {
	const { files } = await (await names()).find(typed, mostFiles, false, new AbortController().signal);
	return files.filter((uri) => !/\s/.test(displayPath(uri)));
}

/** Returns the file with this path or this name, if there is only one. */
async function fileNamed(name: string, names: NamesSource): Promise<vscode.Uri | undefined> {
	const files = await filesFor(name, names);
	const exact = files.find((uri) => displayPath(uri) === name);
	const [only, ...others] = files.filter((uri) => displayPath(uri).endsWith(`/${name}`));
	return exact ?? (others.length === 0 ? only : undefined);
}
