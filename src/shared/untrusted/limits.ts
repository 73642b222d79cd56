/**
 * Every limit on what comes from outside: gateways, models, files, repositories, imported conversations, the page. Reaching
 * one is a named error or a visible cut, never a crash or an endless wait.
 */
export const limits = {
	/** Characters of a name in VS Code's UI (a label, a file, a model); cut with an ellipsis. */
	nameLength: 120,
	/** Characters of a message in VS Code's UI; cut with an ellipsis. */
	messageLength: 500,
	/** Places that Find in the conversation shows; further ones are not searched for, and the count ends in a plus. */
	findMatches: 10_000,
} as const;
