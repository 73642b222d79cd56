// Runs in VS Code's extension host in place of tests: builds the workspace's index with Gatehouse like a user, and
// writes the host's resulting delay to the file GATEHOUSE_BENCH_RESULT.
import { writeFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { PlanAnswer } from "../../../src/vscode/search/index/agreeToPlan";
import { connectTo } from "../../integration/connectTo";
import { delayWhile } from "./delayWhile";
import type { HostDelay } from "./hostDelay";

interface PlanRow extends vscode.QuickPickItem {
	readonly answer?: PlanAnswer;
}

/** Lets the bench give the consent in the user's place: it goes to the row that builds and presses Enter. */
function agreeToAll(): { readonly asked: () => number } {
	const agreed = new Set<vscode.QuickPick<PlanRow>>();
	const { createQuickPick } = vscode.window;
	const agreeing = () => {
		const pick = createQuickPick<PlanRow>();
		pick.onDidChangeActive(([active]) => {
			const build = pick.items.find(({ answer }) => answer === "build");
			if (!build || agreed.has(pick)) return;
			if (active?.answer !== "build") {
				pick.activeItems = [build];
				return;
			}
			agreed.add(pick);
			void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
		});
		return pick;
	};
	Object.assign(vscode.window, { createQuickPick: agreeing });
	return { asked: () => agreed.size };
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
