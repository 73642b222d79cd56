import * as vscode from "vscode";

/** By what a document is indented, as its editor has it, set or guessed from the text; `undefined` where it has none. */
export function indentationOf(document: vscode.TextDocument): "tabs" | number | undefined {
	const { insertSpaces, tabSize } =
		vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options ?? {};
	if (insertSpaces === false) return "tabs";
	return typeof tabSize === "number" ? tabSize : undefined;
}
