import { messageLength, nameLength } from "./shownLengths";

/**
 * Every limit on input from outside: gateways, models, files, repositories, imported conversations, the page. Reaching
 * one leads to a named error or a visible cut, never to a crash or an endless wait.
 */
export const limits = {
	nameLength,
	messageLength,
	/**
	 * Globs of the settings that exclude files, per folder; with more, nothing is listed, and an error names the
	 * settings.
	 */
	globs: 1_000,
	/** Characters of such a glob; a longer one has the same effect. */
	globLength: 1_000,
	/**
	 * Steps of all these globs that can be active for one character of a path, which are those from the first wildcard
	 * to the last; more have the same effect.
	 */
	globSteps: 20_000,
	/**
	 * Alternatives in the braces of all globs together that are passed to VS Code's search; the other globs are matched
	 * afterwards.
	 */
	globChoices: 1_000,
	/** Characters of another program's settings that are pasted to connect; the rest is ignored. */
	pastedConnection: 20_000,
	/** Matches that Find in the conversation shows; the search then stops, and the count ends in a plus. */
	findMatches: 10_000,

	/**
	 * Characters of a question, of an answer or of its reasoning that the panel shows and searches; a note marks the cut.
	 * Copies, stored texts and requests are complete.
	 */
	shownText: 600_000,
	/** Characters of the text of a paragraph, heading, item or cell; a longer one is shown without formatting. */
	formattedText: 20_000,

	// JSON from files: an import or a line that exceeds one of these is refused, or left out and counted.
	/** Depth of nested lists and objects. */
	jsonDepth: 100,
	/** Values in one text, including lists and objects. */
	jsonValues: 5_000_000,

	// Conversations. An import that exceeds one of these is refused, with the figure; of a stored conversation, the
	// newest part is shown with a note, and its files are not changed.
	/** Messages of one conversation; at this number, no further question is accepted. */
	conversationMessages: 10_000,
	/** Bytes of a stored conversation's files together. */
	conversationBytes: 64 * 1024 * 1024,
	/** Bytes of a file to import: an export is indented, and therefore larger than the stored files. */
	importBytes: 128 * 1024 * 1024,
	/** Characters of what another extension's agent searches for with Gatehouse's tool; the rest is ignored. */
	toolQueryLength: 2_000,
	/** Characters of a question; a longer one is refused, and stays in the text box. */
	questionLength: 4 * 1024 * 1024,
	/**
	 * Characters of one line of a log; a question with a longer line is refused, and a longer line is left out and
	 * counted.
	 */
	conversationEventLength: 32 * 1024 * 1024,
	/**
	 * Characters of one conversation's questions and answers that a search in the history covers; the conversation's
	 * row says so.
	 */
	conversationText: 4_000_000,
	/** Characters of all conversations together that such a search covers, this workspace's first; the rows say so. */
	historyText: 64_000_000,
	/** Attachments of one question. */
	attachments: 200,
	/** Characters of a path in an attachment; cut with an ellipsis. */
	pathLength: 4_096,
	/** Layers of encoding that are removed to find a key in a text; a key that is encoded more often is not found. */
	encodingLayers: 4,
	/** Lines that are added or removed between two texts; with more, the whole text is one change. */
	lineChanges: 2_000,
	/** Comparisons of lines to locate one edit; with more, the edit is refused as ambiguous. */
	lineComparisons: 1_000_000,
	/** Versions of the code in an answer from which the user chooses; an answer with more of them is refused. */
	offeredVersions: 10,
	/**
	 * Lines that are read to find the members of one block of code; with more, the code's place counts as uncertain.
	 */
	memberLines: 200_000,
	/** Characters of indentation that an edit adds to its code; code that needs more keeps its own indentation. */
	addedIndentation: 10_000_000,
	/** Characters of a line of an answer's code, including its line break; a longer one is shown without colours. */
	colouredLine: 2_000,
	/** Characters of code that are highlighted in one step; a longer comment or string is not split. */
	colouredRun: 2_000,
	/** Characters of a file's name or path typed after `#`; longer ones have no results. */
	fileQueryLength: 1_000,
	/** Files whose names are kept, to compare them with the text after `#`; further ones are not found. */
	filesNamed: 200_000,

	// Files of a workspace, and of this computer's Git. Only regular files are read, and no more than these bytes of
	// each, whatever its reported size is.
	/**
	 * Bytes of a `.gitignore`, a Git configuration, an instruction or a prompt file; a larger one counts as unreadable,
	 * and a notification or question says so.
	 */
	configFileBytes: 1024 * 1024,
	/** Prompt files per folder, ordered by name; further ones are left out, and a notification says so. */
	promptFiles: 200,
	/** Characters of a prompt file; a longer one is left out, and a notification says so. */
	promptFileLength: 100_000,
	/** Rules in one `.gitignore`, without comments and blank lines; with more, it counts as unreadable. */
	ignoreRules: 10_000,
	/** Nested folders with a `.gitignore`; below more of them, an error is shown, and nothing is listed or attached. */
	nestedIgnoreRules: 100,
	/** Characters of one such rule; a longer one has the same effect. */
	ignoreRuleLength: 4_096,
	/**
	 * Steps of all its rules that can be active for one character of a path, which are those from the first wildcard to
	 * the last, at least one for each rule; more have the same effect. A rule such as `*.log` takes three.
	 */
	ignoreSteps: 20_000,
	/** Bytes of a file that is attached; a larger one is refused. */
	attachedFileBytes: 20 * 1024 * 1024,
	/** Bytes of an image that is attached, which gateways limit too; a larger one is refused. */
	imageBytes: 5 * 1024 * 1024,
	/** Files in a folder's tree, or in a list to choose from; further ones are left out, and the tree or list says so. */
	listedFiles: 2_000,
	/** Nested folders in such a tree; a file at a deeper level is one line with the rest of its path. */
	treeDepth: 50,
	/** Characters of a file to edit; a larger one is refused before the model is asked. */
	editedFileLength: 10 * 1024 * 1024,
	/** Characters of a line of YAML in which a key is looked for; a longer one counts as a line without a key. */
	yamlLine: 10_000,
	/** Problems in an attachment, which other extensions found; its text and its name contain the total. */
	problems: 1_000,
	/** Characters of one problem's message; cut with an ellipsis. */
	problemLength: 2_000,
	/** Symbols of one file to choose from, which other extensions found; a line below them says that there are more. */
	symbols: 5_000,
} as const;

