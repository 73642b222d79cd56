// Fails on every file that itself shows a text in VS Code's UI, except for one, which accepts only inert texts.
//   node test/checks/uiCalls.js [FOLDER]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { uiCallsIn } from "./uiCallsIn.js";

const folder = process.argv[2] ?? "src";
/** The only file in the folder that may show texts. */
const module = join("vscode", "adapters", "messages.ts");

/** The only file that makes texts inert. */
const maker = join(folder, "shared", "untrusted", "inertText.ts");

const problems = [];
let checked = 0;
let allowed = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
	checked++;
	const file = join(entry.parentPath, entry.name);
	const source = readFileSync(file, "utf8");
	const found = await uiCallsIn(source);
	if (file === join(folder, module)) {
		allowed = found.length;
		for (const name of ["isTrusted", "supportHtml"])
			if (source.includes(name))
				problems.push(`${file} sets ${name}: Markdown made of a text from outside is never trusted`);
	} else
		problems.push(
			...found
				.filter(({ what }) => file !== maker || what !== "as InertText")
				.map(({ what, line }) => `${file}:${line} uses ${what}: call ${join(folder, module)} instead`),
		);
}
if (allowed === 0) problems.push(`${join(folder, module)} shows nothing; is ${folder} the right folder?`);

for (const problem of problems.sort()) console.error(`gatehouse: ${problem}`);
console.log(`gatehouse: ${checked} files, ${problems.length} calls that bypass ${module}`);
process.exitCode = problems.length > 0 ? 1 : 0;
