import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { lastMeantLine } from "./lastMeantLine";

/** A piece of a document that something is to be done with. */
export interface CodePlace {
	readonly document: vscode.TextDocument;
	readonly range: vscode.Range;
	/** The whole document's text when the range was taken: the user may write on while something is asked. */
	readonly base: string;
	/** The symbol's name, where the range is one. */
	readonly symbol?: string;
}

/** A symbol around a problem that is longer than this says less than the lines next to it. */
const longestSymbol = 100;
const linesNextToProblem = 10;

/**
 * The code that an editor command is about.
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

/** Where something is to be written: the empty line that the cursor is on, else the code at the cursor. */
export async function writingPlace(editor: vscode.TextEditor): Promise<CodePlace> {
	const { document, selection } = editor;
	const { line } = selection.active;
	const isEmpty = selection.isEmpty && document.lineAt(line).isEmptyOrWhitespace;
	return isEmpty ? placeIn(document, wholeLines(document, line, line)) : placeAtCursor(editor);
}

/** The selection, else the symbol at the cursor, else the cursor's paragraph, which may be empty. */
async function placeAtCursor({ document, selection }: vscode.TextEditor): Promise<CodePlace> {
	return selection.isEmpty ? placeAt(document, selection.active) : placeIn(document, meant(document, selection));
}

/** The code that a problem is in: its symbol, where that is not too long, else the lines next to it. */
export async function codeAroundProblem(document: vscode.TextDocument, problem: vscode.Range): Promise<CodePlace> {
	const symbol = await symbolAround(document, problem);
	if (symbol && symbol.range.end.line - symbol.range.start.line < longestSymbol) return symbolPlace(document, symbol);
	const last = Math.min(document.lineCount - 1, problem.end.line + linesNextToProblem);
	return placeIn(document, wholeLines(document, Math.max(0, problem.start.line - linesNextToProblem), last));
}

/** A place with all of its first and its last line. */
export function ofWholeLines({ document, range, ...place }: CodePlace): CodePlace {
	return { ...place, document, range: wholeLines(document, range.start.line, range.end.line) };
}

/** Whole lines of a document, counted from 0, both included. */
export function wholeLines(document: vscode.TextDocument, first: number, last: number): vscode.Range {
	return new vscode.Range(document.lineAt(first).range.start, document.lineAt(last).range.end);
}

/** What a selection means, to the end of its last line where it goes on to the next one's start. */
function meant(document: vscode.TextDocument, selection: vscode.Selection): vscode.Range {
	const { start, end } = selection;
	const last = lastMeantLine(selection);
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

/** The innermost symbol around a range, where the language's extension knows any. */
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

/** The lines around a line up to the next empty ones; an empty one alone. */
function paragraphAt(document: vscode.TextDocument, line: number): vscode.Range {
	const isEmpty = (candidate: number) => document.lineAt(candidate).isEmptyOrWhitespace;
	if (isEmpty(line)) return wholeLines(document, line, line);
	let first = line;
	let last = line;
	while (first > 0 && !isEmpty(first - 1)) first--;
	while (last < document.lineCount - 1 && !isEmpty(last + 1)) last++;
	return wholeLines(document, first, last);
}
