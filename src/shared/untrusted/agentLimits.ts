/** The limits on what an agent reads, and on what a model asks it to do; see `limits`, which is loaded at start. */
export const agentLimits = {
	/** Bytes of a file that the agent reads or writes; a larger one is refused, and the model is informed. */
	fileBytes: 10 * 1024 * 1024,
	/** Files of the workspace that are listed and searched; further ones are left out, and the result says so. */
	listedFiles: 50_000,
	/** Calls of a task that are shown and carried out; further ones are refused, and the model is informed. */
	rows: 2_000,
	/** Tokens of the result of one of the agent's tools; the rest is left out, and the result says so. */
	resultTokens: 2_000,
	/** Tokens of the lines that the agent reads of a file at once; the rest is left out, and the result says so. */
	readTokens: 4_000,
	/** Matches of one search of the agent's; further ones are left out, and the result says so. */
	matches: 200,
	/** Characters of a line in the agent's search results; cut with an ellipsis. */
	lineLength: 300,
	/** Lines of a file that are compared with those that an edit of the agent's did not find; the rest is not. */
	nearestLines: 50_000,
	/** Characters of the arguments of one of the agent's calls; a longer call is refused, and the model is informed. */
	argumentsLength: 1024 * 1024,
	/** Characters of a change that can be shown to the user; a longer one is refused, and the model is informed. */
	changeLength: 1024 * 1024,
	/** Characters of a command, or of a foreign tool's input, that can be shown to the user; a longer one is refused, and the model is informed. */
	commandLength: 100_000,
	/** Characters of a command, or of a foreign tool's input, that the panel shows; a button shows all of a longer one. */
	shownCommand: 4_000,
	/** Characters of a change that the panel shows; a longer one has a button that shows all of it. */
	shownChange: 20_000,
	/** Commands of a conversation, the latest ones, that are looked for after a crash; further ones are not. */
	leftCommands: 100,
	/** Changes under review with words below them; the panel's buttons keep or undo all those of a file. */
	reviewedChanges: 500,
	/** Foreign tools that are offered; further ones are left out. */
	offeredTools: 500,
	/** Foreign tools that a conversation uses; further ones are left out. */
	chosenTools: 64,
	/** Characters of a foreign tool's name; a tool with a longer one is not offered. */
	toolName: 128,
	/** Characters of a foreign tool's description; a tool with a longer one is not offered. */
	toolSource: 100_000,
	/** Characters of such a description that a model is sent; a longer one is cut. */
	toolDescription: 1_024,
	/** Characters of a foreign tool's schema; a tool with a longer one is not offered. */
	toolSchema: 16_000,
	/** Characters of a foreign tool's result, or of its error, that are read; the rest is left out, and a result says so. */
	toolResult: 1_000_000,
	/** Characters of a foreign tool's error; a longer one is cut. */
	toolError: 2_000,
	/** Characters of the message of a call that failed; a longer one is cut. */
	errorLength: 5_000,
} as const;
