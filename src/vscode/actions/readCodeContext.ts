import * as vscode from "vscode";
import type { CodeContext, CodeRange } from "../../core/actions/codeContext";
import { importLines } from "../../core/actions/importLines";
import { problemsText } from "../../core/context/problemsText";
import { problemOf } from "../context/problems";
import { displayPath } from "../workspace/displayPath";
import { type CodePlace, wholeLines } from "./codePlace";

/** Number of lines before and after a piece of code that are sent with it, as context for the model. */
const linesAround = 30;

/**
 * Returns the context of a piece of code.
 *
 * @param problems the problems in question; by default, all that VS Code shows in its lines.
 */
export function codeContext(
	{ document, range, symbol }: CodePlace,
	problems = problemsIn(document, range),
): CodeContext {
	const path = displayPath(document.uri);
	const selected = codeRange(document, range);
	const from = Math.max(0, range.start.line - linesAround);
	const to = Math.min(document.lineCount - 1, range.end.line + linesAround);
	const around = from < range.start.line || to > range.end.line ? wholeLines(document, from, to) : undefined;
	const imports = importsOf(document);
	const indentation = indentationOf(document);
	return {
		path,
		languageId: document.languageId,
		selected,
		...(around ? { around: codeRange(document, around) } : {}),
		...(imports && !(around ?? range).contains(imports) ? { imports: codeRange(document, imports) } : {}),
		...(problems.length > 0 ? { problems: problemsText([{ path, problems: problems.map(problemOf) }]) } : {}),
		...(symbol === undefined ? {} : { symbol }),
		...(indentation === undefined ? {} : { indentation }),
	};
}

/** Returns the problems that VS Code shows in the lines of a range. */
export function problemsIn(document: vscode.TextDocument, range: vscode.Range): readonly vscode.Diagnostic[] {
	const lines = wholeLines(document, range.start.line, range.end.line);
	return vscode.languages.getDiagnostics(document.uri).filter((problem) => lines.intersection(problem.range));
}

function codeRange(document: vscode.TextDocument, range: vscode.Range): CodeRange {
	return { first: range.start.line + 1, last: range.end.line + 1, text: document.getText(range) };
}

function importsOf(document: vscode.TextDocument): vscode.Range | undefined {
	const lines = importLines(document.getText());
	return lines && wholeLines(document, lines[0] - 1, lines[1] - 1);
}

/** Returns a document's indentation, as set or detected in its editor; `undefined` where it has no editor. */
export function indentationOf(document: vscode.TextDocument): "tabs" | number | undefined {
	const { insertSpaces, tabSize } =
		vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options ?? {};
	if (insertSpaces === false) return "tabs";
	return typeof tabSize === "number" ? tabSize : undefined;
}
