import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { FileQuery } from "../../core/context/fileQuery";
import { combinedGlob } from "../../core/search/building/combinedGlob";
import { assertGlobsFit } from "../../core/search/building/globLimits";
import { limits } from "../../shared/untrusted/limits";
import { hiddenGlobs } from "../settings";
import { displayPath } from "../workspace/displayPath";
import { ExcludedFiles } from "../workspace/excludedFiles";
import { foldersAbove, listFiles } from "../workspace/filesIn";
import { GitIgnore } from "../workspace/gitIgnore";

/** Number of files checked against Git's rules at the same time. */
const atOnce = 50;

interface Named {
	readonly uri: vscode.Uri;
	/** The path as shown to the user. */
	readonly path: string;
}

/**
 * Finds the workspace's files and folders that match the typed text, best match first, without those that VS Code's
 * search excludes or Git ignores. A file whose ignore rules cannot be read is offered, because the user is asked before
 * it is attached. Returns nothing once the signal is aborted.
 *
 * @param most maximum number of files, and of folders.
 * @param folders whether to find folders too.
 */
export async function namedFiles(
	typed: string,
	most: number,
	folders: boolean,
	signal: AbortSignal,
): Promise<{ readonly files: readonly vscode.Uri[]; readonly folders: readonly vscode.Uri[] }> {
	const query = new FileQuery(typed);
	if (query.isTooLong) return { files: [], folders: [] };
	const rules = new GitIgnore();
	const [files, found] = await Promise.all([
		search(query.glob(), signal).then(async (uris) => {
			const plain = await best(query.fitting(uris.map(named)), rules, most, signal);
			if (plain.length > 0 || !query.mayBeFuzzy) return plain;
			const fuzzy = await search(query.glob(true), signal);
			return best(query.fitting(fuzzy.map(named), true), rules, most, signal);
		}),
		folders ? search(query.globWithin(), signal) : [],
	]);
	const within = foldersAbove(found).map(named);
	// With a trailing slash, the typed text means a folder or its content.
	const ranked = new Set([...new FileQuery(typed.replace(/[\\/]$/, "")).fitting(within), ...query.fitting(within)]);
	return { files, folders: await best([...ranked], rules, most, signal) };
}

function named(uri: vscode.Uri): Named {
	return { uri, path: displayPath(uri) };
}

async function search(glob: string, signal: AbortSignal): Promise<readonly vscode.Uri[]> {
	const { glob: hidden, others } = combinedGlob(assertGlobsFit(hiddenGlobs()));
	const found = await listFiles(glob, limits.filesNamed, signal, hidden);
	const excluded = new ExcludedFiles(() => others);
	const kept: vscode.Uri[] = [];
	for (const uri of found) {
		if (signal.aborted) return [];
		const folder = vscode.workspace.getWorkspaceFolder(uri);
		if (!folder || !(await excluded.has(uri, folder.uri))) kept.push(uri);
	}
	return kept;
}

/** Returns the first files that Git does not ignore; checks only as many as needed. */
async function best(
	ranked: readonly Named[],
	rules: GitIgnore,
	most: number,
	signal: AbortSignal,
): Promise<readonly vscode.Uri[]> {
	const found: vscode.Uri[] = [];
	for (let at = 0; at < ranked.length && found.length < most && !signal.aborted; at += atOnce) {
		const some = ranked.slice(at, at + atOnce);
		const ignored = await Promise.all(some.map(({ uri }) => isIgnored(uri, rules)));
		const kept = some.filter(({ uri }, i) => !ignored[i] && !uri.path.includes("/.git/"));
		for (const { uri } of kept) found.push(uri);
	}
	return signal.aborted ? [] : found.slice(0, most);
}

async function isIgnored(uri: vscode.Uri, rules: GitIgnore): Promise<boolean> {
	try {
		return await rules.ignores(uri);
	} catch (error) {
		if (error instanceof UserError) return false;
		throw error;
	}
}
