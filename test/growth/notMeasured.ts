/**
 * Modules that have a pattern or a loop and take a string, but read no text from outside that could make them slow; each with
 * the reason.
 */
export const notMeasured: Readonly<Record<string, string>> = {
	"core/chat/chatSession": "passes questions on; what reads them is measured itself",
	"core/chat/conversationHistory": "its class passes conversations on; matchesSearch is measured",
	"core/chat/conversationStore": "lists the files of conversations by their names; the lines are Conversation.load's",
	"core/connections/keyReminders": "compares dates",
	"core/context/contextWindow":
		"halves a list of messages, of which limits.conversationMessages says how many there are",
	"core/doctor/doctorContext": "takes an address that parseBaseUrl has read",
	"core/edits/editConversation": "passes texts on; what reads them is measured itself",
	"core/models/chosenModelStore": "looks for a model's id in lists that the user made",
	"core/models/modelChoice": "looks for a model's id in a list, of which gatewayLimits.models says how long it is",
	"core/models/rememberSetModel": "looks for a model's id in a list, of which gatewayLimits.models says how long it is",
	"core/search/chunksWithin": "adds up the tokens of a search's results, of which there are few",
	"core/search/dueChanges": "keeps paths in a map",
	"core/search/workspaceIndex": "passes a query on; parseQuery reads it",
	"core/wire/chatBody": "hasImages looks at the kinds of parts; strictMessages is measured",
	"shared/relativeTime": "writes a time, and reads no text",
	"vscode/adapters/appendLogOnDisk": "reads files in pieces; Conversation.load reads their lines",
	"vscode/adapters/certificateReader": "needs a TLS connection, and Node limits the size of a certificate",
	"vscode/adapters/privateFiles": "makes the folders and files of a path of our own",
	"vscode/adapters/proxyTunnel": "takes a proxy's address that proxyByRules has read",
	"vscode/adapters/readRegularFile": "reads a file up to a limit that its caller sets",
	"vscode/search/chunkTables": "needs SQLite; test/search measures it",
	"vscode/search/indexDatabase": "needs SQLite, and takes paths of our own",
	"vscode/search/indexFiles": "needs SQLite, and takes paths of our own",
	"vscode/search/indexService": "needs SQLite; test/search measures it",
	"vscode/search/syntaxTrees": "needs the grammars' files; gives up after five seconds, and cutTree is measured",
	"vscode/search/vectorTables": "needs SQLite, and reads numbers",
	"webview/markdown/blockRenderer": "needs a page; what splits and parses its text is measured itself",
	"webview/markdown/codeText": "needs a page; test/faults sends it hostile texts",
	"webview/markdown/hiddenCharacters": "needs a page; hiddenCharacters finds the places",
	"webview/markdown/highlighter": "needs a page; colourRuns reads the text",
	"webview/markdown/scrollers": "needs a page, and reads no text",
};
