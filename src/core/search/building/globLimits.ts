import * as l10n from "@vscode/l10n";
import { editorGlob } from "../../../shared/untrusted/editorGlob";
import { globOf } from "../../../shared/untrusted/globSteps";
import { limits } from "../../../shared/untrusted/limits";
import { UserError } from "../../base/errors";

/**
 * Returns the globs of the settings that exclude files. @throws UserError when they are too many, too long or too slow.
 */
export function assertGlobsFit(globs: readonly string[]): readonly string[] {
	if (globs.length > limits.globs || globs.some((glob) => glob.length > limits.globLength))
		throw new UserError(
			l10n.t(
				"The settings files.exclude, search.exclude and gatehouse.index.exclude have more than {0} patterns, or one of more than {1} characters. Shorten them.",
				limits.globs,
				limits.globLength,
			),
			["openSettings"],
		);
	let load = 0;
	for (const glob of globs) {
		load += globOf(editorGlob(glob)).load;
		if (load > limits.globSteps)
			throw new UserError(
				l10n.t(
					"The patterns of the settings files.exclude, search.exclude and gatehouse.index.exclude have too many wildcards. Shorten them.",
				),
				["openSettings"],
			);
	}
	return globs;
}
