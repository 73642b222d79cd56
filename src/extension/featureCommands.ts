import type { Features } from "./features";

/** The commands of each feature, as the manifest declares them, without `gatehouse.`. */
export const featureCommands: Readonly<Record<keyof Features, readonly string[]>> = {
	window: ["showLog", "openSettings", "getStarted", "moveToSecondarySideBar", "moveToActivityBar"],
	connections: [
		...["connect", "selectGateway", "removeGateway", "confirmAddress"],
		...["setApiKey", "renewApiKey", "deleteApiKey", "openMyKeys"],
		...["selectModel", "refreshModels", "resetCapabilities"],
	],
	requests: ["showRequests"],
	languageModels: [],
	doctor: ["diagnose", "cancelCheck", "reportProblem"],
	chat: [
		...["openChat", "newConversation", "showHistory", "exportConversation", "importConversation"],
		...["attachContext", "attachSelection", "attachFiles", "showSentMessages"],
		...["explain", "fix", "document", "writeTests", "refactor", "ask", "explainProblem", "fixProblem"],
		...["explainTerminal", "generateCommitMessage"],
		...["editInline", "submitInline", "cancelInline", "acceptEdit", "rejectEdit", "acceptAll", "rejectAll"],
		...[
			"acceptChange",
			"rejectChange",
			"nextChange",
			"previousChange",
			"regenerateEdit",
			"followUpEdit",
			"showAnswer",
			"reopenProposal",
		],
		...["keepChange", "undoChange"],
	],
	completions: ["turnOnCompletions"],
	search: [
		...["search", "openFoundToSide", "addFoundToChat", "leaveSearch"],
		...["buildIndex", "pauseIndex", "deleteIndex", "showIndex"],
	],
};
