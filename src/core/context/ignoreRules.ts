import * as l10n from "@vscode/l10n";
import { gitGlob } from "../../shared/untrusted/gitGlob";
import { type Glob, globOf, matches } from "../../shared/untrusted/globSteps";
import { limits } from "../../shared/untrusted/limits";

/** The ignore rules of one folder, such as those of its `.gitignore`, for everything below it. */
export interface IgnoreRules {
	/**
	 * Returns whether the rules exclude the path itself, regardless of the folders above it; `undefined` when no rule
	 * matches.
	 *
	 * @param path relative to the rules' folder, with `/`; a folder's path ends with it.
	 */
	leavesOut(path: string): boolean | undefined;
}

/** A line of a `.gitignore`. */
interface IgnoreRule {
	/** Whether the rule begins with `!`: the paths that it matches are not ignored. */
	readonly keeps: boolean;
	readonly foldersOnly: boolean;
	/** Whether the rule matches a name in any folder below, rather than a path. */
	readonly anywhere: boolean;
	/** Matches names and paths in lower case. */
	readonly glob: Glob;
}

/**
 * Parses a `.gitignore` as Git does (`dir.c`), but ignoring case. No package is used: they all turn the lines into
 * regular expressions, for which a single hostile line can take minutes.
 */
export function parseIgnoreRules(text: string): IgnoreRules {
	const rules = ruleLines(text)
		.flatMap((line) => ignoreRule(line) ?? [])
		.reverse();
	return {
		leavesOut(path) {
			const isFolder = path.endsWith("/");
			const whole = (isFolder ? path.slice(0, -1) : path).toLowerCase();
			const name = whole.slice(whole.lastIndexOf("/") + 1);
			// The last matching rule wins.
			const rule = rules.find(
				({ foldersOnly, anywhere, glob }) => (isFolder || !foldersOnly) && matches(glob, anywhere ? name : whole),
			);
			return rule && !rule.keeps;
		},
	};
}

/** Returns the lines of a `.gitignore`, without blank lines and comments. */
export function ruleLines(text: string): readonly string[] {
	return text
		.replace(/^\ufeff/, "")
		.split("\n")
		.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
		.filter((line) => !line.startsWith("#") && withoutSpaces(line) !== "");
}

/** Parses a rule; returns `undefined` for one that matches nothing. */
export function ignoreRule(line: string): IgnoreRule | undefined {
	const written = withoutSpaces(line);
	const keeps = written.startsWith("!");
	const named = keeps ? written.slice(1) : written;
	const foldersOnly = named.endsWith("/");
	const pattern = foldersOnly ? named.slice(0, -1) : named;
	const anywhere = !pattern.includes("/");
	const steps = pattern === "" ? undefined : gitGlob(pattern.startsWith("/") ? pattern.slice(1) : pattern);
	return steps && { keeps, foldersOnly, anywhere, glob: globOf(steps) };
}

/** Removes the trailing spaces that are not escaped by a backslash. */
function withoutSpaces(line: string): string {
	let end = 0;
	for (let at = 0; at < line.length; at++) {
		if (line[at] === " ") continue;
		if (line[at] === "\\") at++;
		end = at + 1;
	}
	return line.slice(0, end);
}

/** @throws Error with a message for the user when the rules of a `.gitignore` are too many, too long or too slow. */
export function assertRulesFit(text: string): void {
	const lines = ruleLines(text);
	if (lines.length > limits.ignoreRules) throw new Error(l10n.t("It has more than {0} rules.", limits.ignoreRules));
	let load = 0;
	for (const line of lines) {
		if (line.length > limits.ignoreRuleLength)
			throw new Error(l10n.t("One of its rules has more than {0} characters.", limits.ignoreRuleLength));
		load += ignoreRule(line)?.glob.load ?? 0;
		if (load > limits.ignoreSteps) throw new Error(l10n.t("Its rules have too many wildcards."));
	}
}
