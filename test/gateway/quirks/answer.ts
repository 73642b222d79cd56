import type { ExpectedFailure } from "./quirk";

/** The result of a chat answer: its texts and its end, or the failure before any text. */
export type ExpectedAnswer =
	| {
			readonly text: string;
			readonly reasoning: string;
			/** The finish_reason, or the error's reason and what it says of an answer that broke off. */
			readonly end: string | { readonly interrupted: string; readonly says: RegExp };
			readonly usage?: { readonly promptTokens?: number; readonly completionTokens?: number };
	  }
	| ExpectedFailure;

/** An answer that ended as it should. */
export function whole(
	text: string,
	usage?: { readonly promptTokens?: number; readonly completionTokens?: number },
): ExpectedAnswer {
	return { text, reasoning: "", end: "stop", ...(usage ? { usage } : {}) };
}

/** An answer with thoughts before it. */
export function thought(reasoning: string, text: string): ExpectedAnswer {
	return { text, reasoning, end: "stop" };
}

/** An error in an answer's place. */
export function refused(says: RegExp): ExpectedAnswer {
	return { failed: "unavailable", says };
}
