import * as vscode from "vscode";

/**
 * Returns the model of this family of the gateway whose address is in its id; waits until VS Code has it.
 *
 * @param url the address; any gateway by default.
 */
export async function gatewayModel(family: string, url = ""): Promise<vscode.LanguageModelChat> {
	for (;;) {
		// Subscribed first: the change may come during the request to VS Code.
		const changed = modelsChange();
		const models = await vscode.lm.selectChatModels({ vendor: "gatehouse", family });
		const found = models.find(({ id }) => id.includes(url));
		if (found) return found;
		await changed;
	}
}

/** Settles when VS Code next says that its language models have changed. */
export function modelsChange(): Promise<void> {
	return new Promise((resolve) => {
		const listening = vscode.lm.onDidChangeChatModels(() => {
			listening.dispose();
			resolve();
		});
	});
}

/** What an extension gets from a model. */
export interface ModelAnswer {
	readonly text: string;
	readonly calls: readonly vscode.LanguageModelToolCallPart[];
	/** The parts that are neither text nor calls. */
	readonly others: readonly unknown[];
	readonly error: vscode.LanguageModelError | undefined;
}

/** Sends a request as another extension does. An error is part of the answer. */
export async function askModel(
	model: vscode.LanguageModelChat,
	messages: vscode.LanguageModelChatMessage[] = [vscode.LanguageModelChatMessage.User("hello")],
	options: vscode.LanguageModelChatRequestOptions = {},
): Promise<ModelAnswer> {
	let text = "";
	const calls: vscode.LanguageModelToolCallPart[] = [];
	const others: unknown[] = [];
	let error: unknown;
	try {
		const response = await model.sendRequest(messages, options);
		for await (const part of response.stream) {
			if (part instanceof vscode.LanguageModelTextPart) text += part.value;
			else if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
			else others.push(part);
		}
	} catch (thrown) {
		error = thrown;
	}
	return { text, calls, others, error: error as vscode.LanguageModelError | undefined };
}
