import * as l10n from "@vscode/l10n";
import { limits } from "../../shared/untrusted/limits";
import { ignoreRule, ruleLines } from "./ignoreRules";

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
