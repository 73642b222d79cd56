/**
 * Every limit on what comes from outside: gateways, models, files, repositories, imported conversations, the page. Reaching
 * one is a named error or a visible cut, never a crash or an endless wait.
 */
export const limits = {
	/** Characters of a name in VS Code's UI (a label, a file, a model); cut with an ellipsis. */
	nameLength: 120,
	/** Characters of a model's name in the status bar, where it shares a line with all others; cut with an ellipsis. */
	statusLength: 48,
	/** Characters of a path in VS Code's UI; cut in the middle with an ellipsis, for its end says what kind of file it is. */
	shownPathLength: 240,
	/** Characters of a message in VS Code's UI; cut with an ellipsis. */
	messageLength: 500,
	/** Globs of the settings that leave out files, for one folder; with more, nothing is listed, and an error names the settings. */
	globs: 1_000,
	/** Characters of such a glob; with a longer one likewise. */
	globLength: 1_000,
	/**
	 * Steps of all these globs that can be at work for one character of a path, which are those from the first wildcard to the
	 * last; with more likewise.
	 */
	globSteps: 20_000,
	/** Choices that the braces of all globs may have together to be given to VS Code's search; the others are matched without that. */
	globChoices: 1_000,
	/** Places that Find in the conversation shows; further ones are not searched for, and the count ends in a plus. */
	findMatches: 10_000,

	/**
	 * Characters of a question, of an answer or of its reasoning that the panel shows and finds; it ends there and says so. What
	 * is copied, stored and sent is whole.
	 */
	shownText: 600_000,
	/** Characters of a paragraph, or of a heading's, item's or cell's text; a longer one is shown as it was written. */
	formattedText: 20_000,

	// JSON out of files: an import or a line beyond one of these is refused, or left out and counted.
	/** Levels of lists and objects in each other. */
	jsonDepth: 100,
	/** Values in one text, lists and objects included. */
	jsonValues: 5_000_000,

	// Conversations. An import beyond one of these is refused with the figure; a stored conversation opens with its newest
	// part and says so, and its files are not changed.
	/** Messages of one conversation; at this number, no further question is taken. */
	conversationMessages: 10_000,
	/** Bytes of a stored conversation's files together. */
	conversationBytes: 64 * 1024 * 1024,
	/** Bytes of a file to import: an export is indented, so it is larger than what is stored. */
	importBytes: 128 * 1024 * 1024,
	/** Characters of one line of a log; a question whose line would be longer is refused, a longer line is left out and counted. */
	conversationEventLength: 32 * 1024 * 1024,
	/** Characters of one conversation's questions and answers that a search in the history finds; its row says so. */
	conversationText: 4_000_000,
	/** Characters of all conversations together that such a search finds, this workspace's first; the rows say so. */
	historyText: 64_000_000,
	/** Attachments of one question. */
	attachments: 200,
	/** Characters of a path in an attachment; cut with an ellipsis. */
	pathLength: 4_096,
	/** Layers of escapes that are undone to find a key in a text; one that is encoded more often is not found. */
	encodingLayers: 4,
	/** Lines that come or go between two texts; beyond, the whole text is one change. */
	lineChanges: 2_000,
	/** Comparisons of lines while the places of one edit are looked for; then the edit is refused as ambiguous. */
	lineComparisons: 1_000_000,
	/** Lines read to find the members of one block of code; then where the code belongs is not certain. */
	memberLines: 200_000,
	/** Characters of indentation that an edit adds to its code; code that would take more keeps its own indentation. */
	addedIndentation: 10_000_000,
	/** Characters of a line of an answer's code with its break; a longer one is shown without colours. */
	colouredLine: 2_000,
	/** Characters of code whose colours are found in one go, but for a comment or text that is longer; then the next lines begin. */
	colouredRun: 2_000,
	/** Characters of a file's name or path typed behind `#`; longer ones find nothing. */
	fileQueryLength: 1_000,
	/** Files whose names are compared with what is typed behind `#`; the search ends there. */
	filesNamed: 10_000,

	// Files of a workspace, and of this computer's Git. Only regular files are read, and no more than these bytes of one,
	// whatever its size is said to be.
	/** Bytes of a `.gitignore`, one of Git's configurations, an instruction or a prompt file; beyond, it counts as unreadable, and a notification or question says so. */
	configFileBytes: 1024 * 1024,
	/** Prompt files of one folder, in the order of their names; further ones are left out, and a notification says so. */
	promptFiles: 200,
	/** Characters of a prompt file; a longer one is left out, and a notification says so. */
	promptFileLength: 100_000,
	/** Rules in one `.gitignore`, without remarks and blank lines; with more, it counts as unreadable. */
	ignoreRules: 10_000,
	/** Folders with a `.gitignore` within each other; below more of them, an error says so, and nothing is listed or attached. */
	nestedIgnoreRules: 100,
	/** Characters of one such rule; with a longer one likewise. */
	ignoreRuleLength: 4_096,
	/**
	 * Steps of all its rules that can be at work for one character of a path, which are those from the first wildcard to the
	 * last, at least one for each; with more likewise. A rule such as `*.log` takes three.
	 */
	ignoreSteps: 20_000,
	/** Bytes of a file that is attached; a larger one is refused. */
	attachedFileBytes: 20 * 1024 * 1024,
	/** Bytes of an image that is attached, which gateways limit too; a larger one is refused. */
	imageBytes: 5 * 1024 * 1024,
	/** Files in a folder's tree, or in a list to choose from; further ones are left out, and the tree or list says so. */
	listedFiles: 2_000,
	/** Folders within each other in such a tree; a file that lies deeper is one line with the rest of its path. */
	treeDepth: 50,
	/** Characters of a file that is edited; a larger one is refused before the model is asked. */
	editedFileLength: 10 * 1024 * 1024,
	/** Problems in an attachment, of those that other extensions found; its text and its name say how many there are. */
	problems: 1_000,
	/** Characters of one problem's message; cut with an ellipsis. */
	problemLength: 2_000,
	/** Symbols of one file to choose from, of those that other extensions found; a line under them says that there are more. */
	symbols: 5_000,
} as const;

