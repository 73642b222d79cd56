import * as vscode from "vscode";
import { splitDiff } from "../../core/actions/fileDiffs";
import { UserError } from "../../core/base/errors";
import type { ReadAttachment } from "./readAttachment";

/** The part of a repository in the built-in Git extension's API, version 1, that is used here. */
export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly inputBox: { value: string };
	readonly state: {
		readonly workingTreeChanges: readonly GitChange[];
		readonly untrackedChanges: readonly GitChange[];
	};
	/** Refreshes `state`. */
	status(): Promise<void>;
	/** @param cached true for staged changes, false for unstaged ones. */
	diff(cached?: boolean): Promise<string>;
	/** Rejects before the first commit. */
	log(options: {
		readonly maxEntries: number;
	}): Promise<readonly { readonly message: string; readonly parents: readonly string[] }[]>;
}

interface GitChange {
	readonly uri: vscode.Uri;
	readonly status: number;
}

interface GitApi {
	readonly repositories: readonly GitRepository[];
}

/**
 * Reads the staged and unstaged changes since the last commit in all open repositories.
 *
 * @throws UserError when there are none.
 */
export async function readChanges(): Promise<ReadAttachment> {
	const repositories = await gitRepositories();
	if (repositories.length === 0)
		throw new UserError(vscode.l10n.t("Git finds no repository here, or is turned off in the settings."));
	const diffs = await Promise.all(
		repositories.map(async (repository) => [await repository.diff(true), await repository.diff(false)]),
	);
	const text = diffs
		.flat()
		.filter((diff) => diff.trim() !== "")
		.join("\n");
	if (text === "") throw new UserError(vscode.l10n.t("There are no changes since the last commit."));
	const files = splitDiff(text).map(({ paths }) => paths);
	const name = vscode.l10n.t("Git Changes ({0})", new Set(files.map(([path]) => path)).size);
	const sources = [...new Set(files.flat())];
	return { kind: "changes", name, path: "git diff", languageId: "diff", text, sources };
}

/** Returns the open repositories; none where the Git extension is missing or disabled. */
export async function gitRepositories(): Promise<readonly GitRepository[]> {
	const extension = vscode.extensions.getExtension<{ readonly enabled: boolean; getAPI(version: 1): GitApi }>(
		"vscode.git",
	);
	if (!extension) return [];
	const git = extension.isActive ? extension.exports : await extension.activate();
	return git.enabled ? git.getAPI(1).repositories : [];
}
