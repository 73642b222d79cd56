import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** An answer that is not used as an edit; its message gives the reason to the user. */
export class RefusedAnswer extends UserError {
	constructor(
		message: string,
		/** The part of the answer that arrived. */
		readonly answer = "",
		/** For the log, which must not contain the message. */
		readonly kind: "brokenOff" | "tooLong" | "endedEarly" | "unusable" = "unusable",
		/** The texts among which the user can choose; more than one, or none. */
		readonly alternatives: readonly string[] = [],
	) {
		super(message);
	}

	/** Whether the model could give the same answer in another form: it is complete, and the user has nothing to choose. */
	get canBeAskedAgain(): boolean {
		return this.kind === "unusable" && this.alternatives.length === 0;
	}
}

/** Code of the chat that belongs to other lines than the user selected, and could be applied there. */
export class OtherLinesSelected extends RefusedAnswer {}

/** The finish reasons of complete answers: OpenAI's, and those that servers pass on from other APIs. */
const wholeEnds = new Set(["stop", "end_turn", "stop_sequence", "eos", "eos_token"]);

/** Returns whether an answer with this finish reason is complete. */
export function isWholeEnd(finishReason: string): boolean {
	return wholeEnds.has(finishReason);
}

/**
 * Accepts complete answers only.
 *
 * @param finishReason the gateway's finish reason; absent if there was none.
 * @param cause a sentence on why there was none, if known.
 * @throws RefusedAnswer for an answer that was cut off, for whatever reason.
 */
export function assertWhole(answer: string, finishReason: string | undefined, cause?: string): void {
	if (finishReason === undefined) {
		const why =
			cause === undefined
				? l10n.t("The answer was interrupted and was not applied. Try again.")
				: l10n.t("{0} The answer was interrupted and was not applied.", cause);
		throw new RefusedAnswer(why, answer, "brokenOff");
	}
	if (finishReason === "length") {
		const why = l10n.t(
			"The answer was cut off at its maximum length and was not applied. Select less code, or allow longer answers.",
		);
		throw new RefusedAnswer(why, answer, "tooLong");
	}
	if (!isWholeEnd(finishReason)) {
		const why = l10n.t("The gateway ended the answer early ({0}). It was not applied: try again.", finishReason);
		throw new RefusedAnswer(why, answer, "endedEarly");
	}
}
