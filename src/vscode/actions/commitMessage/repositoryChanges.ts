import * as vscode from "vscode";
import { mostExamples } from "../../../core/actions/commitMessage";
import { type FileDiff, newFileDiff, splitDiff } from "../../../core/actions/fileDiffs";
import { UserError } from "../../../core/base/errors";
import { attachmentWarnings } from "../../../core/context/attachmentWarnings";
import { confirmDoubtfulFiles } from "../../context/confirmDoubtfulFiles";
import type { GitRepository } from "../../context/gitChanges";
import { nameOf } from "../../workspace/displayPath";
import { readText } from "../../workspace/readText";

/** The status that Git's extension gives an untracked file (`Status.UNTRACKED` of its API). */
const untracked = 7;
/** Maximum number of new files that are sent with their text; of further ones, only the names are sent. */
const mostNewFiles = 50;

/**
 * Reads the content of the next commit: the staged changes, otherwise all changes, including new files.
 *
 * @throws UserError when there are none.
 */
export async function readDiffs(repository: GitRepository): Promise<readonly FileDiff[]> {
	const staged = splitDiff(await repository.diff(true));
	if (staged.length > 0) return staged;
	const all = [...splitDiff(await repository.diff(false)), ...(await newFiles(repository))];
	if (all.length === 0)
		throw new UserError(vscode.l10n.t("There is nothing to commit in {0}.", nameOf(repository.rootUri)));
	return all;
}

async function newFiles(repository: GitRepository): Promise<readonly FileDiff[]> {
	// Git's extension refreshes its state with a delay: a new file or a newly opened repository may be missing from it.
	await repository.status();
	const { state, rootUri } = repository;
	const uris = [...state.workingTreeChanges, ...state.untrackedChanges]
		.filter(({ status }) => status === untracked)
		.map(({ uri }) => uri);
	return Promise.all(
		uris.map(async (uri, i) => {
			const path = uri.path.slice(rootUri.path.length).replace(/^\//, "");
			// For a binary file, only the name is sent. A link is committed as a link: its target is not new.
			const text =
				i < mostNewFiles && !(await isLink(uri))
					? await readText(uri).then(
							(read) => read.text,
							() => "",
						)
					: "";
			return newFileDiff(path, text);
		}),
	);
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		({ type }) => (type & vscode.FileType.SymbolicLink) !== 0,
		() => false,
	);
}

/** Returns the diffs that may be sent; asks first if one seems to contain secrets. */
export async function confirmDiffs(diffs: readonly FileDiff[]): Promise<readonly FileDiff[]> {
	const known = { tokens: 0, room: null, ignored: false, strange: false };
	const looked = diffs.map((diff) => {
		const { paths, text } = diff;
		const path = paths[0] || (text.split("\n", 1)[0] ?? "");
		const attachment = { id: path, name: path, languageId: "diff", path, text, sources: paths };
		return { diff, attachment, reasons: attachmentWarnings({ attachment, ...known }) };
	});
	const allowed = await confirmDoubtfulFiles(looked.filter(({ reasons }) => reasons.length > 0));
	return looked.filter((one) => one.reasons.length === 0 || allowed.includes(one)).map(({ diff }) => diff);
}

/**
 * Returns the branch's latest commit messages, at most as many as are used as examples; none before the first commit.
 */
export async function lastMessages(repository: GitRepository): Promise<readonly string[]> {
	// Git writes the messages of merges, so they do not show the user's style.
	const commits = await repository.log({ maxEntries: mostExamples * 2 }).catch(() => []);
	return commits.filter(({ parents }) => parents.length < 2).map(({ message }) => message);
}
