import { type ContextWindow, roomFor } from "../context/tokens/contextWindow";
import { textTokens } from "../context/tokens/tokenEstimate";

/** The space for what is sent along with a piece of code. */
export interface CodeBudget {
	/** In tokens. */
	readonly tokens: number;
	count(text: string): number;
}

/** Maximum share of the model's context for what is sent along with the code. */
const share = 1 / 4;
/** Maximum space, in tokens: lines further away hardly help. */
const most = 8_000;

/** @param window the model's context window; `undefined` while there is no model. */
export function codeBudget(window: ContextWindow | undefined): CodeBudget {
	const room = window ? roomFor(window, undefined) : null;
	return {
		tokens: Math.min(most, room === null ? most : room * share),
		count: (text) => window?.counter.ofText(text) ?? textTokens(text),
	};
}