const megabyte = 1024 * 1024;
/** Milliseconds per day. */
const day = 24 * 60 * 60 * 1000;

/** Limits on what a gateway sends. Bytes are counted after decompression. */
export const gatewayLimits = {
	/** Bytes of an error's body or a web page; the rest is not read, and the connection is closed. */
	errorBytes: 256 * 1024,
	/** Characters of an error's text that are evaluated; the rest is cut before any pattern is applied. */
	errorText: 8_192,
	/**
	 * Bytes of a list of models, with all its pages; a larger first page is refused (`tooLarge`), further ones are left
	 * out.
	 */
	modelListBytes: 16 * megabyte,
	/**
	 * Entries of a list of models that are read, including duplicates and invalid ones; the rest counts as left out.
	 */
	modelEntries: 20_000,
	/** Models of one gateway; more are left out, and the list and the log say so. */
	models: 5_000,
	/** Pages of a list of models; the rest is left out, and the log says so. */
	modelPages: 100,
	/** Characters of a link to a further page; a longer one is not followed. */
	modelLinkLength: 2_000,
	/**
	 * Characters of a model's id, or of the query for the next page; a longer id is left out, and a longer query ends
	 * the list.
	 */
	modelIdLength: 200,
	/** Characters of a model's state in the list; cut with an ellipsis. */
	modelStatusLength: 40,
	/** Tokens of a context length or of a usage; a larger number is ignored. */
	contextLength: 1_000_000_000,
	/** Dimensions of an embedding; with more, it is refused (`tooLarge`). */
	dimensions: 16_384,
	/**
	 * Bytes of an embeddings answer per text: 16,384 numbers of 32 characters; a larger one is refused (`tooLarge`).
	 */
	bytesPerEmbedding: 16_384 * 32,
	/** Bytes of an answer to one of the connection check's small questions; the rest is not read. */
	probeBytes: 16 * megabyte,
	/** Pieces in which such an answer may arrive; the rest is not read. */
	probePieces: 100_000,
	/** Characters of one event of a stream, or of one line of JSON; a longer one interrupts the answer (`tooLarge`). */
	eventLength: 8 * megabyte,
	/** Lines of data in one event of a stream, each of which takes memory of its own; more have the same effect. */
	eventLines: 10_000,
	/** Characters of an answer in a single JSON body; a longer one is refused (`tooLarge`). */
	completionLength: 16 * megabyte,
	/**
	 * Bytes of an answer's text and reasoning together, in UTF-8; a longer answer is cut there and interrupted (`tooLarge`).
	 */
	answerText: 10 * megabyte,
	/** Bytes of a streamed answer; a longer one is interrupted there (`tooLarge`). */
	answerBytes: 64 * megabyte,
	/** Tool calls in one answer; with more, it is interrupted (`tooLarge`). */
	toolCalls: 10_000,
	/** Characters of a call that a model writes into its text; a longer one is withheld and ends the answer (`tooLarge`). */
	callInText: 256 * 1024,
	/**
	 * Characters of a call in text that is looked for in the results of tools; a longer one is made without the model
	 * being asked whether it only quoted it.
	 */
	quotedCall: 4_096,
	/**
	 * Characters of such results that are searched for all calls of an answer together, the latest results first; what is
	 * not found within them counts as not quoted.
	 */
	quotedSearch: 4_000_000,
	/** Characters of the reasoning before a call that are sent back to a model; of a longer one, only the end is. */
	returnedReasoning: 100_000,
	/** Characters of a tool's name or a call's id; a longer one is cut. */
	toolNameLength: 256,
	/** Bytes that may follow an answer's end; with more, its connection is closed instead of being reused. */
	trailingBytes: megabyte,
	/** Depth of nested arrays and objects in JSON; deeper JSON is refused (`tooLarge`), or counts as invalid. */
	jsonDepth: 512,
	/** Milliseconds of delay that `Retry-After` may ask for; with more, an error names the time. */
	retryAfter: day,
	/** Characters of the header `Retry-After`; a longer one is ignored. */
	retryAfterLength: 100,
} as const;

