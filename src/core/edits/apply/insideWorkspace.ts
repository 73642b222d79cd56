import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { RealPaths } from "../../base/ports";
import { type AllowedPath, allowedPath } from "./pathRules";

/**
 * Checks where a path leads before anything is written there.
 *
 * @param folder the workspace's folder, absolute, its parts joined by `/`.
 * @throws UserError with the reason if the path must not be written to: the path itself, or a link in it, leads out of
 * the folder or to a protected place.
 */
export async function insideWorkspace(folder: string, path: string, paths: RealPaths): Promise<AllowedPath> {
	const allowed = allowedPath(path);
	const root = await paths.realPath(folder);
	const refused = new UserError(
		l10n.t("Nothing can be written to “{0}”: it leads out of the workspace.", allowed.path),
	);
	if (root === undefined) throw refused;
	const parts = allowed.path.split("/");
	// The deepest part that exists decides: everything below it will be created, without links.
	for (let depth = parts.length; depth > 0; depth--) {
		const candidate = [folder, ...parts.slice(0, depth)].join("/");
		const real = await paths.realPath(candidate);
		if (real === undefined) {
			// The write would follow a link whose target does not exist yet.
			if (await paths.exists(candidate)) throw refused;
			continue;
		}
		const prefix = root.endsWith("/") ? root : `${root}/`;
		if (!real.startsWith(prefix)) throw refused;
		const really = allowedPath([real.slice(prefix.length), ...parts.slice(depth)].join("/"));
		return { path: allowed.path, sensitive: allowed.sensitive || really.sensitive };
	}
	return allowed;
}
