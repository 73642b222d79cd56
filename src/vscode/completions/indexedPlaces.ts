import * as vscode from "vscode";
import type { Clock, Log } from "../../core/base/ports";
import { comparedLines, type RelatedFile } from "../../core/completions/similarPlaces";
import { loggedError } from "../../core/gateway/errors/loggedError";
import { completionLimits } from "../../shared/untrusted/limits";
import { indexedUri } from "../workspace/indexPaths";
import type { CompletedFiles } from "./completedFiles";

/** Time for which a request waits for the index, in milliseconds. */
const longestSearch = 50;

/** Finds code by its keywords in the index of the workspace, where there is one; sends nothing. */
export type FindIndexed = (
	words: string,
	extension: string,
	limit: number,
) => Promise<readonly { readonly path: string; readonly text: string }[]>;

/**
 * Returns places in files that are not open, found in the index by the words before a cursor; none if the index does
 * not answer in time, or fails, which is logged.
 */
export async function indexedPlaces(
	document: vscode.TextDocument,
	before: string,
	{ find, files, clock, log }: { find: FindIndexed; files: CompletedFiles; clock: Pick<Clock, "after">; log: Log },
): Promise<readonly RelatedFile[]> {
	const extension = /\.(\w{1,20})$/.exec(document.uri.path)?.[1] ?? "";
	const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
	const search = async () => {
		// Open files are read from their documents instead.
		const found = await find(comparedLines(before), extension, completionLimits.indexedPlaces + open.size);
		const places = await Promise.all(
			found.map(async ({ path, text }) => {
				const uri = indexedUri(path);
				if (!uri || open.has(uri.toString()) || !(await files.mayBeSent(uri))) return [];
				return [{ path, text }];
			}),
		);
		return places.flat().slice(0, completionLimits.indexedPlaces);
	};
	return new Promise((resolve) => {
		const timer = clock.after(longestSearch, () => resolve([]));
		const end = (places: readonly RelatedFile[]) => {
			timer.dispose();
			resolve(places);
		};
		search().then(end, (error: unknown) => {
			log.warn(`The index was not searched for a completion: ${loggedError(error)}`);
			end([]);
		});
	});
}
