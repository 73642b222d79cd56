import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";

/** Why an answer is not used as an edit; its message says it to the user. */
export class RefusedAnswer extends UserError {
	constructor(
		message: string,
		/** The answer, as far as it came. */
		readonly answer = "",
		/** For the log, which must not hold what is in the message. */
		readonly kind: "brokenOff" | "tooLong" | "endedEarly" | "unusable" = "unusable",
	) {
		super(message);
	}
}

/** The reasons with which an answer ends that is whole: OpenAI's, and what servers that forward other APIs let through. */
const wholeEnds = new Set(["stop", "end_turn", "stop_sequence", "eos", "eos_token"]);

/** Whether an answer that ended for this reason is whole. */
export function isWholeEnd(finishReason: string): boolean {
	return wholeEnds.has(finishReason);
}

/**
 * Lets only a whole answer pass.
 *
 * @param finishReason the gateway's; absent when there was none.
 * @param cause why there was none, in a sentence, where anybody knows.
 * @throws RefusedAnswer for one that was cut off, whatever cut it.
 */
export function assertWhole(answer: string, finishReason: string | undefined, cause?: string): void {
	if (finishReason === undefined) {
		const why =
			cause === undefined
				? l10n.t("The answer broke off before its end. It was not applied: try again.")
				: l10n.t("{0} The answer broke off there, and was not applied.", cause);
		throw new RefusedAnswer(why, answer, "brokenOff");
	}
	if (finishReason === "length") {
		const why = l10n.t(
			"The answer reached its longest length and is cut off. It was not applied: select less, or allow longer answers.",
		);
		throw new RefusedAnswer(why, answer, "tooLong");
	}
	if (!isWholeEnd(finishReason)) {
		const why = l10n.t("The gateway ended the answer early ({0}). It was not applied: try again.", finishReason);
		throw new RefusedAnswer(why, answer, "endedEarly");
	}
}
