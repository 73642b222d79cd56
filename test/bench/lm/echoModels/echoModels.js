// A provider of language models that reports parts from memory. Its exported API is an object with the texts of the
// parts and the request that it sends first, if any.
import * as vscode from "vscode";

/** The texts of the parts, and the URL and options of a request whose answer is read and dropped. */
const answer = { texts: [], request: undefined };

export function activate(context) {
	const provider = {
		provideLanguageModelChatInformation: () => [
			{
				id: "echo",
				name: "Echo",
				family: "echo",
				version: "1",
				maxInputTokens: 10_000,
				maxOutputTokens: 10_000,
				capabilities: { toolCalling: true, imageInput: true },
			},
		],
		provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
			if (answer.request) await (await fetch(...answer.request)).arrayBuffer();
			for (const text of answer.texts) progress.report(new vscode.LanguageModelTextPart(text));
		},
		provideTokenCount: async () => 1,
	};
	context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("bench-echo", provider));
	return answer;
}
