import * as l10n from "@vscode/l10n";
import { limits } from "../../shared/untrusted/limits";
import { UserError } from "../base/errors";

/** @throws UserError when the settings that leave out files have more globs, or longer ones, than are read. */
export function assertGlobsFit(globs: readonly string[]): readonly string[] {
	if (globs.length <= limits.globs && globs.every((glob) => glob.length <= limits.globLength)) return globs;
	throw new UserError(
		l10n.t(
			"The settings files.exclude, search.exclude and gatehouse.index.exclude have more than {0} patterns, or one of more than {1} characters. Shorten them.",
			limits.globs,
			limits.globLength,
		),
		["openSettings"],
	);
}
