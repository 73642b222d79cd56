/** The limits on what completions read of files, and of answers; see `limits`, which is loaded at start. */
export const completionLimits = {
	/** Characters of a file in which code is completed; in a larger one, nothing is suggested. */
	fileLength: 2_000_000,
	/** Characters of the line that the cursor is in; in a longer one, as of a minified file, nothing is suggested. */
	lineLength: 1_000,
	/** Characters before and after the cursor that a completion considers. */
	contextLength: 24_000,
	/** Files whose similar places go with a question for a completion, the latest first. */
	relatedFiles: 8,
	/** Characters of such a file that are searched; the rest is not. */
	relatedFileLength: 60_000,
	/** Characters of the code that completes a line or a block; the rest of the answer is not read. */
	answerLength: 4_000,
} as const;
