import { changedPlace } from "../../../src/core/agent/changes/changedPlace";
import { ChangeSet } from "../../../src/core/agent/changes/changeSet";
import { revertedContent } from "../../../src/core/agent/changes/revertContent";
import type { AgentWorkspace } from "../../../src/core/agent/tools/agentWorkspace";
import { editFileTool } from "../../../src/core/agent/tools/editFileTool";
import { textWithEdits } from "../../../src/core/agent/tools/editText";
import { readFileTool } from "../../../src/core/agent/tools/readFileTool";
import { searchFilesTool } from "../../../src/core/agent/tools/searchFilesTool";
import type { Reader } from "../reader";
import { blocks, code, line } from "./editTokens";

const never = new AbortController().signal;
const encoded = (text: string) => new TextEncoder().encode(text);

/** A workspace in which each file has this text. */
function workspaceOf(text: string): AgentWorkspace {
	return {
		folder: "/w",
		realPath: async (path) => path,
		exists: async () => true,
		read: async () => encoded(text),
		write: async () => {},
		remove: async () => {},
		tidy: async () => {},
		list: async () => ({ paths: ["a.ts"], cut: false }),
		ignores: async () => false,
		hasUnsaved: () => false,
		readOutside: async () => encoded(text),
		problems: async () => [],
	};
}

/** The first third of a text is the file, then come the search and the replacement of an edit of its. */
function edited(text: string): unknown {
	const third = Math.floor(text.length / 3);
	const [file, search, replace] = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)];
	return attempt(() => textWithEdits(file, [{ search, replace }], true));
}

function reverted(text: string): unknown {
	const half = Math.floor(text.length / 2);
	const [before, now] = [encoded(text.slice(0, half)), encoded(text.slice(half))];
	return attempt(() =>
		revertedContent(
			"a.ts",
			[
				{ before, after: encoded("other\n") },
				{ before: encoded("x"), after: now },
			],
			now,
		),
	);
}

/** A refusal is an answer, too; a RangeError is a crash. */
function attempt(run: () => unknown): unknown {
	try {
		return run();
	} catch (error) {
		if (error instanceof RangeError) throw error;
		return error;
	}
}

const tokens = [...new Set([...blocks, ...code, ...line, "\n", "\r\n", " ", "a"])];

/** The readers of the agent. */
export const agentReaders: readonly Reader[] = [
	{ name: "textWithEdits", module: "core/agent/tools/editText", tokens, read: edited },
	{ name: "revertedContent", module: "core/agent/changes/revertContent", tokens, read: reverted },
	{
		name: "changedPlace",
		module: "core/agent/changes/changedPlace",
		tokens: ["../", "./", "a", "/", "\\"],
		read: (text) => {
			const paths = { realPath: async (path: string) => (path === "/w" ? path : undefined), exists: async () => false };
			return changedPlace("/w", text, paths).catch((error: unknown) => error);
		},
	},
	{
		name: "editFileTool",
		module: "core/agent/tools/editFileTool",
		tokens: [...tokens, "../", "./", "\\", "/"],
		read: async (text) => {
			const tool = editFileTool(workspaceOf(""), { write: async () => {} });
			return tool.prepare({ path: text.slice(0, 100_000), content: text }, never).catch((error: unknown) => error);
		},
	},
	{
		name: "readFileTool",
		module: "core/agent/tools/readFileTool",
		tokens,
		read: async (text) => (await readFileTool(workspaceOf(text)).prepare({ path: "a.ts" }, never)).run(never, 1),
	},
	{
		name: "searchFilesTool",
		module: "core/agent/tools/searchFilesTool",
		tokens,
		read: async (text) => {
			const [wanted = "a"] = text.split("\n");
			const tool = searchFilesTool(workspaceOf(text));
			const call = await tool.prepare({ text: `${wanted}a`, glob: text.slice(0, 900) }, never).catch(() => undefined);
			return call?.run(never, 1);
		},
	},
	{
		name: "ChangeSet.open",
		module: "core/agent/changes/changeSet",
		tokens: [
			'{"type":"write"',
			'"at":1',
			",",
			"}",
			"\n",
			'"id":"a"',
			'"step":1',
			'"path":"a"',
			'"before":null',
			"[",
			"]",
		],
		read: (text) =>
			ChangeSet.open("task", {
				journal: {
					folders: async () => [],
					read: async () => new Map([["window", { text, end: 0 }]]),
					append: async () => {},
					remove: async () => {},
					watch: () => ({ dispose: () => {} }),
				},
				contents: { put: async () => {}, get: async () => undefined, deleteOld: async () => {} },
				files: workspaceOf(""),
				clock: { now: () => 0 },
				writer: "other",
			}),
	},
];
