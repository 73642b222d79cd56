// An extension that uses a model of Gatehouse's, and shows what it got.
import * as vscode from "vscode";

const { LanguageModelChatMessage: Message, LanguageModelTextPart, LanguageModelToolCallPart } = vscode;
const weather = {
	name: "weather",
	description: "Says the weather.",
	inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

export function activate(context) {
	context.subscriptions.push(
		vscode.commands.registerCommand("modelCaller.call", async () => {
			try {
				vscode.window.showInformationMessage(`The caller got: ${JSON.stringify(await call())}`);
			} catch (error) {
				vscode.window.showInformationMessage(`The caller failed: ${error.code}: ${error.message}`);
			}
		}),
	);
}

async function call() {
	const [model] = await vscode.lm.selectChatModels({ vendor: "gatehouse", family: "demo-echo" });
	const text = (await ask(model, [Message.User("caller: hello")], {})).text;
	const loop = [Message.User("caller: weather")];
	const calls = [];
	for (;;) {
		const answer = await ask(model, loop, { tools: [weather] });
		if (answer.calls.length === 0) return { text, calls, end: answer.text, refused: await refusal(model) };
		for (const each of answer.calls) {
			calls.push(each.input.city);
			const result = new vscode.LanguageModelToolResultPart(each.callId, [new LanguageModelTextPart("Sunny")]);
			loop.push(Message.Assistant([each]), Message.User([result]));
		}
	}
}

async function ask(model, messages, options) {
	const answer = { text: "", calls: [] };
	for await (const part of (await model.sendRequest(messages, options)).stream) {
		if (part instanceof LanguageModelTextPart) answer.text += part.value;
		else if (part instanceof LanguageModelToolCallPart) answer.calls.push(part);
	}
	return answer;
}

/** Returns the code of the error of a request that the gateway refuses. */
async function refusal(model) {
	try {
		return (await ask(model, [Message.User("caller: refuse me")], {})).text;
	} catch (error) {
		return error.code;
	}
}
