import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { linesOfPasted } from "../../core/context/pastedCode";
import type { LastEditor } from "../workspace/lastEditor";

/**
 * Returns the place of a text that was copied from an editor: in the last editor if the text occurs there once, otherwise
 * in the only open document in which it occurs once; `undefined` if that is not known.
 */
export function sourceOfPasted(text: string, lastEditor: LastEditor): ContextSource | undefined {
	const last = lastEditor.editor?.document;
	const open = vscode.workspace.textDocuments.filter((document) => isFile(document) && document !== last);
	const inLast = last && isFile(last) ? [placeIn(last, text)].filter((place) => place !== undefined) : [];
	const [only, another] = inLast.length > 0 ? inLast : open.flatMap((document) => placeIn(document, text) ?? []);
	return another ? undefined : only;
}

function isFile({ uri }: vscode.TextDocument): boolean {
	return vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== undefined;
}

function placeIn(document: vscode.TextDocument, text: string): ContextSource | undefined {
	const lines = linesOfPasted(document.getText(), text);
	return lines && { type: "lines", uri: document.uri.toString(), lines };
}
