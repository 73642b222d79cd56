// Runs in VS Code's extension host in place of tests, as another extension: selects Gatehouse's models and asks one of
// them, and writes what it got to the file GATEHOUSE_STATE_RESULT. GATEHOUSE_STATE=connect connects first.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { loadedFiles } from "../../host/loadedFiles";
import { connectTo } from "../../integration/connectTo";

/** What another extension got in a window with its gateway in one state. */
export interface GatewayState {
	/** The names of Gatehouse's files that were loaded before the first request, without their hashes. */
	readonly loaded: readonly string[];
	/** Milliseconds until the models were there, and their families. */
	readonly selecting: number;
	readonly models: readonly string[];
	/** The error of a request, or its text. */
	readonly outcome?: { readonly code: string; readonly text: string };
	/** Milliseconds until it ended, from when it was cancelled if it was. */
	readonly ending?: number;
}

/** The text of the status bar once the request has ended. */
const endedText = "the request has ended";

const result = process.env.GATEHOUSE_STATE_RESULT ?? "";

/** Waits until the test has created the file with which it reports what it has seen. */
async function untilSeen(name: string): Promise<void> {
	for (let waited = 0; !existsSync(`${result}.${name}`); waited += 100) {
		if (waited >= 150_000) throw new Error(`the test has not seen it: ${name}`);
		await setTimeout(100);
	}
}

/** Asks a model; cancels the request when the test asks for it. */
async function ask(model: vscode.LanguageModelChat): Promise<Required<Pick<GatewayState, "outcome" | "ending">>> {
	const cancelling = new vscode.CancellationTokenSource();
	let begun = performance.now();
	if (process.env.GATEHOUSE_STATE_CANCEL === "1") {
		void untilSeen("asked").then(() => {
			begun = performance.now();
			cancelling.cancel();
		});
	}
	let text = "";
	let code = "";
	try {
		const response = await model.sendRequest([vscode.LanguageModelChatMessage.User("hello")], {}, cancelling.token);
		for await (const part of response.text) text += part;
	} catch (error) {
		if (!(error instanceof Error)) throw error;
		code = error instanceof vscode.LanguageModelError ? error.code : error.name;
		text = error.message;
	}
	return { outcome: { code, text }, ending: performance.now() - begun };
}

/** VS Code calls it. */
export async function run(): Promise<void> {
	const extension = vscode.extensions.getExtension("gatehouse.gatehouse");
	if (!extension) throw new Error("Gatehouse is not there");
	await extension.activate();
	if (process.env.GATEHOUSE_STATE === "connect")
		await connectTo(process.env.GATEHOUSE_STATE_URL ?? "", process.env.GATEHOUSE_STATE_KEY ?? "");
	// Code that loads by itself would be loaded by now.
	await setTimeout(2_000);
	const loaded = loadedFiles(join(extension.extensionPath, "dist")).map((path) =>
		basename(path).replace(/(-[A-Z0-9]{8})?\.js$/, ""),
	);
	const begun = performance.now();
	const models = await vscode.lm.selectChatModels({ vendor: "gatehouse" });
	const selecting = performance.now() - begun;
	const model = models.find(({ family }) => family === "demo-echo");
	const asked = model ? await ask(model) : {};
	const state: GatewayState = { loaded, selecting, models: models.map(({ family }) => family), ...asked };
	await writeFile(result, JSON.stringify(state));
	vscode.window.setStatusBarMessage(endedText);
	await untilSeen("shown");
}
