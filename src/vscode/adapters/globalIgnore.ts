import { homedir } from "node:os";
import { join, resolve } from "node:path";
import * as l10n from "@vscode/l10n";
import { UserError } from "../../core/base/errors";
import { readFailure } from "../../core/base/fileErrors";
import { excludesFileIn } from "../../core/context/gitConfig";
import { assertRulesFit } from "../../core/context/ignoreRules";
import { limits } from "../../shared/untrusted/limits";
import { readRegularFile } from "./readRegularFile";

/**
 * Reads the user's ignore rules for all repositories on this computer: the file that their Git configuration names, or
 * the one in the default location; `undefined` when there is none.
 *
 * @throws UserError where one of them exists and cannot be read.
 */
export async function globalIgnore(
	home = homedir(),
	env: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<string | undefined> {
	const configured = join(env.XDG_CONFIG_HOME || join(home, ".config"), "git");
	const textOf = async (file: string) => {
		try {
			return new TextDecoder().decode(await readRegularFile(file, limits.configFileBytes));
		} catch (error) {
			if (isMissing(error)) return undefined;
			throw new UnreadableRulesError(pathFrom(home, file), error);
		}
	};
	let named: string | undefined;
	// The last value is used.
	for (const config of [join(configured, "config"), join(home, ".gitconfig")])
		named = excludesFileIn((await textOf(config)) ?? "") ?? named;
	if (named === "") return undefined;
	const file =
		named === undefined
			? join(configured, "ignore")
			: resolve(
					home,
					named.replace(/^~(?=[/\\])/, () => home),
				);
	const text = await textOf(file);
	try {
		assertRulesFit(text ?? "");
	} catch (error) {
		throw new UnreadableRulesError(pathFrom(home, file), error);
	}
	return text;
}

function pathFrom(home: string, file: string): string {
	return file.startsWith(home) ? `~${file.slice(home.length)}` : file;
}

/** Returns whether a file is missing; as in Git, this includes a path below a file. */
function isMissing(error: unknown): boolean {
	return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

/** Ignore rules exist but cannot be read, so it is unknown what Git ignores. */
export class UnreadableRulesError extends UserError {
	/** @param path the file with the rules, as shown to the user. */
	constructor(
		readonly path: string,
		cause: unknown,
	) {
		super(
			l10n.t("{0} cannot be read, so the files to ignore are unknown. Make it readable. {1}", path, readFailure(cause)),
			[],
			{ cause },
		);
	}
}
