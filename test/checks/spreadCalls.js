// Fails on every call into which an array of unknown length is spread.
//   node test/checks/spreadCalls.js [FOLDER]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spreadCallsIn } from "./spreadCallsIn.js";

const folder = process.argv[2] ?? "src";
/** Allowed spreads, because their length is known, each with the reason, by file and by the source text. */
const bounded = new Map([
	["shared/rpc.ts ...call.args", "as many as the handler has checks"],
	["shared/rpc.ts ...notified.args", "the arguments of a notification from the host: a few"],
	["vscode/commands.ts ...actions.map(label)", "the buttons of a message: one for each action of a failure"],
	["vscode/actions/edits/pendingRefusal.ts ...choices", "the buttons of a message: a few versions, and two more"],
	["vscode/adapters/messages.ts ...triggers", "the characters that open a list of completions: two"],
]);

const problems = [];
const unused = new Set(bounded.keys());
let checked = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
	checked++;
	const file = join(entry.parentPath, entry.name);
	for (const { what, line } of await spreadCallsIn(readFileSync(file, "utf8"))) {
		const key = `${file.slice(folder.length + 1).replaceAll("\\", "/")} ${what}`;
		unused.delete(key);
		if (!bounded.has(key))
			problems.push(`${file}:${line} spreads ${what} into a call: use a loop, reduce or appendAll`);
	}
}
if (folder === "src")
	for (const key of unused) problems.push(`there is no ${key} any more: test/checks/spreadCalls.js names it`);

for (const problem of problems.sort()) console.error(`gatehouse: ${problem}`);
console.log(`gatehouse: ${checked} files, ${problems.length} calls with an array of unknown length`);
process.exitCode = problems.length > 0 ? 1 : 0;
