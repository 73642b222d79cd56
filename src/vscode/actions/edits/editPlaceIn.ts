import type * as vscode from "vscode";
import type { EditPlace } from "../../../core/edits/locate/editPlace";
import { displayPath } from "../../workspace/displayPath";
import { lastSelectedLine } from "../../workspace/lastSelectedLine";
import { indentationOf } from "../readCodeContext";

/**
 * Returns a range's lines as a place to edit; an empty range means an insertion before its line.
 *
 * @param base the document's text when the range was determined.
 */
export function editPlaceIn(document: vscode.TextDocument, base: string, range: vscode.Range): EditPlace {
	const indentation = indentationOf(document);
	return {
		text: base,
		start: range.start.line,
		count: range.isEmpty && range.start.character === 0 ? 0 : lastSelectedLine(range) - range.start.line + 1,
		languageId: document.languageId,
		path: displayPath(document.uri),
		indentation: typeof indentation === "number" ? " ".repeat(indentation) : "\t",
	};
}
