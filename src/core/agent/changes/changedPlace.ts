import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";
import { UserError } from "../../base/errors";
import type { RealPaths } from "../../base/ports";
import { realPathOf } from "../../edits/apply/realPathIn";

/**
 * Returns the absolute path of a file that is read or written for a change set, its parts joined by `/`. The path is
 * checked, because it comes from a journal, and a folder may have been replaced by a link since that was written.
 *
 * @param folder the workspace's folder, absolute, its parts joined by `/`.
 * @param path relative to it, without links.
 * @throws UserError when it leads out of the folder or through a link.
 */
export async function changedPlace(folder: string, path: string, paths: RealPaths): Promise<string> {
	const root = (await paths.realPath(folder))?.replace(/\/$/, "");
	// On Windows, a backslash separates folders too.
	const isPlain =
		path.length <= limits.pathLength &&
		!path.includes("\\") &&
		path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
	const place = `${root}/${path}`;
	if (root === undefined || !isPlain || (await realPathOf(place, paths)) !== place)
		throw new UserError(l10n.t("The path {0} now leads elsewhere, so nothing was changed.", path));
	return place;
}
