import * as vscode from "vscode";
import type { CodeContext, CodeRange } from "../../core/actions/action";
import { pathToTell } from "../pathToTell";

/** So many lines on either side go with a piece of code, for the model to see where it stands. */
const linesAround = 30;

/** The code that an editor command is about: the selection, else the symbol at the cursor, else the cursor's paragraph. */
export async function codeContext(editor: vscode.TextEditor): Promise<CodeContext> {
	const { document, selection } = editor;
	const symbol = selection.isEmpty ? await symbolAt(document, selection.active) : undefined;
	const range = selection.isEmpty ? (symbol?.range ?? paragraphAt(document, selection.active.line)) : selection;
	// A selection that ends at a line's very start does not mean that line.
	const lastLine = range.end.character === 0 && range.end.line > range.start.line ? range.end.line - 1 : range.end.line;
	const selected = selection.isEmpty
		? wholeLines(document, range.start.line, lastLine)
		: { first: range.start.line + 1, last: lastLine + 1, text: document.getText(selection) };
	const from = Math.max(0, range.start.line - linesAround);
	const to = Math.min(document.lineCount - 1, lastLine + linesAround);
	const hasAround = from < range.start.line || to > lastLine;
	return {
		path: pathToTell(document.uri),
		languageId: document.languageId,
		selected,
		...(hasAround ? { around: wholeLines(document, from, to) } : {}),
		...(symbol ? { symbol: symbol.name } : {}),
	};
}

/** The innermost symbol around a position, where the language's extension knows any. */
async function symbolAt(
	document: vscode.TextDocument,
	position: vscode.Position,
): Promise<vscode.DocumentSymbol | undefined> {
	const found = await vscode.commands.executeCommand<(vscode.DocumentSymbol | vscode.SymbolInformation)[] | undefined>(
		"vscode.executeDocumentSymbolProvider",
		document.uri,
	);
	let symbols = (found ?? []).filter((symbol) => "children" in symbol);
	let innermost: vscode.DocumentSymbol | undefined;
	for (;;) {
		const around = symbols.find(({ range }) => range.contains(position));
		if (!around) return innermost;
		innermost = around;
		symbols = around.children;
	}
}

/** The lines around a line up to the next empty ones. */
function paragraphAt(document: vscode.TextDocument, line: number): vscode.Range {
	const isEmpty = (candidate: number) => document.lineAt(candidate).isEmptyOrWhitespace;
	let first = line;
	let last = line;
	while (first > 0 && !isEmpty(first - 1)) first--;
	while (last < document.lineCount - 1 && !isEmpty(last + 1)) last++;
	return new vscode.Range(document.lineAt(first).range.start, document.lineAt(last).range.end);
}

function wholeLines(document: vscode.TextDocument, first: number, last: number): CodeRange {
	const range = new vscode.Range(document.lineAt(first).range.start, document.lineAt(last).range.end);
	return { first: first + 1, last: last + 1, text: document.getText(range) };
}
