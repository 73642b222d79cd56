// Checks that no linter offers: the lengths of files, and the size of the code that VS Code loads at start.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { loadedAtOnce } from "./build/joinStart.js";

const problems = [];

/** Maximum number of lines of a source file; see CONTRIBUTING.md#habits. */
const longestFile = 400;
const files = execFileSync(
	"git",
	["ls-files", "--cached", "--others", "--exclude-standard", "src", "test", "media", "esbuild.js"],
	{
		encoding: "utf8",
	},
);
for (const file of files.split("\n").filter((name) => /\.(ts|js|css)$/.test(name))) {
	const lines = readFileSync(file, "utf8").split("\n").length;
	if (lines > longestFile) problems.push(`${file} has ${lines} lines; ${longestFile} is the most`);
}

/**
 * The code that is evaluated when VS Code loads the packaged extension, without the chunks that are loaded on first
 * use.
 */
const outputs = JSON.parse(readFileSync("out/meta/host.json", "utf8")).outputs;
const loaded = loadedAtOnce(outputs, "dist/extension.js");
const largestShell = 40 * 1024;
const shellBytes = [...loaded].reduce((sum, path) => sum + statSync(path).size, 0);
if (shellBytes > largestShell)
	problems.push(`what is loaded at start has ${shellBytes} bytes; ${largestShell} is the most`);

for (const problem of problems) console.error(`gatehouse: ${problem}`);
console.log(`gatehouse: loaded at start: ${(shellBytes / 1024).toFixed(1)} KB`);
process.exitCode = problems.length > 0 ? 1 : 0;
