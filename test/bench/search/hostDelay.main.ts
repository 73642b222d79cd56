// Runs in VS Code's extension host in place of tests: builds the workspace's index with Gatehouse, as its user would, and
// writes how late that made the host to the file GATEHOUSE_BENCH_RESULT.
import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { PlanAnswer } from "../../../src/vscode/search/agreeToPlan";
import { connectTo } from "../../integration/connectTo";
import { delayWhile } from "./delayWhile";
import type { HostDelay } from "./hostDelay";

/** Has the bench agree in the user's place to what would be sent. */
function agreeToAll(): { readonly asked: () => number } {
	let asked = 0;
	const showQuickPick = async (items: readonly { readonly answer?: PlanAnswer }[]) => {
		asked++;
		return items.find(({ answer }) => answer === "build");
	};
	Object.assign(vscode.window, { showQuickPick });
	return { asked: () => asked };
}

/** VS Code calls it. */
export async function run(): Promise<void> {
	const { GATEHOUSE_BENCH_URL = "", GATEHOUSE_BENCH_KEY = "", GATEHOUSE_BENCH_RESULT = "" } = process.env;
	await connectTo(GATEHOUSE_BENCH_URL, GATEHOUSE_BENCH_KEY);
	const { asked } = agreeToAll();
	const began = performance.now();
	const p99 = await delayWhile(async () => void (await vscode.commands.executeCommand("gatehouse.buildIndex")));
	const delay: HostDelay = { p99, seconds: (performance.now() - began) / 1000, asked: asked() };
	await writeFile(GATEHOUSE_BENCH_RESULT, JSON.stringify(delay));
}
