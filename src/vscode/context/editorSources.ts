import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { lastSelectedLine } from "../workspace/lastSelectedLine";

/** Returns the lines of an editor's selection as a source. */
export function selection({ document, selection: selected }: vscode.TextEditor): ContextSource {
	return {
		type: "lines",
		uri: document.uri.toString(),
		lines: [selected.start.line + 1, lastSelectedLine(selected) + 1],
	};
}

/** Returns the files that are open in tabs, without duplicates. */
export function openEditors(): readonly ContextSource[] {
	const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
	const uris = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : []));
	return [...new Set(uris)].map((uri) => ({ type: "file", uri }));
}
