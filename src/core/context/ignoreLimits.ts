import * as l10n from "@vscode/l10n";
import { limits } from "../../shared/untrusted/limits";

/** @throws Error with a sentence for the user when a `.gitignore` has more rules, or longer ones, than are read. */
export function assertRulesFit(text: string): void {
	let rules = 0;
	for (let begin = 0; begin < text.length; ) {
		const newline = text.indexOf("\n", begin);
		const end = newline < 0 ? text.length : newline;
		if (end - begin > limits.ignoreRuleLength)
			throw new Error(l10n.t("One of its rules has more than {0} characters.", limits.ignoreRuleLength));
		const isRule = end > begin && text[begin] !== "#" && text[begin] !== "\r";
		if (isRule && ++rules > limits.ignoreRules)
			throw new Error(l10n.t("It has more than {0} rules.", limits.ignoreRules));
		begin = end + 1;
	}
}
