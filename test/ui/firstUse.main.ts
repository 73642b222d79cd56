// Runs in VS Code's extension host in place of tests: uses one entry point of Gatehouse (GATEHOUSE_FIRST_USE) in a window in
// which nothing has been used before, and writes the files loaded before and after to the file GATEHOUSE_FIRST_USE_RESULT.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { loadedFiles } from "../host/loadedFiles";
import { connectTo } from "../integration/connectTo";

/** The text of the status bar when the test may use the window. */
const readyText = "ready for its first use";

/** The report of a window in which one feature was used. */
export interface FirstUse {
	/** The names of the files that were loaded before and after the use, without their hashes. */
	readonly before: readonly string[];
	readonly after: readonly string[];
	readonly outcome: unknown;
}

const extension = vscode.extensions.getExtension("gatehouse.gatehouse");
const loaded = () =>
	loadedFiles(join(extension?.extensionPath ?? "", "dist"))
		.map((path) => basename(path).replace(/(-[A-Z0-9]{8})?\.js$/, ""))
		.sort();

/** Waits until a file has been loaded. @throws when that takes too long. */
async function untilLoaded(name: string): Promise<void> {
	await until(() => loaded().includes(name), `${name} has not been loaded`);
}

/** Waits until the test reports that it has seen the expected effect. @throws when that takes too long. */
async function untilSeen(): Promise<void> {
	await until(() => existsSync(`${process.env.GATEHOUSE_FIRST_USE_RESULT}.seen`), "the test has not seen it");
}

async function until(holds: () => boolean, failure: string): Promise<void> {
	for (let waited = 0; !holds(); waited += 200) {
		if (waited >= 60_000) throw new Error(failure);
		await setTimeout(200);
	}
}

/** The use of each entry point, with its outcome. */
const uses: Readonly<Record<string, () => Promise<unknown>>> = {
	async command() {
		await connectTo(process.env.GATEHOUSE_FIRST_USE_URL ?? "", process.env.GATEHOUSE_FIRST_USE_KEY ?? "");
		return vscode.workspace.getConfiguration("gatehouse").inspect("gateways")?.globalValue;
	},
	/** The test clicks on the entry in the status bar. */
	status: () => untilLoaded("modelPick"),
	async view() {
		await vscode.commands.executeCommand("gatehouse.chat.focus");
		await untilLoaded("chatFeatures");
	},
	async codeAction() {
		const document = await vscode.workspace.openTextDocument({ content: "let one = 1;\n", language: "javascript" });
		await vscode.window.showTextDocument(document);
		const problems = vscode.languages.createDiagnosticCollection("test");
		const range = new vscode.Range(0, 4, 0, 7);
		problems.set(document.uri, [new vscode.Diagnostic(range, "One is not two.")]);
		const actions = () =>
			vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, range);
		// VS Code cancels the request while the editor is still opening.
		const again = () => setTimeout(1_000).then(actions);
		const offered = await Promise.resolve(actions()).catch(again).catch(again);
		const ours = offered.filter(({ command }) => command?.command.startsWith("gatehouse."));
		const whenOffered = loaded();
		const { command, arguments: args = [] } = ours.at(-1)?.command ?? { command: "" };
		await vscode.commands.executeCommand(command, ...args);
		return { titles: ours.map(({ title }) => title), whenOffered };
	},
	async tool() {
		const input = { query: "boats" };
		const { content } = await vscode.lm.invokeTool("gatehouse_search", { input, toolInvocationToken: undefined });
		return content;
	},
};

/** VS Code calls it. */
export async function run(): Promise<void> {
	const use = uses[process.env.GATEHOUSE_FIRST_USE ?? ""];
	if (!use || !extension) throw new Error("there is nothing to use");
	await extension.activate();
	// Code that loads by itself would be loaded by now.
	await setTimeout(2_000);
	const before = loaded();
	vscode.window.setStatusBarMessage(readyText);
	const outcome = await use().catch(String);
	const firstUse: FirstUse = { before, after: loaded(), outcome };
	await writeFile(process.env.GATEHOUSE_FIRST_USE_RESULT ?? "", JSON.stringify(firstUse));
	await untilSeen();
}
