// A provider of language models that reports parts from memory. Its exported API is an object with the texts of the
// parts, the request that it sends first, if any, and the pause after each part.
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";

/**
 * The texts of the parts, the URL and options of a request whose answer is read and dropped, and the pause after each
 * part in milliseconds; 0 for none.
 */
const answer = { texts: [], request: undefined, pause: 0 };

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
			for (const text of answer.texts) {
				progress.report(new vscode.LanguageModelTextPart(text));
				if (answer.pause > 0) await setTimeout(answer.pause);
			}
		},
		provideTokenCount: async () => 1,
	};
	context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider("bench-echo", provider));
	return answer;
}
