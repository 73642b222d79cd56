import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { inertLine } from "../../../shared/untrusted/inertText";
import { askText } from "../../adapters/messages";
import { nameOf } from "../../workspace/displayPath";
import { indexedPlace } from "../../workspace/indexPaths";
import {
	baseFolder,
	confirmSensitive,
	isTaken,
	type WorkspacePlace,
	workspacePath,
} from "../../workspace/workspacePath";
import type { EditTarget } from "./editTarget";

/**
 * Asks for the path of a new file.
 *
 * @param proposed the suggested path, relative to the workspace; in a workspace of several folders, prefixed with the
 * folder's name; may be empty.
 * @returns `undefined` when the user cancelled.
 * @throws UserError when no folder is open.
 */
export async function askNewPath(proposed: string): Promise<(WorkspacePlace & { target: EditTarget }) | undefined> {
	const { folder, path: found } = indexedPlace(proposed) ?? { folder: baseFolder(), path: proposed };
	const value = withoutHidden(found);
	const prompt = vscode.l10n.t("The path of the new file in {0}; its text is shown before it is written.", folder.name);
	const problem = async (path: string) => {
		try {
			const { uri } = await workspacePath(folder, path.trim());
			if (!(await isTaken(uri))) return undefined;
			return inertLine(vscode.l10n.t("This file already exists. Use “Apply to file” to change it."));
		} catch (error) {
			if (error instanceof UserError) return inertLine(error.message);
			throw error;
		}
	};
	const path = await askText({
		title: inertLine(vscode.l10n.t("New File")),
		prompt: inertLine(prompt),
		value,
		valueSelection: [value.lastIndexOf("/") + 1, value.length],
		ignoreFocusOut: true,
		validateInput: problem,
	});
	if (path === undefined) return undefined;
	const place = await workspacePath(folder, path.trim());
	return { ...place, target: newFileTarget(folder, place) };
}

/** Returns the target for a file that does not exist yet; it is created when the change is accepted. */
export function newFileTarget(folder: vscode.WorkspaceFolder, { path, uri }: WorkspacePlace): EditTarget {
	return {
		name: nameOf(uri),
		path: vscode.workspace.asRelativePath(uri),
		base: "",
		async write(edit) {
			// The disk may have changed since the path was chosen.
			const place = await workspacePath(folder, path);
			if (!(await confirmSensitive(place))) return undefined;
			const change = new vscode.WorkspaceEdit();
			change.createFile(uri, { contents: new TextEncoder().encode(edit.settled), overwrite: false });
			if ((await isTaken(uri)) || !(await vscode.workspace.applyEdit(change))) {
				throw new UserError(vscode.l10n.t("“{0}” cannot be created: a file of that name may already exist.", path));
			}
			return async () => void (await vscode.window.showTextDocument(uri));
		},
		show: async () => {},
	};
}
