// The `code` command where there is no desktop: it accepts VS Code's own arguments, and opens VS Code in a headless
// browser. Exits with the code of the tests at --extensionTestsPath, or with 124 when they do not end in time.
//   GATEHOUSE_TEST_LIMIT  time limit for the tests in seconds, 300 by default
//   GATEHOUSE_HOST_LOG    1: show VS Code's own log, too
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowserHost } from "./browser/browserHost";
import { type BrowserWindow, openBrowserWindow } from "./browser/browserWindow";
import { parseCommandLine } from "./commandLine";
import { deadline } from "./deadline";
import { untilInterrupted } from "./interrupt";
import { markVariable } from "./mocha/testOutput";

const timedOut = 124;
const limit = Number(process.env.GATEHOUSE_TEST_LIMIT ?? 300) * 1000;

const asked = parseCommandLine(process.argv.slice(2));
if (asked.task === "manage") {
	const { node, server } = await ensureBrowserHost();
	// code-server writes its configuration if there is none.
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const config = join(folder, "config.yaml");
	const { status } = spawnSync(node, [server, `--config=${config}`, ...asked.args], { stdio: "inherit" });
	await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	process.exit(status ?? 1);
}

/** The prefix of each line of the tests. All other lines of the window's log come from VS Code itself. */
const mark = "\u200b";

function print(type: string, line: string): void {
	if (line.startsWith(mark)) console.log(line.slice(mark.length));
	else if (process.env.GATEHOUSE_HOST_LOG) console.error(`[${type}] ${line}`);
}

async function testsOf(window: BrowserWindow): Promise<number> {
	try {
		return await deadline(window.testsEnded, limit, "no result of the tests");
	} catch (error) {
		console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
		const errors = window.logs.filter((line) => line.startsWith("error"));
		if (errors.length > 0) console.error(`gatehouse: VS Code's last errors:\n${errors.slice(-10).join("\n")}`);
		return timedOut;
	}
}

const window = await openBrowserWindow({ ...asked.window, env: { [markVariable]: mark }, onLog: print });
const interrupted = untilInterrupted();
const code = await Promise.race([...(asked.window.extensionTestsPath ? [testsOf(window)] : []), interrupted]);
await window.close();
process.exit(code);
