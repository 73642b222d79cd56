// Runs in VS Code's extension host in place of tests: activates the extensions of GATEHOUSE_BENCH_ACTIVATE one after the
// other and writes their times and their loaded files to the file GATEHOUSE_BENCH_RESULT.
import { writeFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import * as vscode from "vscode";
import { loadedFiles } from "../../host/loadedFiles";
import type { Activation } from "./activationTime";

/** In milliseconds: the steps of a wait, the maximum delay of an idle host, and the idle time that is long enough. */
const piece = 20;
const quietDelay = 10;
const enough = 1_500;

/** Waits, up to a limit, until the extension host has finished its work of a window's start. */
async function quiet(): Promise<void> {
	const limit = performance.now() + 20_000;
	let since = performance.now();
	while (performance.now() - since < enough && performance.now() < limit) {
		const begun = performance.now();
		await setTimeout(piece);
		if (performance.now() - begun > piece + quietDelay) since = performance.now();
	}
}

/** VS Code calls it. */
export async function run(): Promise<void> {
	await quiet();
	const timed: Omit<Activation, "files">[] = [];
	for (const id of (process.env.GATEHOUSE_BENCH_ACTIVATE ?? "").split(",")) {
		const extension = vscode.extensions.getExtension(id);
		if (!extension) throw new Error(`${id} is not installed`);
		const already = extension.isActive;
		const begun = performance.now();
		await extension.activate();
		timed.push({ id, already, milliseconds: performance.now() - begun });
	}
	await quiet();
	const activations: readonly Activation[] = timed.map((activation) => {
		const folder = vscode.extensions.getExtension(activation.id)?.extensionPath ?? "";
		return { ...activation, files: loadedFiles(folder) };
	});
	await writeFile(process.env.GATEHOUSE_BENCH_RESULT ?? "", JSON.stringify(activations));
}
