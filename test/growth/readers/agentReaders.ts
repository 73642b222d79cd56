import { changedPlace } from "../../../src/core/agent/changes/changedPlace";
import { ChangeSet } from "../../../src/core/agent/changes/changeSet";
import { revertedContent } from "../../../src/core/agent/changes/revertContent";
import { CommandOutput } from "../../../src/core/agent/commands/commandOutput";
import { OutputBeforeMark } from "../../../src/core/agent/commands/endMark";
import { physicalLine } from "../../../src/core/agent/commands/physicalLine";
import { foreignResultText } from "../../../src/core/agent/foreign/chosenTools";
import { callName, foreignDefinition } from "../../../src/core/agent/foreign/foreignTool";
import { toolApproval } from "../../../src/core/agent/loop/callApproval";
import type { AgentWorkspace } from "../../../src/core/agent/tools/agentWorkspace";
import { editFileTool } from "../../../src/core/agent/tools/editFileTool";
import { textWithEdits } from "../../../src/core/agent/tools/editText";
import { readFileTool } from "../../../src/core/agent/tools/readFileTool";
import { searchFilesTool } from "../../../src/core/agent/tools/searchFilesTool";
import { askedCommand } from "../../unit/core/agent/askedCommand";
import type { Reader } from "../reader";
import { blocks, code, line } from "./editTokens";

const never = new AbortController().signal;
const encoded = (text: string) => new TextEncoder().encode(text);

/** Returns a workspace in which each file has this text. */
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

/** Edits a file: the first third of a text is the file, the others are the search and the replacement. */
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

/** Runs a reader: a refusal is an answer, too; a RangeError is a crash. */
function attempt(run: () => unknown): unknown {
	try {
		return run();
	} catch (error) {
		if (error instanceof RangeError) throw error;
		return error;
	}
}

const tokens = [...new Set([...blocks, ...code, ...line, "\n", "\r\n", " ", "a"])];

/** Returns a reader's result, or the error that it throws for a text that is too long. */
function orError<T>(read: () => T): T | unknown {
	try {
		return read();
	} catch (error) {
		if (error instanceof RangeError) throw error;
		return error;
	}
}

const command = ["npm test", ";", "\n", "\r", " ", "\t", "\u00a0", "\u200b", "\u202e", "⟨", "\ud800", "\ue000", "漢"];

/** The readers of the agent. */
export const agentReaders: readonly Reader[] = [
	{
		name: "commandApproval",
		module: "core/agent/loop/callApproval",
		tokens: command,
		read: (text) => orError(() => askedCommand(text)),
	},
	{
		name: "toolApproval",
		module: "core/agent/loop/callApproval",
		tokens: command,
		read: (text) => orError(() => toolApproval({ name: "t", owner: "o", digest: "d" }, { text })),
	},
	{
		name: "callName",
		module: "core/agent/foreign/foreignTool",
		tokens: ["a", "_", "-", ".", "漢", " "],
		read: (text) => callName(text, new Set(["a"])),
	},
	{
		name: "foreignDefinition",
		module: "core/agent/foreign/foreignTool",
		tokens: ["{", "}", "[", "]", '"a"', ":", ",", "\u200b", "1"],
		read: (text) => {
			const tool = { name: "t", owner: "o", description: text };
			return [text, JSON.stringify({ text })].map((schema) =>
				orError(() => foreignDefinition({ ...tool, schema }, "t")),
			);
		},
	},
	{
		name: "foreignResultText",
		module: "core/agent/foreign/chosenTools",
		tokens: ["```", "`", "a", " ", "\n", "漢", "{}", "-----BEGIN PRIVATE KEY-----", "-----END ", "sk-", "\u200b"],
		read: (text) => foreignResultText({ texts: [text, ...text.split("\n")], others: 0 }),
	},
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
		name: "CommandOutput",
		module: "core/agent/commands/commandOutput",
		tokens: [
			...["\u001b", "\u001b[", "\u001b]633;", "\u001b\\", "\u0007", "\u009b", "\u009d", "0;1", "m", "K", "\b", "\r"],
			...[
				"\n",
				"\r\n",
				"\0",
				"\ufffd",
				"a",
				" ",
				"\u200b",
				"\u202e",
				"-----BEGIN PRIVATE KEY-----",
				"-----END ",
				"sk-",
			],
		],
		read: (text) => {
			const output = new CommandOutput((line) => line);
			for (let at = 0; at < text.length; at += 1000) output.add(text.slice(at, at + 1000));
			return output.asks || output.result();
		},
	},
	{
		name: "OutputBeforeMark",
		module: "core/agent/commands/endMark",
		tokens: ["\u001b", "\u001b]7769;", "\u001b]7769;/tmp/code", "\u0007", "\u001b]633;D;0\u0007", "a", "\n"],
		read: (text) => {
			let length = 0;
			const output = new OutputBeforeMark("/tmp/code", (piece) => {
				length += piece.length;
			});
			for (let at = 0; at < text.length; at += 1000) output.add(text.slice(at, at + 1000));
			output.end();
			return length;
		},
	},
	{
		name: "physicalLine",
		module: "core/agent/commands/physicalLine",
		tokens: ["a", " ", " && ", " | ", ";", "'", "\\", "!", "\n", "\t", "\u0085", "if", "/", "="],
		read: (text) => physicalLine(text, { shell: "bash", folder: text, variables: { TEXT: text }, codeFile: text }),
	},
	{
		name: "editFileTool",
		module: "core/agent/tools/editFileTool",
		tokens: [...tokens, "../", "./", "\\", "/"],
		read: async (text) => {
			const tool = editFileTool(workspaceOf(""), { write: async () => {} });
			return tool.prepare({ path: text.slice(0, 100_000), content: text }, never, 0).catch((error: unknown) => error);
		},
	},
	{
		name: "readFileTool",
		module: "core/agent/tools/readFileTool",
		tokens,
		read: async (text) => (await readFileTool(workspaceOf(text)).prepare({ path: "a.ts" }, never, 0)).run(never, 1),
	},
	{
		name: "searchFilesTool",
		module: "core/agent/tools/searchFilesTool",
		tokens,
		read: async (text) => {
			const [wanted = "a"] = text.split("\n");
			const tool = searchFilesTool(workspaceOf(text));
			const call = await tool
				.prepare({ text: `${wanted}a`, glob: text.slice(0, 900) }, never, 0)
				.catch(() => undefined);
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
