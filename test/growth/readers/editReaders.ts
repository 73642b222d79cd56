import { insideWorkspace } from "../../../src/core/edits/apply/insideWorkspace";
import { pathAbove, proposedPath } from "../../../src/core/edits/apply/pathAbove";
import { allowedPath } from "../../../src/core/edits/apply/pathRules";
import { rebase } from "../../../src/core/edits/apply/rebase";
import { appliedText, editedText, partialText } from "../../../src/core/edits/apply/replyEdit";
import { TextEdit } from "../../../src/core/edits/apply/textEdit";
import { coversAll } from "../../../src/core/edits/locate/coverage";
import type { EditPlace } from "../../../src/core/edits/locate/editPlace";
import { resolveElisions } from "../../../src/core/edits/locate/elisions";
import { insertedIndentation } from "../../../src/core/edits/locate/insertion";
import { keepingCode } from "../../../src/core/edits/locate/keepsCode";
import { keepsMembers } from "../../../src/core/edits/locate/keepsMembers";
import { locateBlock } from "../../../src/core/edits/locate/locateBlock";
import { losesParts } from "../../../src/core/edits/locate/losesParts";
import { readings } from "../../../src/core/edits/locate/overlap";
import { chooseBlock } from "../../../src/core/edits/parse/chooseBlock";
import { isCutOff } from "../../../src/core/edits/parse/cutOffCode";
import { changedFiles, partFor } from "../../../src/core/edits/parse/diffFiles";
import { diffReplacements, isDiff } from "../../../src/core/edits/parse/diffReply";
import { elisionMark, standsFor } from "../../../src/core/edits/parse/elisionMark";
import { withoutLineNumbers } from "../../../src/core/edits/parse/lineNumbers";
import { namedFile } from "../../../src/core/edits/parse/namedFile";
import { RefusedAnswer } from "../../../src/core/edits/parse/refusedAnswer";
import { replyBlocks } from "../../../src/core/edits/parse/replyBlocks";
import { searchReplacements } from "../../../src/core/edits/parse/searchReply";
import { unfencedCode } from "../../../src/core/edits/parse/unfencedCode";
import { questionAboutRefused, RefusedCode } from "../../../src/core/edits/refusedCode";
import { openBrackets } from "../../../src/core/edits/text/brackets";
import { hunksBetween } from "../../../src/core/edits/text/hunks";
import { reindent } from "../../../src/core/edits/text/indentation";
import type { Reader } from "../reader";
import { blocks, brackets, code, diff, line, path, reply } from "./editTokens";
import { keyReaders } from "./keyReaders";

const place = (text: string): EditPlace => ({
	text,
	start: 0,
	count: text.split("\n").length,
	languageId: "typescript",
	path: "a.ts",
	indentation: "\t",
});
/** Replaces the middle third of a document. */
const inside = (text: string): EditPlace => {
	const third = Math.floor(text.split("\n").length / 3);
	return { ...place(text), start: third, count: third };
};
/** Divides a text after a line if possible: the result for a torn line would differ between sizes. */
const half = (text: string): readonly [string, string] => {
	const middle = Math.floor(text.length / 2);
	const at = text.indexOf("\n", middle) + 1 || middle;
	return [text.slice(0, at), text.slice(at)];
};
const lines = (text: string) => text.split("\n");
const fenced = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;
/** A block that is not a version of any code. */
const brace = "```\n}\n```\n";
const numbered = (size: number) => Array.from({ length: size / 8 }, (_, at) => `line ${at}`);
const cases = {
	"elisions between all lines": (size: number) => {
		const document = numbered(size / 2);
		return `${document.join("\n")}\n${document.filter((_, at) => at % 4 === 0).join("\n// ...\n")}`;
	},
	"other lines": (size: number) => `${numbered(size / 2).join("\n")}\n${numbered(size / 2).join("x\n")}`,
	"lines backwards": (size: number) =>
		`${numbered(size / 2).join("\n")}\n${numbered(size / 2)
			.reverse()
			.join("\n")}`,
	"many blocks": (size: number) => `${"```\n".repeat(3)}(`.repeat(Math.ceil(size / 26) * 2),
};
const answer = (text: string) =>
	({ role: "assistant", text, state: { type: "complete", finishReason: "stop" } }) as never;

