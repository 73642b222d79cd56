import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { readResult, resultVariable } from "./extensionTestResult";
import type { TestCounts } from "./mocha/runMocha";
import { repositoryFolder } from "./paths";
import { copySampleWorkspace } from "./sampleWorkspace";
import { quietSettings, userSettingsFile, writeSettings } from "./vscode/userSettings";

/** Options of a run of tests in an extension host. */
export interface ExtensionTests {
	/** The executable of a VS Code: the desktop's, or the one that is served to a headless browser. */
	readonly executable: string;
	/** A built module that exports `run()`. */
	readonly module: string;
	/** Variables for the extension host's environment. */
	readonly env?: Readonly<Record<string, string>>;
	/** Time limit for the whole run, in seconds; only VS Code in the browser obeys it. */
	readonly limit?: number;
}

/** How a run ended: `problem` is null only when every test ran and none failed. */
export interface ExtensionTestOutcome extends TestCounts {
	readonly problem: string | null;
}

const timedOut = 124;

/** Runs tests in a fresh VS Code with Gatehouse and a copy of the sample workspace. */
export async function runExtensionTests(tests: ExtensionTests): Promise<ExtensionTestOutcome> {
	const workspace = await copySampleWorkspace();
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const resultFile = join(folder, "result.json");
	const userData = join(folder, "data");
	try {
		// A panel that is open at the start would activate Gatehouse before the tests have chosen its gateway.
		// In a browser, VS Code would save a document a second after its last change.
		// Animations would only cost processor time.
		const own = {
			"files.autoSave": "off",
			"workbench.reduceMotion": "on",
			"workbench.secondarySideBar.defaultVisibility": "hidden",
		};
		const settings = { ...quietSettings, ...own };
		await writeSettings(userSettingsFile(userData), settings);
		const code = await exitCode({
			vscodeExecutablePath: tests.executable,
			extensionDevelopmentPath: repositoryFolder,
			extensionTestsPath: tests.module,
			launchArgs: [workspace.path, `--user-data-dir=${userData}`, `--extensions-dir=${join(folder, "extensions")}`],
			extensionTestsEnv: {
				...tests.env,
				[resultVariable]: resultFile,
				...(tests.limit ? { GATEHOUSE_TEST_LIMIT: String(tests.limit) } : {}),
			},
		});
		const result = await readResult(resultFile);
		return { ...(result ?? { passed: 0, failed: 0, pending: 0 }), problem: problemOf(code, result) };
	} finally {
		await workspace.remove();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

async function exitCode(options: Parameters<typeof runTests>[0]): Promise<number> {
	try {
		return await runTests(options);
	} catch (error) {
		if (error instanceof TestRunFailedError) return error.code ?? 1;
		throw error;
	}
}

/**
 * Returns why a run failed. VS Code exits with code 0 even if its extension host died during the tests; only the
 * missing result shows that.
 */
function problemOf(code: number, result: TestCounts | null): string | null {
	if (code === timedOut) return "the tests did not end in time";
	if (!result) return `the extension host ended before the tests did (exit code ${code})`;
	if (result.failed > 0) return `${result.failed} failed`;
	return code === 0 ? null : `VS Code ended with exit code ${code}`;
}
