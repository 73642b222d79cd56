import * as vscode from "vscode";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import { currentChunk } from "../../../core/search/query/currentChunk";

/**
 * Reveals a chunk and returns its lines; returns `undefined` if it has changed, and reveals its former place.
 *
 * @param isCovered whether the list of the search covers the upper part of the editor.
 */
export function revealChunk(
	editor: vscode.TextEditor,
	found: FoundChunk,
	isCovered: boolean,
): vscode.Range | undefined {
	const chunk = currentChunk(found, editor.document.getText());
	const { firstLine, lastLine } = chunk ?? found;
	const lines = editor.document.validateRange(new vscode.Range(firstLine - 1, 0, lastLine - 1, 0));
	editor.selection = new vscode.Selection(lines.start, lines.start);
	// In the middle, the first line is below the list.
	if (isCovered) editor.revealRange(new vscode.Range(lines.start, lines.start), vscode.TextEditorRevealType.InCenter);
	else editor.revealRange(lines, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
	return chunk && lines;
}
