/**
 * Modules that have a pattern or a loop and take a string, but read no text from outside that could make them slow; each with
 * the reason.
 */
export const notMeasured: Readonly<Record<string, string>> = {
	"core/agent/agent": "passes tasks on, and compares the lines of files no longer than limits.editedFileLength",
	"core/agent/commands/physicalLine": "looks for a shell's name; physicalLine, which reads the command, is measured",
	"vscode/adapters/agentFilesOnDisk":
		"looks at the folders of a path no longer than limits.pathLength, which changedPlace checks",
	"vscode/adapters/commands/childCommand": "compares the names of variables, which are the user's own",
	"vscode/adapters/commands/markedProcesses":
		"looks at each process of this computer once, and again while some are left",
	"core/base/renamedSettings": "reads names of settings from our own table, and passes values on",
	"core/connections/connectionStatus": "compares a fingerprint with those that Gatehouse saved, at most eight",
	"core/chat/composer/questionQueue": "keeps a few questions; QueuedQuestionStore.load, which reads them, is measured",
	"core/chat/session/chatSession": "passes questions on; what reads them is measured itself",
	"core/chat/storage/conversationHistory": "its class passes conversations on; matchesSearch is measured",
	"core/chat/storage/conversationStore":
		"lists the files of conversations by their names; the lines are Conversation.load's",
	"core/chat/session/activeConversation": "looks for messages by their ids",
	"core/connections/connectionStore": "compares addresses of the user's own settings, which parseBaseUrl has read",
	"core/connections/findGateway": "asks at addresses that addressesOf has read",
	"core/connections/keyReminders": "compares dates",
	"core/connections/limitNotices":
		"looks at no more than 16 limits, which readLimitHeaders, which is measured, has read",
	"core/gateway/limits/describedLimits": "keeps a number for each of four periods, which readGatewayProfile has read",
	"core/context/pendingAttachments": "keeps what is attached by the ids that Gatehouse gave",
	"core/context/fileNames": "keeps paths and passes a query on; FileQuery, which judges each of them, is measured",
	"core/context/tokens/contextWindow":
		"halves a list of messages, of which limits.conversationMessages says how many there are",
	"core/doctor/doctorContext": "takes an address that parseBaseUrl has read",
	"core/connections/models/chosenModelStore": "looks for a model's id in lists that the user made",
	"core/connections/namedModels": "splits what the user types, and passes names to readModels, which is measured",
	"core/connections/models/modelChoice":
		"looks for a model's id in a list, of which gatewayLimits.models says how long it is",
	"core/connections/models/offeredModels":
		"looks for a few models' ids in a list, of which gatewayLimits.models says how long it is",
	"core/connections/models/rememberSetModel":
		"looks for a model's id in a list, of which gatewayLimits.models says how long it is",
	"core/search/building/buildTexts": "writes figures; the limits are those that readLimitHeaders has read, at most 16",
	"core/search/query/chunksWithin": "adds up the tokens of a search's results, of which there are few",
	"core/search/building/pendingChanges": "keeps paths in a map",
	"core/gateway/transport/gatewayFetch": "parses an address, and follows at most five redirects",
	"core/gateway/response/modelPages":
		"reads pages up to gatewayLimits.modelPages; nextQueries and readModels are measured",
	"core/gateway/request/chatBody": "hasImages looks at the kinds of parts; strictMessages is measured",
	"core/connections/models/providedModels":
		"compares ids of models, of which gatewayLimits.models says how many there are",
	"core/completions/completionRate": "keeps times; the address is passed on",
	"core/completions/measureCompletions": "asks the same question a few times; AnswerCut, which it uses, is measured",
	"core/gateway/fillIn/fillInLadder": "asks a few questions; what reads the answers is measured",
	"core/gateway/request/sender": "passes the name of a model on",
	"core/gateway/limits/reportedLimits": "keeps what readLimitHeaders, which is measured, has read of at most 16 limits",
	"webview/state/panelState":
		"compares the ids of messages, of which limits.conversationMessages says how many there are",
	"webview/state/composerDraft": "keeps the text of the box, and waits for the text before to be sent",
	"webview/state/pageMemory": "compares a draft with the last question and with those that are queued, at most 30",
	"webview/composer/completion/completer":
		"keeps what its sources suggest; findings of the word being typed are measured themselves",
	"shared/text/relativeTime": "writes a time, and reads no text",
	"vscode/adapters/ripgrep": "reads lines of ripgrep's output up to 1 MB with parseJson, which is measured",
	"vscode/adapters/contentsOnDisk": "takes hashes and checked paths, and looks at the names in a folder",
	"vscode/adapters/appendLogOnDisk": "reads files in pieces; Conversation.load reads their lines",
	"vscode/adapters/certificateReader": "needs a TLS connection, and Node limits the size of a certificate",
	"vscode/adapters/privateFiles": "makes the folders and files of a path of our own",
	"vscode/adapters/proxyTunnel": "takes a proxy's address that proxyByRules has read",
	"vscode/adapters/sharedRequestsOnDisk": "hashes an address, and looks at the names of files of its own",
	"vscode/adapters/readRegularFile": "reads a file up to a limit that its caller sets",
	"vscode/adapters/index/indexFiles": "needs SQLite, and takes paths of our own",
	"vscode/adapters/index/removeIndexFile": "needs SQLite, and takes a path of our own",
	"webview/markdown/blockRenderer": "needs a page; collects text, which blockWriter draws",
	"webview/markdown/blockWriter": "needs a page; what splits and parses its text is measured itself",
	"webview/markdown/code/codeText": "needs a page; test/faults sends it hostile texts",
	"webview/markdown/code/appendCode": "needs a page; hiddenCharacters finds the places",
	"webview/markdown/code/highlighter": "needs a page; colourRuns reads the text",
	"webview/markdown/scrollers": "needs a page, and reads no text",
	"webview/markdown/textPieces": "needs a page; roomInPiece is measured",
	"worker/chunking/readRegularFileSync": "reads a file up to a limit that its caller sets",
	"worker/chunking/syntaxTrees":
		"needs the grammars' files; gives up after five seconds, and chunkBySyntax is measured",
	"worker/store/chunkTables": "needs SQLite; test/search measures it",
	"worker/store/indexDatabase": "needs SQLite, and takes paths of our own",
	"worker/store/sqliteChunker": "needs SQLite; test/search measures it",
	"worker/store/sqliteVectorSearch": "needs SQLite, and keeps the gateway's reason as it is",
	"worker/store/vectorTables": "needs SQLite, and reads numbers",
};
