import * as l10n from "@vscode/l10n";

/** Says that a part of a conversation is lost, and that the rest is not. */
export function damageMessage(lines: number): string {
	return lines === 1
		? l10n.t("One line of the conversation could not be read and was left out. Everything else is here.")
		: l10n.t("{0} lines of the conversation could not be read and were left out. Everything else is here.", lines);
}