export const editReaders: readonly Reader[] = [
	{
		name: "editedText",
		module: "core/edits/apply/replyEdit",
		tokens: reply,
		read: (text) => editedText(text, inside(text)),
		cases: {
			...cases,
			"blocks of other lines": (size) =>
				numbered(size / 2)
					.map((one) => `\`\`\`ts\nconst it = "${one}";\n\`\`\`\n`)
					.join(""),
		},
	},
	{
		name: "editedText: versions",
		module: "core/edits/apply/replyEdit",
		tokens: reply,
		read: (text) => editedText(text, place("function one() {\n\treturn 1;\n}")),
		cases: {
			"a version and blocks of brackets": (size) =>
				`\`\`\`ts\nfunction one() {\n${"\treturn two;\n".repeat(size / 26)}}\n\`\`\`\n${brace.repeat(size / 20)}`,
			"many versions": (size) => "```ts\nfunction one() {\n\treturn 2;\n}\n```\n".repeat(Math.ceil(size / 44)),
		},
	},
	{
		name: "editedText: fenced",
		module: "core/edits/apply/replyEdit",
		tokens: code,
		read: (text) => editedText(fenced(half(text)[1]), inside(half(text)[0])),
		cases,
	},
	{
		name: "editedText: the same lines",
		module: "core/edits/apply/replyEdit",
		tokens: code,
		read: (text) => editedText(fenced(text), inside(text)),
		cases,
	},
	{
		name: "editedText: diffs",
		module: "core/edits/apply/replyEdit",
		tokens: diff,
		read: (text) => editedText(fenced(text), place(`${"aaa\nbbb\n".repeat(text.length / 16)}ccc`)),
	},
	{
		name: "editedText: search and replace",
		module: "core/edits/apply/replyEdit",
		tokens: blocks,
		read: (text) => editedText(text, place(`${"  aaa\nbbb\n".repeat(text.length / 16)}ccc`)),
		cases: {
			"many blocks": (size) =>
				numbered(size / 6)
					.map((one) => `<<<<<<< SEARCH\n${one}\n=======\nb\n>>>>>>> REPLACE\n`)
					.join(""),
		},
	},
	{
		name: "appliedText",
		module: "core/edits/apply/replyEdit",
		tokens: code,
		read: (text) => appliedText(half(text)[1], place(half(text)[0]), false),
		cases,
	},
	{
		name: "appliedText: the same lines",
		module: "core/edits/apply/replyEdit",
		tokens: code,
		read: (text) => appliedText(text, place(text), true),
		cases,
	},
	{
		name: "partialText",
		module: "core/edits/apply/replyEdit",
		tokens: reply,
		read: (text) => partialText(text, inside(text)),
	},
	{ name: "replyBlocks", module: "core/edits/parse/replyBlocks", tokens: reply, read: replyBlocks },
	{ name: "elisionMark", module: "core/edits/parse/elisionMark", tokens: line, read: elisionMark },
	{
		name: "standsFor",
		module: "core/edits/parse/elisionMark",
		tokens: line,
		read: (text) => standsFor(text, text.replaceAll("...", " ")),
	},
	{
		name: "resolveElisions",
		module: "core/edits/locate/elisions",
		tokens: code,
		read: (text) => resolveElisions(lines(half(text)[1]), lines(half(text)[0])),
		cases,
	},
	{
		name: "coversAll",
		module: "core/edits/locate/coverage",
		tokens: code,
		read: (text) => coversAll(lines(half(text)[1]), lines(half(text)[0]), "typescript"),
		cases,
	},
	{
		name: "keepingCode",
		module: "core/edits/locate/keepsCode",
		tokens: [...code, '"""', "/*", "*/", "#", "`"],
		read: (text) => {
			try {
				keepingCode("", place(half(text)[0]), () => half(text)[1]);
			} catch (error) {
				if (!(error instanceof RefusedAnswer)) throw error;
			}
		},
		cases,
	},
	{
		name: "namedFile",
		module: "core/edits/parse/namedFile",
		tokens: path,
		read: namedFile,
	},
	{
		name: "isDiff",
		module: "core/edits/parse/diffReply",
		tokens: diff,
		read: (text) => isDiff("", lines(text), new Set(["aaa"])),
	},
	{
		name: "partFor",
		module: "core/edits/parse/diffFiles",
		tokens: ["--- a/x", "+++ b/x", "*** Update File: y", "@@", "diff --git ", "\n", '"', "\t", "/", "x"],
		read: (text) => [changedFiles(lines(text)), partFor("src/x", lines(text))],
	},
	{
		name: "diffReplacements",
		module: "core/edits/parse/diffReply",
		tokens: diff,
		read: (text) => diffReplacements(lines(text), new Set(["-aaa", "+bbb"])),
	},
	{
		name: "searchReplacements",
		module: "core/edits/parse/searchReply",
		tokens: blocks,
		read: (text) => searchReplacements(lines(text), new Set(["aaa"])),
	},
	{
		name: "unfencedCode",
		module: "core/edits/parse/unfencedCode",
		tokens: reply,
		read: (text) => unfencedCode(lines(half(text)[1]), lines(half(text)[0])),
		cases,
	},
	{
		name: "withoutLineNumbers",
		module: "core/edits/parse/lineNumbers",
		tokens: ["1", "2", "10", " | ", ": ", " ", "\t", "\n", "\n1: a", "\n2: b", "a"],
		read: (text) => withoutLineNumbers(lines(text), [], false),
		cases: {
			numbered: (size) =>
				numbered(size / 2)
					.map((line, at) => `${at}: ${line}`)
					.join("\n"),
		},
	},
	{
		name: "chooseBlock",
		module: "core/edits/parse/chooseBlock",
		tokens: reply,
		read: (text) =>
			chooseBlock(replyBlocks(half(text)[1]), { before: lines(half(text)[0]), languageId: "markdown", path: "a.md" }),
		cases: {
			"a document and blocks of brackets": (size) => {
				const blocks = `\`\`\`ts\nconst it = other();\n\`\`\`\n${brace.repeat(size / 20)}`;
				// The middle is the end of the document.
				return `${"aaa bbb;\n".repeat(blocks.length / 8).slice(0, blocks.length + 1)}\n${blocks}`;
			},
		},
	},
	{
		name: "readings",
		module: "core/edits/locate/overlap",
		tokens: code,
		read: (text) =>
			readings(lines(half(text)[1]), { above: lines(half(text)[0]), before: [], below: lines(half(text)[0]) }),
		cases,
	},
	{
		name: "insertedIndentation",
		module: "core/edits/locate/insertion",
		tokens: code,
		read: (text) =>
			insertedIndentation(
				lines(half(text)[1]),
				{ above: lines(half(text)[0]), before: [""], below: lines(half(text)[0]) },
				"python",
				"\t",
			),
		cases,
	},
	...["typescript", "ruby", "shellscript", "rust"].map((languageId) => ({
		name: `openBrackets: ${languageId}`,
		module: "core/edits/text/brackets",
		tokens: brackets,
		read: (text: string) => openBrackets(lines(text), languageId),
	})),
	{
		name: "locateBlock",
		module: "core/edits/locate/locateBlock",
		tokens: code,
		read: (text) => locateBlock(lines(half(text)[1]), lines(half(text)[0]), "typescript"),
		cases,
	},
	{
		name: "losesParts",
		module: "core/edits/locate/losesParts",
		tokens: [...code, "class A {", "function b() {", "switch (c) {"],
		read: (text) => losesParts(lines(half(text)[1]), lines(half(text)[0]), "typescript"),
		cases,
	},
	...keyReaders,
	{
		name: "keepsMembers",
		module: "core/edits/locate/keepsMembers",
		tokens: code,
		read: (text) => keepsMembers(lines(text), lines(text)),
	},
	{
		name: "reindent",
		module: "core/edits/text/indentation",
		tokens: ["\t", " ", "a", "\n", "\ta\n", "  a\n", "a\n", " * ", "\t\t"],
		read: (text) => reindent(lines(half(text)[1]), lines(half(text)[0]), "\t"),
	},
	{
		name: "hunksBetween",
		module: "core/edits/text/hunks",
		tokens: ["a\n", "b\n", "c\n", "\n", "aa\n", " \n"],
		read: (text) => hunksBetween(lines(half(text)[0]), lines(half(text)[1])),
		cases,
	},
	{
		name: "rebase",
		module: "core/edits/apply/rebase",
		tokens: ["a\n", "b\n", "c\n", "\n", "aa\n", " \n"],
		read: rebased,
		cases,
	},
	{
		name: "TextEdit.between",
		module: "core/edits/apply/textEdit",
		tokens: ["a\n", "b\n", "\r\n", "\n", "aa\r"],
		read: (text) => TextEdit.between(...half(text)).accept().settled,
		cases,
	},
	{
		name: "allowedPath",
		module: "core/edits/apply/pathRules",
		tokens: [
			"a",
			"/",
			".",
			"..",
			" ",
			"./",
			"\\",
			"~",
			"con",
			"nul",
			"1",
			"%2e",
			"\u200b",
			":",
			"．",
			".git",
			"git~",
			"\0",
		],
		read: allowedPath,
	},
	{
		name: "isCutOff",
		module: "core/edits/parse/cutOffCode",
		tokens: reply,
		read: (text) => isCutOff(half(text)[1], [answer(text), answer(half(text)[0])]),
	},
	{
		name: "pathAbove",
		module: "core/edits/apply/pathAbove",
		tokens: [...reply, "`a/b.ts`", "**", ":", "#", "file:", "../"],
		read: (text) => pathAbove(half(text)[1], [answer(text), answer(half(text)[0])]),
	},
	{
		name: "proposedPath",
		module: "core/edits/apply/pathAbove",
		tokens: [...reply, "`a/b.ts`", "**", ":", "// a.ts"],
		read: (text) => proposedPath({ code: half(text)[1], path: "", messages: [answer(text)] }),
	},
	{
		name: "questionAboutRefused",
		module: "core/edits/refusedCode",
		tokens: reply,
		read: (text) =>
			questionAboutRefused(
				new RefusedCode(new RefusedAnswer("It is unclear.", text), "a.ts", "file:///a.ts"),
				lines(text),
			),
	},
	{
		name: "insideWorkspace",
		module: "core/edits/apply/insideWorkspace",
		tokens: ["a", "/", "a/", ".", "..", "./", "\\", ".git"],
		most: 4096,
		read: (text) => insideWorkspace("/w", text, { realPath: async (one) => one, exists: async () => true }),
	},
];

function rebased(text: string) {
	const [base, current] = half(text);
	const hunks = lines(base).flatMap((_, start) => (start % 9 === 0 ? [{ start, removed: 1, added: ["x"] }] : []));
	return rebase(hunks.slice(0, 1000), base, current);
}
