// The limits that are needed at start, in a file of their own: esbuild divides the code by files, so that those in
// limits.ts are loaded later.
/** Characters of a name in VS Code's UI (a label, a file, a model); cut with an ellipsis. */
export const nameLength = 120;
/**
 * Characters of a model's name in the status bar, where it shares a line with everything else; cut with an ellipsis.
 */
export const statusLength = 48;
/**
 * Characters of a path in VS Code's UI; cut in the middle with an ellipsis, because its end shows the type of the file.
 */
export const shownPathLength = 240;
/** Characters of a message in VS Code's UI; cut with an ellipsis. */
export const messageLength = 500;
/** Characters of an address, a certificate's names or a system's error text in a message; cut with an ellipsis. */
export const detailLength = 300;
/** Characters of a conversation's own system prompt; a longer one is refused, and in a file it counts as damaged. */
export const systemPromptLength = 100_000;
