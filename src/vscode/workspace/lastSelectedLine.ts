import type * as vscode from "vscode";

/** Returns a range's last line, counted from 0; a range that ends at the start of a line does not include that line. */
export function lastSelectedLine({ start, end }: vscode.Range): number {
	return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}
