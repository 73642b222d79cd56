import * as vscode from "vscode";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import { currentChunk } from "../../../core/search/query/currentChunk";

/**
 * Where a previewed chunk begins, as shares of the editor's height: below the list of the search, which covers the upper
 * part, and not so low that nothing of the chunk would fit.
 */
const highest = 0.6;
const lowest = 0.8;

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
	if (isCovered) revealBelowList(editor, lines);
	else editor.revealRange(lines, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
	return chunk && lines;
}

/** Scrolls so that lines begin in the lower part of the editor, as far as there are lines above them. */
function revealBelowList(editor: vscode.TextEditor, { start, end }: vscode.Range): void {
	const [visible] = editor.visibleRanges;
	const height = visible ? visible.end.line - visible.start.line : 0;
	const above = Math.min(height * lowest, Math.max(height * highest, height - (end.line - start.line) - 1));
	const top = Math.max(0, start.line - Math.floor(above));
	editor.revealRange(new vscode.Range(top, 0, top, 0), vscode.TextEditorRevealType.AtTop);
}