/**
 * The limits on a call of the panel's page. A call beyond one is an internal error: the page itself stays below them,
 * except where another consequence is named.
 */
export const pageLimits = {
	/** Characters of a text, such as code to copy: all of the longest answer is allowed. */
	textLength: 32 * megabyte,
	/** Characters of an id, an address, a path or a reason. */
	nameLength: 8_192,
	/** Addresses of files that are dropped; with more than `limits.attachments`, nothing is attached, and the panel says so. */
	uris: 100_000,
	/** Characters of a pasted text that is looked for in the open files; a longer one is only pasted. */
	pastedLength: 200_000,
	/** Characters of a picture's `data:` URL; a picture that exceeds `limits.imageBytes` is refused by name. */
	pictureLength: 4 * limits.imageBytes,
} as const;

/** The limits on what an agent reads, and on what a model asks it to do. */
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
	/** Lines of a file that are compared with the text that an edit of the agent's did not find; the rest is not. */
	nearestLines: 50_000,
	/** Characters of the arguments of one of the agent's calls; a longer call is refused, and the model is informed. */
	argumentsLength: 1024 * 1024,
	/** Characters of a change that can be shown to the user; a longer one is refused, and the model is informed. */
	changeLength: 1024 * 1024,
	/**
	 * Characters of a command, or of a foreign tool's input, that can be shown; a longer one is refused, and the model is
	 * informed.
	 */
	commandLength: 100_000,
	/** Characters of a command, or of a foreign tool's input, that the panel shows; a button shows all of a longer one. */
	shownCommand: 4_000,
	/** Characters of a change that the panel shows; a longer one has a button that shows all of it. */
	shownChange: 20_000,
	/** Latest commands of a conversation that are looked for after a crash; earlier ones are not. */
	leftCommands: 100,
	/** Changes under review that have buttons below them; for further ones, the panel has buttons for each file. */
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

/** The limits on what completions read of files, and of answers. */
export const completionLimits = {
	/** Characters of a file in which code is completed; in a larger one, nothing is suggested. */
	fileLength: 2_000_000,
	/** Characters of the line that the cursor is in; in a longer one, as of a minified file, nothing is suggested. */
	lineLength: 1_000,
	/** Characters before and after the cursor that a completion considers. */
	contextLength: 24_000,
	/** Files from which similar places are sent with the request for a completion, the latest first. */
	relatedFiles: 8,
	/** Further places, from the index, that are sent with it. */
	indexedPlaces: 4,
	/** Characters of a related file that are searched; the rest is not. */
	relatedFileLength: 60_000,
	/** Characters of the code that completes a line or a block; the rest of the answer is not read. */
	answerLength: 4_000,
} as const;
