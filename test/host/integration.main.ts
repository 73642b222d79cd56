// `npm run test:integration [-- --grep EXPRESSION]`: the tests of test/integration in a real VS Code; with
// GATEHOUSE_OLDEST=1, in the oldest that the manifest supports (Linux x64 without a display).
import { join } from "node:path";
import { hostRelease } from "./browser/hostRelease";
import { runExtensionTests } from "./extensionTests";
import { commonJsTests } from "./mocha/commonJsTests";
import { mochaVariable, parseMochaArguments } from "./mocha/mochaArguments";
import { bundlesFolder, keepCompiledCode } from "./paths";
import { resolveVscode } from "./vscode/vscodeExecutable";

async function main(): Promise<number> {
	keepCompiledCode();
	const chosen = parseMochaArguments(process.argv.slice(2));
	const { kind, executable } = await resolveVscode();
	console.log(`gatehouse: integration tests in VS Code (${kind})`);
	const module = join(bundlesFolder, "integration", "index.main.js");
	const tests = hostRelease.hangsOnRequiredModules ? await commonJsTests(module) : { module, env: {} };
	const { passed, failed, problem } = await runExtensionTests({
		executable,
		module: tests.module,
		// The tests take two minutes when they run alone; they must end before CI's own time limit.
		limit: 900,
		env: { ...tests.env, [mochaVariable]: JSON.stringify(chosen) },
	});
	if (problem) console.error(`gatehouse: integration tests failed: ${problem}`);
	console.log(`gatehouse: ${passed} passed, ${Math.max(failed, problem ? 1 : 0)} failed`);
	return problem ? 1 : 0;
}

process.exitCode = await main().catch((error) => {
	console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
	return 1;
});
