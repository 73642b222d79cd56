import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { lastSelectedLine } from "../workspace/lastSelectedLine";

/** A piece of a document for an action. */
export interface CodePlace {
	readonly document: vscode.TextDocument;
	readonly range: vscode.Range;
	/** The whole document's text when the range was determined: the user may continue typing while the model answers. */
	readonly base: string;
	/** The symbol's name, if the range is a symbol. */
	readonly symbol?: string;
}

/**
 * Maximum length of a symbol around a problem, in lines; for a longer one, the lines next to the problem are more
 * useful.
 */
const longestSymbol = 100;
const linesNextToProblem = 10;

/**
 * Returns the code that an editor command applies to.
 *
 * @throws UserError when there is no editor, or no code at its cursor.
 */
export async function codeAtCursor(editor: vscode.TextEditor | undefined): Promise<CodePlace> {
	if (!editor) throw new UserError(vscode.l10n.t("Open a file and select the code first."));
	const place = await placeAtCursor(editor);
	if (editor.document.getText(place.range).trim() === "")
		throw new UserError(vscode.l10n.t("There is no code at the cursor. Select some first."));
	return place;
}

/** Returns the place to write to: the empty line at the cursor, otherwise the code at the cursor. */
export async function writingPlace(editor: vscode.TextEditor): Promise<CodePlace> {
	const { document, selection } = editor;
	const { line } = selection.active;
	const isEmpty = selection.isEmpty && document.lineAt(line).isEmptyOrWhitespace;
	return isEmpty ? placeIn(document, wholeLines(document, line, line)) : placeAtCursor(editor);
}

/** Returns the selection, otherwise the symbol at the cursor, otherwise the cursor's paragraph, which may be empty. */
async function placeAtCursor({ document, selection }: vscode.TextEditor): Promise<CodePlace> {
	return selection.isEmpty ? placeAt(document, selection.active) : placeIn(document, meant(document, selection));
}

/** Returns the code around a problem: its symbol, if that is not too long, otherwise the lines next to it. */
export async function codeAroundProblem(document: vscode.TextDocument, problem: vscode.Range): Promise<CodePlace> {
	const symbol = await symbolAround(document, problem);
	if (symbol && symbol.range.end.line - symbol.range.start.line < longestSymbol) return symbolPlace(document, symbol);
	const last = Math.min(document.lineCount - 1, problem.end.line + linesNextToProblem);
	return placeIn(document, wholeLines(document, Math.max(0, problem.start.line - linesNextToProblem), last));
}

/** Extends a place to the whole of its first and last lines. */
export function ofWholeLines({ document, range, ...place }: CodePlace): CodePlace {
	return { ...place, document, range: wholeLines(document, range.start.line, range.end.line) };
}

/** Returns the range of whole lines of a document; line numbers start at 0, both are included. */
export function wholeLines(document: vscode.TextDocument, first: number, last: number): vscode.Range {
	return new vscode.Range(document.lineAt(first).range.start, document.lineAt(last).range.end);
}

/** Returns the selected range, without the line break at its end if it ends at the start of a line. */
function meant(document: vscode.TextDocument, selection: vscode.Selection): vscode.Range {
	const { start, end } = selection;
	const last = lastSelectedLine(selection);
	return new vscode.Range(start, last < end.line ? document.lineAt(last).range.end : end);
}

async function placeAt(document: vscode.TextDocument, position: vscode.Position): Promise<CodePlace> {
	const symbol = await symbolAround(document, new vscode.Range(position, position));
	return symbol ? symbolPlace(document, symbol) : placeIn(document, paragraphAt(document, position.line));
}

function symbolPlace(document: vscode.TextDocument, { name, range }: vscode.DocumentSymbol): CodePlace {
	return { ...placeIn(document, wholeLines(document, range.start.line, range.end.line)), symbol: name };
}

function placeIn(document: vscode.TextDocument, range: vscode.Range): CodePlace {
	return { document, range, base: document.getText() };
}

/** Returns the innermost symbol around a range, if a language extension provides any. */
async function symbolAround(
	document: vscode.TextDocument,
	range: vscode.Range,
): Promise<vscode.DocumentSymbol | undefined> {
	const found = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
		"vscode.executeDocumentSymbolProvider",
		document.uri,
	);
	let symbols = (found ?? []).filter((symbol) => "children" in symbol);
	let innermost: vscode.DocumentSymbol | undefined;
	for (;;) {
		const around = symbols.find((symbol) => symbol.range.contains(range));
		if (!around) return innermost;
		innermost = around;
		symbols = around.children;
	}
}

/** Returns the lines around a line up to the next empty ones, or an empty line alone. */
function paragraphAt(document: vscode.TextDocument, line: number): vscode.Range {
	const isEmpty = (candidate: number) => document.lineAt(candidate).isEmptyOrWhitespace;
	if (isEmpty(line)) return wholeLines(document, line, line);
	let first = line;
	let last = line;
	while (first > 0 && !isEmpty(first - 1)) first--;
	while (last < document.lineCount - 1 && !isEmpty(last + 1)) last++;
	return wholeLines(document, first, last);
}
