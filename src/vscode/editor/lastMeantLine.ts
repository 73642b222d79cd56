import type * as vscode from "vscode";

/** A range's last line, counted from 0: one that ends at a line's very start does not mean that line. */
export function lastMeantLine({ start, end }: vscode.Range): number {
	return end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
}
