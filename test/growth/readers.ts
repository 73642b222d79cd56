import type { Reader } from "./reader";

/** Every reader of text from outside, by its folder; each folder is loaded with its first reader. */
export const readers: Readonly<Record<string, () => Promise<readonly Reader[]>>> = {
	gateway: async () => (await import("./readers/gatewayReaders")).gatewayReaders,
	tools: async () => (await import("./readers/toolReaders")).toolReaders,
	base: async () => (await import("./readers/baseReaders")).baseReaders,
	chat: async () => (await import("./readers/chatReaders")).chatReaders,
	context: async () => (await import("./readers/contextReaders")).contextReaders,
	models: async () => (await import("./readers/modelReaders")).modelReaders,
	search: async () => (await import("./readers/searchReaders")).searchReaders,
	completions: async () => (await import("./readers/completionReaders")).completionReaders,
	edits: async () => (await import("./readers/editReaders")).editReaders,
	actions: async () => (await import("./readers/actionReaders")).actionReaders,
	agent: async () => (await import("./readers/agentReaders")).agentReaders,
	shared: async () => (await import("./readers/sharedReaders")).sharedReaders,
	webview: async () => (await import("./readers/webviewReaders")).webviewReaders,
	vscode: async () => (await import("./readers/vscodeReaders")).vscodeReaders,
	/** The readers with which this suite itself is tested. */
	planted: async () => (await import("./readers/plantedReaders")).plantedReaders,
};
