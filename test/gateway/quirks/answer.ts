import type { ExpectedFailure } from "./quirk";

/** The result of a chat answer: its texts and its end, or the failure before any text. */
export type ExpectedAnswer =
	| {
			readonly text: string;
			readonly reasoning: string;
			/** The finish_reason, or the error's reason and its text about an answer that broke off. */
			readonly end: string | { readonly interrupted: string; readonly says: RegExp };
			readonly usage?: { readonly promptTokens?: number; readonly completionTokens?: number };
	  }
	| ExpectedFailure;

/** Returns an answer that ended normally. */
export function whole(
	text: string,
	usage?: { readonly promptTokens?: number; readonly completionTokens?: number },
): ExpectedAnswer {
	return { text, reasoning: "", end: "stop", ...(usage ? { usage } : {}) };
}

/** Returns an answer with reasoning before it. */
export function thought(reasoning: string, text: string): ExpectedAnswer {
	return { text, reasoning, end: "stop" };
}

/** Returns an error instead of an answer. */
export function refused(says: RegExp): ExpectedAnswer {
	return { failed: "unavailable", says };
}
