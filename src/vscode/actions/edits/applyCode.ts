import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import { splitLines } from "../../../core/base/splitLines";
import { pathAbove } from "../../../core/edits/apply/pathAbove";
import { allowedPath } from "../../../core/edits/apply/pathRules";
import { appliedText } from "../../../core/edits/apply/replyEdit";
import { isCutOff } from "../../../core/edits/parse/cutOffCode";
import { partFor } from "../../../core/edits/parse/diffFiles";
import { namedFile } from "../../../core/edits/parse/namedFile";
import { RefusedAnswer } from "../../../core/edits/parse/refusedAnswer";
import { RefusedCode } from "../../../core/edits/refusedCode";
import { escapeGlob } from "../../../shared/untrusted/editorGlob";
import { indexedUri } from "../../workspace/indexPaths";
import { baseFolder, isTaken, workspacePath } from "../../workspace/workspacePath";
import type { ChatCode } from "./editing";
import { editPlaceIn } from "./editPlaceIn";

/** Maximum number of files found for a name; its glob can match other files too. */
const mostFound = 100;

/** A document, and the text that it has once a code block of the chat is applied. */
export interface AppliedCode {
	readonly document: vscode.TextDocument;
	/** The document's text, on which the proposed text is based. */
	readonly base: string;
	readonly proposed: string;
	/** The other files that the code block changes, which is a diff of several files. */
	readonly others: readonly string[];
}

/**
 * Applies a code block to the text of the file that its fence, its first comment or the line above it names, or else to
 * the text of the last active file.
 *
 * @param usesSelection whether lines that are selected there are the place.
 * @returns `undefined` when the code block names a file that does not exist.
 * @throws RefusedCode when it is unclear where the code belongs in its file, or what it means; UserError when several
 * files have the name, or when no file is named or active.
 */
export async function applyCode(
	{ code, path, messages }: ChatCode,
	last: vscode.TextEditor | undefined,
	usesSelection = true,
): Promise<AppliedCode | undefined> {
	const named = path ? { path, sure: true } : namedFile(code);
	// A mere name above a block counts only if there is such a file; it may be about another one.
	const above = named?.sure ? undefined : pathAbove(code, messages);
	let there: vscode.TextDocument | undefined;
	for (const found of [above, named?.path]) there ??= found ? await namedDocument(found, last?.document) : undefined;
	const isSure = named?.sure || above?.includes("/");
	const document = there ?? (isSure ? undefined : last?.document);
	if (!document) {
		if (named || above) return undefined;
		throw new UserError(vscode.l10n.t("First open the file that this code belongs to."));
	}
	const selection = usesSelection && document === last?.document ? last.selection : new vscode.Selection(0, 0, 0, 0);
	const base = document.getText();
	const place = editPlaceIn(document, base, selection);
	try {
		const proposed = appliedText(code, place, selectsLines(document, selection));
		return { document, base, proposed, others: partFor(place.path, splitLines(code))?.others ?? [] };
	} catch (error) {
		throw error instanceof RefusedAnswer ? new RefusedCode(error, place.path, document.uri.toString()) : error;
	}
}

/** Returns whether a selection determines the lines to replace; a word within a line does not. */
function selectsLines(document: vscode.TextDocument, selection: vscode.Selection): boolean {
	if (selection.isEmpty) return false;
	const line = document.lineAt(selection.start.line).text;
	return !selection.isSingleLine || document.getText(selection).trim() === line.trim();
}

/** @throws UserError when the code block is incomplete. */
export function assertNotCutOff({ code, messages }: ChatCode): void {
	if (!isCutOff(code, messages)) return;
	throw new UserError(
		vscode.l10n.t("This code is incomplete: its answer is still being written, or was cut off here."),
	);
}

/**
 * Finds the document that a path refers to: the last active one, the workspace's file, or the only file whose path ends
 * with it.
 */
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
		throw new UserError(vscode.l10n.t("There are several files named {0}. Open the right one first.", path));
	return vscode.workspace.openTextDocument(only);
}

function endsWith({ path }: vscode.Uri, end: string): boolean {
	return path === end || path.endsWith(`/${end.replaceAll("\\", "/").replace(/^\.?\//, "")}`);
}
