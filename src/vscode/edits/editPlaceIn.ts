import * as vscode from "vscode";
import type { EditPlace } from "../../core/edits/editPlace";
import { pathToTell } from "../pathToTell";

/** A range's lines as a place to edit; an empty range is before its line. */
export function editPlaceIn(document: vscode.TextDocument, range: vscode.Range): EditPlace {
	// A range that ends at a line's very start does not mean that line.
	const last = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
	return {
		text: document.getText(),
		start: range.start.line,
		count: range.isEmpty && range.start.character === 0 ? 0 : last - range.start.line + 1,
		languageId: document.languageId,
		path: pathToTell(document.uri),
		indentation: indentationIn(document),
	};
}

function indentationIn(document: vscode.TextDocument): string {
	const { options } = vscode.window.visibleTextEditors.find((editor) => editor.document === document) ?? {};
	const { insertSpaces = false, tabSize = 4 } = options ?? {};
	return insertSpaces && typeof tabSize === "number" ? " ".repeat(tabSize) : "\t";
}
