import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { isCutOff } from "../../core/edits/cutOffCode";
import { namedFile } from "../../core/edits/namedFile";
import { allowedPath } from "../../core/edits/pathRules";
import { appliedText } from "../../core/edits/replyEdit";
import { escapeGlob } from "../../shared/untrusted/editorGlob";
import { indexedUri } from "../workspace/workspacePaths";
import type { ChatCode } from "./editing";
import { editPlaceIn } from "./editPlaceIn";
import { baseFolder, isTaken, workspacePath } from "./workspacePath";

/** Files that a name is looked for among, where its glob finds others too. */
const mostFound = 100;

/** A document with a code block of the chat in it. */
export interface AppliedCode {
	readonly document: vscode.TextDocument;
	/** Its text, which the proposed one is made of. */
	readonly base: string;
	readonly proposed: string;
}

/**
 * Finds where a code block belongs: in the file that it names, else in the one that was worked in last.
 *
 * @returns `undefined` when it names a file that is not there.
 * @throws UserError when it is not certain where it belongs, or nothing may be written there.
 */
export async function applyCode(
	{ code, path }: ChatCode,
	last: vscode.TextEditor | undefined,
): Promise<AppliedCode | undefined> {
	const named = path ? { path, sure: true } : namedFile(code);
	const there = named && (await namedDocument(named.path, last?.document));
	const document = there ?? (named?.sure ? undefined : last?.document);
	if (!document) {
		if (named) return undefined;
		throw new UserError(vscode.l10n.t("Open the file first that this code belongs to."));
	}
	const selection = document === last?.document ? last.selection : new vscode.Selection(0, 0, 0, 0);
	const base = document.getText();
	const proposed = appliedText(code, editPlaceIn(document, base, selection), !selection.isEmpty);
	return { document, base, proposed };
}

/** @throws UserError when the block is not whole. */
export function assertNotCutOff({ code, messages }: ChatCode): void {
	if (!isCutOff(code, messages)) return;
	throw new UserError(vscode.l10n.t("This code is not whole: its answer is still being written, or was cut off here."));
}

/** The document that a path means: the one at hand, the workspace's file, or the only file that ends with it. */
async function namedDocument(
	path: string,
	last: vscode.TextDocument | undefined,
): Promise<vscode.TextDocument | undefined> {
	if (last && endsWith(last.uri, path)) return last;
	if (!vscode.workspace.workspaceFolders?.length) return undefined;
	const { uri } = await workspacePath(baseFolder(), path);
	const allowed = allowedPath(path).path;
	for (const place of [uri, indexedUri(allowed)])
		if (place && (await isTaken(place))) return vscode.workspace.openTextDocument(place);
	const found = await vscode.workspace.findFiles(`**/${escapeGlob(allowed)}`, undefined, mostFound);
	const [only, ...more] = found.filter((place) => endsWith(place, allowed));
	if (!only) return undefined;
	if (more.length > 0)
		throw new UserError(vscode.l10n.t("There are several files named {0}. Open the one that is meant.", path));
	return vscode.workspace.openTextDocument(only);
}

function endsWith({ path }: vscode.Uri, end: string): boolean {
	return path === end || path.endsWith(`/${end.replaceAll("\\", "/").replace(/^\.?\//, "")}`);
}
