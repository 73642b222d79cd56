import * as l10n from "@vscode/l10n";

/** Returns the question about a terminal's output. */
export function terminalQuestion(): string {
	return l10n.t("Explain this output of a terminal: what it says, and where something failed, why and what to do.");
}
