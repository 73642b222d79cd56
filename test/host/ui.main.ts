// `npm run test:ui [-- --grep EXPRESSION]`: the tests of test/ui, and those of the host itself, in VS Code in a browser.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canHostBrowser } from "./browser/browserHost";
import { askedJobs, windowsAtOnce } from "./mocha/jobs.js";
import { parseMochaArguments } from "./mocha/mochaArguments";
import { runMocha } from "./mocha/runMocha";
import { bundlesFolder, keepCompiledCode, packagesVariable } from "./paths";
import { browserExecutable } from "./vscode/vscodeExecutable";

/**
 * The files that take longest, the longest first: if one of them started last, the others would end long before it.
 * From `out/ui-times.txt` of a complete run on two cores.
 */
const longest = [
	"defaults/foreignProject",
	"code/changes",
	"chat/conversation",
	"context/attachments",
	"search/byMeaning",
	"appearance/inWindow",
	"connections/beginning",
	"nativeChat",
	"connections/proxies",
	"defaults/agentTask",
	"canary",
	"everyday",
	"context/git",
	"connections/gateways",
	"agentApproval",
	"installed",
	"chat/waiting",
	"connectLink",
	"keyLife",
	"firstUse",
	"firstAnswer",
	"searchFolders",
	"rendering",
	"appearance/french",
];

async function main(): Promise<number> {
	keepCompiledCode();
	const chosen = parseMochaArguments(process.argv.slice(2));
	if (!canHostBrowser()) {
		console.log("gatehouse: the UI tests need Linux x64; they are left out here.");
		return 0;
	}
	await browserExecutable();
	const packages = await mkdtemp(join(tmpdir(), "gatehouse-packages-"));
	process.env[packagesVariable] = packages;
	const { passed, failed } = await runMocha({
		folders: [join(bundlesFolder, "ui"), join(bundlesFolder, "host")],
		// The longest take 45 s on two free cores; one that hangs occupies a processor until then.
		timeout: 240_000,
		color: process.stdout.isTTY,
		first: longest,
		jobs: askedJobs() ?? windowsAtOnce(),
		require: ["failedWindow", "fileTimes"].map((hooks) => join(bundlesFolder, `ui/${hooks}.main.js`)),
		arguments: chosen,
	}).finally(() => rm(packages, { recursive: true, force: true }));
	console.log(`gatehouse: ${passed} passed, ${failed} failed`);
	return failed > 0 ? 1 : 0;
}

const code = await main().catch((error) => {
	console.error(`gatehouse: ${error instanceof Error ? error.message : error}`);
	return 1;
});
// An interrupted test may have left a browser open; do not wait for it.
process.exit(code);
