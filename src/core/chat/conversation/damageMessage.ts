import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";

/**
 * Returns a message saying that a part of a conversation is lost or cannot be read, and that the rest is intact;
 * `undefined` when everything is there.
 *
 * @param damaged the number of lines that could not be read.
 * @param unreadable the number of files that could not be read at all; reported instead of lines: the log has both.
 * @param cut whether only the newest part is shown because it exceeds a limit.
 */
export function damageMessage(damaged: number, unreadable = 0, cut = false): string | undefined {
	const lost = lostMessage(damaged, unreadable);
	if (!cut) return lost;
	const newest = l10n.t(
		"This conversation is larger than Gatehouse can show: you see its newest part, at most {0} messages. Nothing was removed from its files.",
		limits.conversationMessages,
	);
	return lost === undefined ? newest : `${newest} ${lost}`;
}

function lostMessage(damaged: number, unreadable: number): string | undefined {
	if (unreadable > 0) {
		return l10n.t(
			"A part of the conversation cannot be read; Gatehouse's log says which file and why. The rest is intact.",
		);
	}
	if (damaged === 0) return undefined;
	return damaged === 1
		? l10n.t("One line of the conversation could not be read and was left out. The rest is intact.")
		: l10n.t("{0} lines of the conversation could not be read and were left out. The rest is intact.", damaged);
}
