// The integration tests' entry: VS Code's extension host calls `run` and ends with it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultVariable } from "../host/extensionTestResult";
import { mochaVariable } from "../host/mocha/mochaArguments";
import { markOutput } from "../host/mocha/testOutput";
import { bundlesFolder } from "../host/paths";

/**
 * Runs every integration test. At the end, writes the result: a host that dies earlier writes nothing, which is a
 * failure.
 *
 * @throws Error when a test failed.
 */
export async function run(): Promise<void> {
	markOutput();
	// Mocha keeps the console.log that exists when it is loaded.
	const { runMocha } = await import("../host/mocha/runMocha");
	const counts = await runMocha({
		folders: [join(bundlesFolder, "integration")],
		// The longest takes 10 s on two free cores; beside other suites on a slow machine, ten times as long.
		timeout: 180_000,
		color: false,
		arguments: JSON.parse(process.env[mochaVariable] ?? "{}"),
	});
	const file = process.env[resultVariable];
	if (file) writeFileSync(file, JSON.stringify(counts));
	if (counts.failed > 0) throw new Error(`${counts.failed} failed`);
}
