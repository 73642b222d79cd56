import { type ContextWindow, roomFor } from "../context/contextWindow";
import { textTokens } from "../context/tokenEstimate";

/** How much may go with a piece of code, beside itself. */
export interface CodeBudget {
	/** In tokens. */
	readonly tokens: number;
	count(text: string): number;
}

/** What goes with the code takes no more than this share of what the model takes in. */
const share = 1 / 4;
/** Nor more than this, in tokens: further away there is little that helps. */
const most = 8_000;

/** @param window how much the model takes in; `undefined` while there is none. */
export function codeBudget(window: ContextWindow | undefined): CodeBudget {
	const room = window ? roomFor(window, undefined) : null;
	return {
		tokens: Math.min(most, room === null ? most : room * share),
		count: (text) => window?.counter.ofText(text) ?? textTokens(text),
	};
}
