import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openBrowserWindow } from "../../host/browser/browserWindow";
import { deadline } from "../../host/deadline";
import { bundlesFolder, repositoryFolder } from "../../host/paths";

/** The effect of building an index on the real extension host. */
export interface HostDelay {
	/** The 99th percentile of the event loop's delay from the command to its end, in milliseconds. */
	readonly p99: number;
	/** The time of the build. */
	readonly seconds: number;
	/** Number of questions to the user: one, before anything is sent. */
	readonly asked: number;
}

/** Time limit for the window, in milliseconds. */
const limit = 300_000;

/**
 * Builds the index of a folder in the real VS Code: its files listed by VS Code, its ignore rules read, all of it sent.
 *
 * @param work a folder for temporary files.
 */
export async function hostDelay(
	gateway: { readonly url: string; readonly key: string },
	folder: string,
	work: string,
): Promise<HostDelay> {
	const result = join(work, "hostDelay.json");
	const window = await openBrowserWindow({
		extensionDevelopmentPath: repositoryFolder,
		extensionTestsPath: join(bundlesFolder, "bench", "search", "hostDelay.main.js"),
		folder,
		// An open panel would activate Gatehouse before its gateway is configured.
		settings: { "workbench.secondarySideBar.defaultVisibility": "hidden" },
		env: { GATEHOUSE_BENCH_URL: gateway.url, GATEHOUSE_BENCH_KEY: gateway.key, GATEHOUSE_BENCH_RESULT: result },
	});
	try {
		const code = await deadline(window.testsEnded, limit, "VS Code did not build the index in time");
		if (code !== 0) throw new Error(`building failed:\n${window.logs.slice(-10).join("\n")}`);
		return JSON.parse(await readFile(result, "utf8"));
	} finally {
		await window.close();
	}
}
