import type { CallingAnswer, ChatModel, DemoCall, ToolMessage } from "../model";

const standIn =
	"`demo-agent` belongs to Gatehouse's demo gateway and is not a language model. It can do one task: “Rename OLD to NEW”.";

/** A call, and what it returned. */
interface DoneCall extends DemoCall {
	readonly result: string;
}

/** Renames a name in all files, call by call: decides by what the tools have really returned. */
export const demoAgent: ChatModel = {
	kind: "chat",
	id: "demo-agent",
	description: "A stand-in, not a language model: renames a name with an agent's tools.",
	contextLength: 32768,
	answer: () => standIn,
	step(messages, tools) {
		const asked = messages.findLastIndex(({ role }) => role === "user");
		const [, from, to] = /\brename\s+`?(\w+)`?\s+to\s+`?(\w+)`?/i.exec(messages[asked]?.content ?? "") ?? [];
		if (from === undefined || to === undefined) return said(standIn);
		if (!["search", "read_file", "edit_file"].every((name) => tools.includes(name)))
			return said(`${standIn} It needs tools: switch the agent on below.`);
		return nextStep(doneCalls(messages.slice(asked + 1)), from, to);
	},
};

function nextStep(done: readonly DoneCall[], from: string, to: string): CallingAnswer {
	const search = done.find(({ name }) => name === "search");
	if (!search) return { text: `I look for \`${from}\` first.`, calls: [{ name: "search", given: { text: from } }] };
	const rejected = done.find(({ result }) => result.startsWith("The user rejected"));
	if (rejected) return said(`You rejected a change of \`${rejected.given.path}\`, so I stopped.`);
	const failed = done.find(({ name, result }) => name === "edit_file" && result.startsWith("Error:"));
	if (failed) return said(`I could not change \`${failed.given.path}\`: ${failed.result}`);
	const paths = new Set([...search.result.matchAll(/^(.+?):\d+: /gm)].map(([, path = ""]) => path));
	const changed: string[] = [];
	for (const path of paths) {
		const own = done.filter(({ given }) => given.path === path);
		const read = own.find(({ name }) => name === "read_file");
		if (!read) return { text: "", calls: [{ name: "read_file", given: { path } }] };
		const edit = renamed(read.result, from, to);
		if (!edit) continue;
		if (!own.some(({ name }) => name === "edit_file"))
			return { text: "", calls: [{ name: "edit_file", given: { path, edits: [edit] } }] };
		changed.push(path);
	}
	if (changed.length === 0) return said(`There is no \`${from}\` in this workspace.`);
	if (!done.some(({ name }) => name === "get_problems"))
		return { text: "", calls: [{ name: "get_problems", given: {} }] };
	const files = changed.length === 1 ? "1 file" : `${changed.length} files`;
	return said(`I renamed \`${from}\` to \`${to}\` in ${files}: ${changed.map((path) => `\`${path}\``).join(", ")}.`);
}

/** An answer without calls. */
function said(text: string): CallingAnswer {
	return { text, calls: [] };
}

/** The calls of the messages, each with its result. */
function doneCalls(messages: readonly ToolMessage[]): readonly DoneCall[] {
	const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
	const results = messages.filter(({ role }) => role === "tool");
	return calls.flatMap((call, index) => {
		const result = results[index]?.content;
		return result === undefined ? [] : [{ ...call, result }];
	});
}

/** The edit from the first line that has the name to the last one: what is between occurs once in the file. */
function renamed(result: string, from: string, to: string): { search: string; replace: string } | undefined {
	const lines = [...result.matchAll(/^\s*\d+: (.*)$/gm)].map(([, line = ""]) => line);
	const word = new RegExp(`\\b${from}\\b`, "g");
	const has = (line: string) => line.search(word) >= 0;
	const first = lines.findIndex(has);
	if (first < 0) return undefined;
	const search = lines.slice(first, lines.findLastIndex(has) + 1).join("\n");
	return { search, replace: search.replace(word, to) };
}
