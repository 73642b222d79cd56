import type { CallingAnswer } from "../model";
import { calling, type DoneCall, readLines, said } from "./demoStep";

/** Changes a name in all files, call by call. */
export function nextRenameStep(done: readonly DoneCall[], from: string, to: string): CallingAnswer {
	const search = done.find(({ name }) => name === "search");
	if (!search) return calling("search", { text: from }, `I look for \`${from}\` first.`);
	const rejected = done.find(({ result }) => result.startsWith("The user rejected"));
	if (rejected) return said(`You rejected a change of \`${rejected.given.path}\`, so I stopped.`);
	const failed = done.find(({ name, result }) => name === "edit_file" && result.startsWith("Error:"));
	if (failed) return said(`I could not change \`${failed.given.path}\`: ${failed.result}`);
	const paths = new Set([...search.result.matchAll(/^(.+?):\d+: /gm)].map(([, path = ""]) => path));
	const changed: string[] = [];
	for (const path of paths) {
		const own = done.filter(({ given }) => given.path === path);
		const read = own.find(({ name }) => name === "read_file");
		if (!read) return calling("read_file", { path });
		const edit = renamed(read.result, from, to);
		if (!edit) continue;
		if (!own.some(({ name }) => name === "edit_file")) return calling("edit_file", { path, edits: [edit] });
		changed.push(path);
	}
	if (changed.length === 0) return said(`There is no \`${from}\` in this workspace.`);
	if (!done.some(({ name }) => name === "get_problems")) return calling("get_problems", {});
	const files = changed.length === 1 ? "1 file" : `${changed.length} files`;
	return said(`I renamed \`${from}\` to \`${to}\` in ${files}: ${changed.map((path) => `\`${path}\``).join(", ")}.`);
}

/** Returns the edit from the first line with the name to the last one: this text occurs once in the file. */
function renamed(result: string, from: string, to: string): { search: string; replace: string } | undefined {
	const lines = readLines(result);
	const word = new RegExp(`\\b${from}\\b`, "g");
	const has = (line: string) => line.search(word) >= 0;
	const first = lines.findIndex(has);
	if (first < 0) return undefined;
	const search = lines.slice(first, lines.findLastIndex(has) + 1).join("\n");
	return { search, replace: search.replace(word, to) };
}
