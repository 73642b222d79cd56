import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";

/** The lines of an editor's selection; a selection that ends at a line's very start does not mean that line. */
export function selection({ document, selection: { start, end } }: vscode.TextEditor): ContextSource {
	const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
	return { type: "lines", uri: document.uri.toString(), lines: [start.line + 1, last + 1] };
}

/** The files that are open in tabs, each once. */
export function openEditors(): readonly ContextSource[] {
	const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
	const uris = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
	return [...new Set(uris)].map((uri) => ({ type: "file", uri }));
}
