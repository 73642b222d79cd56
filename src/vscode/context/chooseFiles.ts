import * as vscode from "vscode";
import { bestNamed } from "../../core/context/fileNames";
import { numberText } from "../../shared/text/numberText";
import { type InertText, inertLine, inertPath } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { createPick, type PickRow } from "../adapters/messages";
import { displayPath, nameOf } from "../workspace/displayPath";
import { filesToList } from "../workspace/filesIn";

/** A row for a file, or the separator below the files. */
interface FileRow extends PickRow {
	readonly path: string;
	readonly uri?: vscode.Uri;
}

/**
 * Lets the user select files, with open files first; returns `undefined` when they cancel.
 *
 * @param folder the folder that contains the files; `undefined` for the workspace.
 * @param needsOne whether Enter without a selection takes the active row: the first one that matches the typed text.
 * Otherwise, nothing is selected.
 * @param title shown while nothing is selected; then, how many files are.
 */
export async function chooseFiles(
	folder: vscode.Uri | undefined,
	placeholder: InertText,
	needsOne: boolean,
	title?: InertText,
): Promise<readonly vscode.Uri[] | undefined> {
	const abort = new AbortController();
	const pick = createPick<FileRow>();
	pick.canSelectMany = true;
	pick.title = title;
	pick.placeholder = placeholder;
	pick.matchOnDescription = true;
	pick.busy = true;
	// VS Code makes no row active in a quick pick with multiple selection.
	const first = () =>
		needsOne
			? bestNamed(
					pick.value,
					pick.items.filter(({ uri }) => uri),
					1,
				)
			: [];
	const chosen = new Promise<readonly FileRow[] | undefined>((resolve) => {
		pick.onDidChangeValue(() => {
			pick.activeItems = first();
		});
		pick.onDidChangeSelection(({ length }) => {
			pick.title = length === 0 ? title : inertLine(tickedText(length));
		});
		pick.onDidAccept(() => {
			if (pick.busy) return;
			const ticked = pick.selectedItems;
			resolve(ticked.length > 0 || !needsOne ? ticked : pick.activeItems.length > 0 ? pick.activeItems : first());
		});
		pick.onDidHide(() => resolve(undefined));
	});
	pick.show();
	try {
		const listed = filesToList(folder, abort.signal);
		// Cancelling does not wait for the list.
		const found = await Promise.race([listed, chosen.then(() => ({ files: [], cut: false }))]);
		const rows = rowsOf(found.files);
		pick.items = found.cut ? [...rows, { ...cutRow(), path: "" }] : rows;
		pick.activeItems = first();
		pick.busy = false;
		return (await chosen)?.flatMap(({ uri }) => uri ?? []);
	} finally {
		abort.abort();
		pick.dispose();
	}
}

function rowsOf(uris: readonly vscode.Uri[]): readonly FileRow[] {
	const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
	const order = (uri: vscode.Uri) => (open.has(uri.toString()) ? 0 : 1);
	return uris
		.map((uri) => ({ uri, path: displayPath(uri) }))
		.sort((a, b) => order(a.uri) - order(b.uri) || a.path.localeCompare(b.path))
		.map(({ uri, path }) => ({ label: inertPath(nameOf(uri)), description: inertPath(path), path, uri }));
}

function tickedText(count: number): string {
	return count === 1
		? vscode.l10n.t("1 file will be attached")
		: vscode.l10n.t("{0} files will be attached", numberText(count));
}

/** Returns the separator below a list that is incomplete. */
export function cutRow(): PickRow {
	const label = inertLine(
		vscode.l10n.t("There are more files: only the first {0} were checked", numberText(limits.listedFiles)),
	);
	return { label, kind: vscode.QuickPickItemKind.Separator };
}
