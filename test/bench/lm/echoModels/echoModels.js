// A provider of language models that reports parts from memory. Its API is the array that they are in.
import * as vscode from "vscode";

const texts = [];

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
			for (const text of texts) progress.report(new vscode.LanguageModelTextPart(text));
		},
		provideTokenCount: async () => 1,
	};
	context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("bench-echo", provider));
	return texts;
}
