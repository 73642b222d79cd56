import * as vscode from "vscode";
import { splitDiff } from "../../core/actions/fileDiffs";
import { UserError } from "../../core/base/errors";
import type { ReadAttachment } from "./readAttachment";

/** A repository in the built-in Git extension's API, version 1: the part of it that is used here. */
export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly inputBox: { value: string };
	readonly state: {
		readonly workingTreeChanges: readonly GitChange[];
		readonly untrackedChanges: readonly GitChange[];
	};
	/** Looks anew at what has changed: after that `state` is up to date. */
	status(): Promise<void>;
	/** @param cached true for what is staged, false for what is not. */
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

/** What differs from the last commit, staged and not, in every repository that is open. @throws UserError when nothing does. */
export async function readChanges(): Promise<ReadAttachment> {
	const repositories = await gitRepositories();
	if (repositories.length === 0)
		throw new UserError(vscode.l10n.t("Git knows no repository here, or is switched off in the settings."));
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

/** The repositories that are open; none where the Git extension is not there, or switched off. */
export async function gitRepositories(): Promise<readonly GitRepository[]> {
	const extension = vscode.extensions.getExtension<{ readonly enabled: boolean; getAPI(version: 1): GitApi }>(
		"vscode.git",
	);
	if (!extension) return [];
	const git = extension.isActive ? extension.exports : await extension.activate();
	return git.enabled ? git.getAPI(1).repositories : [];
}
