// An extension that uses a model of Gatehouse and shows the result. It also contributes a tool.
import * as vscode from "vscode";

const { LanguageModelChatMessage: Message, LanguageModelTextPart, LanguageModelToolCallPart } = vscode;
const weather = {
	name: "weather",
	description: "Says the weather.",
	inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
/** A picture of one pixel. It must be valid, because VS Code decodes and scales pictures. */
const redDot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

export function activate(context) {
	context.subscriptions.push(
		// The tool asks for no confirmation itself: its caller must ask.
		vscode.lm.registerTool("caller_weather", {
			invoke: ({ input }) =>
				new vscode.LanguageModelToolResult([new LanguageModelTextPart(`It is sunny in ${input.city}.`)]),
		}),
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
	const { text } = await ask(model, [Message.User("caller: hello")]);
	const dot = vscode.LanguageModelDataPart.image(Buffer.from(redDot, "base64"), "image/png");
	const image = (await ask(model, [Message.User([new LanguageModelTextPart("caller: image"), dot])])).text;
	const counts = (await model.countTokens("some words to count")) > 2;
	// VS Code 1.106 passes no cancellation on once an answer has begun: the request would never end.
	const cancelled = vscode.version.startsWith("1.106.") ? "not passed on" : await cancel(model);
	const loops = [];
	for (const rung of ["leaked", "streamed", "whole", "prompted"]) loops.push(await loop(model, rung));
	const errors = [];
	for (const words of ["pay", "wait", "unknown", "teapot", "key"]) errors.push(await refusal(model, words));
	return { text, image, counts, cancelled, loops, errors };
}

/** Lets the model call its tool until it answers; returns the cities and the answer. */
async function loop(model, rung) {
	const messages = [Message.User(`caller: ${rung}`)];
	const got = [];
	for (;;) {
		const answer = await ask(model, messages, { tools: [weather] });
		if (answer.calls.length === 0) return [...got, answer.text];
		for (const each of answer.calls) {
			got.push(each.input.city);
			const result = new vscode.LanguageModelToolResultPart(each.callId, [new LanguageModelTextPart("Sunny")]);
			messages.push(Message.Assistant([each]), Message.User([result]));
		}
	}
}

/** Cancels an answer after its first text; returns this text. */
async function cancel(model) {
	const cancelling = new vscode.CancellationTokenSource();
	let text = "";
	try {
		const response = await model.sendRequest([Message.User("caller: stall")], {}, cancelling.token);
		for await (const part of response.text) {
			text += part;
			cancelling.cancel();
		}
	} catch (error) {
		if (!/cancel/i.test(String(error))) throw error;
	}
	return text;
}

async function ask(model, messages, options = {}) {
	const answer = { text: "", calls: [] };
	for await (const part of (await model.sendRequest(messages, options)).stream) {
		if (part instanceof LanguageModelTextPart) answer.text += part.value;
		else if (part instanceof LanguageModelToolCallPart) answer.calls.push(part);
	}
	return answer;
}

/** Returns the code of the error of a request that the gateway refuses. */
async function refusal(model, words) {
	try {
		return (await ask(model, [Message.User(`caller: ${words}`)])).text;
	} catch (error) {
		return error.code ?? error.name;
	}
}
