import * as l10n from "@vscode/l10n";
import { gitGlob } from "../../shared/untrusted/gitGlob";
import { type Glob, globOf, matches } from "../../shared/untrusted/globSteps";
import { limits } from "../../shared/untrusted/limits";

/** What the rules that lie in one folder, such as those of its `.gitignore`, say of what is below it. */
export interface IgnoreRules {
	/**
	 * Whether they leave a path out for itself, whatever becomes of the folders that it is in; `undefined` when none of them
	 * is about it.
	 *
	 * @param path relative to their folder, with `/`; a folder's ends with it.
	 */
	leavesOut(path: string): boolean | undefined;
}

/** A line of a `.gitignore`. */
interface IgnoreRule {
	/** With `!`: what it matches is not left out. */
	readonly keeps: boolean;
	readonly foldersOnly: boolean;
	/** Whether it is about a name in any folder below, and not about a path. */
	readonly anywhere: boolean;
	/** For names and paths in small letters. */
	readonly glob: Glob;
}

/**
 * Reads the text of a `.gitignore`, as Git does (`dir.c`); capital letters are taken for small ones. No package does it: they
 * all make regular expressions of the lines, with which one hostile line can take minutes.
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
			// The last word counts.
			const rule = rules.find(
				({ foldersOnly, anywhere, glob }) => (isFolder || !foldersOnly) && matches(glob, anywhere ? name : whole),
			);
			return rule && !rule.keeps;
		},
	};
}

/** The lines of a `.gitignore`, without those that are blank or remarks. */
export function ruleLines(text: string): readonly string[] {
	return text
		.replace(/^\ufeff/, "")
		.split("\n")
		.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
		.filter((line) => !line.startsWith("#") && withoutSpaces(line) !== "");
}

/** The rule of such a line; `undefined` for one that matches nothing. */
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

/** Without the spaces at its end that no backslash is before. */
function withoutSpaces(line: string): string {
	let end = 0;
	for (let at = 0; at < line.length; at++) {
		if (line[at] === " ") continue;
		if (line[at] === "\\") at++;
		end = at + 1;
	}
	return line.slice(0, end);
}

/** @throws Error with a sentence for the user when a `.gitignore` has more rules, longer or slower ones, than are read. */
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
