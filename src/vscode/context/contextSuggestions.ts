import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { fuzzyMatch } from "../../shared/fuzzyMatch";
import type { Suggestion } from "../../shared/suggestion";

const mostFiles = 2_000;
const mostShown = 50;

/** The workspace's files whose name fits a query, the best first. */
export async function suggestContext(query: string): Promise<readonly Suggestion[]> {
	const files = (await vscode.workspace.findFiles("**/*", undefined, mostFiles)).map((uri) => {
		const path = vscode.workspace.asRelativePath(uri);
		return { id: uri.toString(), label: path.split("/").at(-1) ?? path, detail: path, icon: "file" };
	});
	return fuzzyMatch(query, files, ({ label }) => label).slice(0, mostShown);
}

/** @throws UserError always: not yet. */
export async function attachSuggested(_id: string): Promise<void> {
	throw new UserError(
		vscode.l10n.t("Attaching a file is not possible yet. Select its code and choose Explain Selection."),
	);
}