const megabyte = 1024 * 1024;
/** Milliseconds of a day. */
const day = 24 * 60 * 60 * 1000;

/** What a gateway may send. Bytes are counted after decompression. */
export const gatewayLimits = {
	/** Bytes of an error's body or a web page; the rest is not read, and its connection is closed. */
	errorBytes: 256 * 1024,
	/** Characters of an error's text that are looked at; the rest is cut before any pattern sees it. */
	errorText: 8_192,
	/** Characters of an address, a certificate's names or a system's error text in a sentence; cut with an ellipsis. */
	detailLength: 300,
	/** Bytes of a list of models, all its pages together; a larger first page is refused (`tooLarge`), further ones are left out. */
	modelListBytes: 16 * megabyte,
	/** Entries of a list of models that are looked at, doubles and broken ones among them; the rest counts as left out. */
	modelEntries: 20_000,
	/** Models of one gateway; more are left out, and the list and the log say so. */
	models: 5_000,
	/** Pages of a list of models; the rest is left out, and the log says so. */
	modelPages: 100,
	/** Characters of a link to a further page; a longer one is not followed. */
	modelLinkLength: 2_000,
	/** Characters of a model's id, or of what the next page is asked for with; a longer one is left out, or ends the list. */
	modelIdLength: 200,
	/** Tokens of a context length or of a usage; a larger number is ignored. */
	contextLength: 1_000_000_000,
	/** Numbers in one embedding; more are refused (`tooLarge`). */
	dimensions: 16_384,
	/** Bytes of an embeddings answer for each text that was sent: 16,384 numbers of 32 characters; more are refused (`tooLarge`). */
	bytesPerEmbedding: 16_384 * 32,
	/** Bytes of an answer to one of the connection check's small questions; the rest is not read. */
	probeBytes: 16 * megabyte,
	/** Pieces in which such an answer may arrive; the rest is not read. */
	probePieces: 100_000,
	/** Characters of one event of a stream, or of one line of JSON; a longer one interrupts the answer (`tooLarge`). */
	eventLength: 8 * megabyte,
	/** Lines of data in one event of a stream, each of which takes memory of its own; with more likewise. */
	eventLines: 10_000,
	/** Characters of an answer that comes as one JSON body; a longer one is refused (`tooLarge`). */
	completionLength: 16 * megabyte,
	/** Characters of an answer's text and reasoning together; what is longer is cut there and interrupted (`tooLarge`). */
	answerText: 8 * megabyte,
	/** Bytes of a streamed answer; a longer one is interrupted there (`tooLarge`). */
	answerBytes: 64 * megabyte,
	/** Bytes that may follow an answer's end before its connection is closed instead of being used again. */
	trailingBytes: megabyte,
	/** Arrays and objects within each other in JSON; deeper JSON is refused (`tooLarge`), or is no JSON. */
	jsonDepth: 512,
	/** Milliseconds that `Retry-After` may ask to wait; more is an error that names the time. */
	retryAfter: day,
	/** Characters of the header `Retry-After`; a longer one is ignored. */
	retryAfterLength: 100,
} as const;
