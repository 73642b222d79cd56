import { combinedGlob } from "../../../src/core/search/building/combinedGlob";
import { assertGlobsFit } from "../../../src/core/search/building/globLimits";
import { areEncoded, partsBesideEncoded } from "../../../src/core/search/model/encodedText";
import { leftOutByName, leftOutByText } from "../../../src/core/search/model/indexableFile";
import { languageOf } from "../../../src/core/search/model/languages";
import { fileFits, parseQuery, proseQuery } from "../../../src/core/search/model/searchQuery";
import { snippetOf } from "../../../src/core/search/query/searchResultText";
import { chunkLength } from "../../../src/worker/chunking/chunk";
import { chunkByLines } from "../../../src/worker/chunking/chunkByLines";
import { chunkBySyntax } from "../../../src/worker/chunking/chunkBySyntax";
import { foldBlocks } from "../../../src/worker/chunking/foldBlocks";
import { LineOffsets } from "../../../src/worker/chunking/lineOffsets";
import { keywordExpression, keywordText } from "../../../src/worker/store/keywords";
import type { Reader } from "../reader";

const code = [
	"{",
	"}",
	"(",
	")",
	"<",
	">",
	"<div>",
	"</div>",
	"`",
	"${",
	'"',
	"'",
	"/",
	"//",
	"/*",
	"*/",
	"\\",
	"=>",
	"class A",
	"function f",
	"\n",
	"\n\n",
	" ",
	"a",
	";",
	"=",
	"return",
];
const encoded = [
	"A",
	"aB3",
	"+/",
	"==",
	"\n",
	" ",
	"0f",
	"QUJD".repeat(20),
	`${"QUJD".repeat(19)}\n`,
	".",
	"-",
	"data:",
	";base64,",
];
const query = [
	"a",
	" ",
	"path:",
	"-path:",
	"lang:",
	"*",
	"**/",
	"?",
	'"',
	"{",
	"}",
	",",
	"/",
	"!",
	"é",
	"AND",
	"(",
	"[",
	"]",
	"file:",
	":",
];
const root = (end: number) => ({
	start: 0,
	end,
	isDefinition: false,
	isComment: false,
	name: undefined,
	children: () => [],
});

export const searchReaders: readonly Reader[] = [
	{
		name: "chunkByLines",
		module: "worker/chunking/chunkByLines",
		tokens: [...code, "x".repeat(chunkLength.most)],
		read: chunkByLines,
	},
	{
		name: "chunkBySyntax",
		module: "worker/chunking/chunkBySyntax",
		tokens: code,
		read: (text) => chunkBySyntax(new LineOffsets(text), root(text.length)),
	},
	{
		name: "foldBlocks",
		module: "worker/chunking/foldBlocks",
		tokens: code,
		read: (text) => foldBlocks(new LineOffsets(text), true),
	},
	{
		name: "foldBlocks without tags",
		module: "worker/chunking/foldBlocks",
		tokens: code,
		read: (text) => foldBlocks(new LineOffsets(text), false),
	},
	{ name: "partsBesideEncoded", module: "core/search/model/encodedText", tokens: encoded, read: partsBesideEncoded },
	{ name: "areEncoded", module: "core/search/model/encodedText", tokens: encoded, read: areEncoded },
	{
		name: "leftOutByText",
		module: "core/search/model/indexableFile",
		tokens: [...encoded, "@generated", "DO NOT EDIT", "// ", "\0"],
		read: leftOutByText,
	},
	{
		name: "leftOutByName",
		module: "core/search/model/indexableFile",
		tokens: ["a", "/", ".", ".min.js", "node_modules", "-", "lock", ".map", "_"],
		most: 4096,
		read: (text) => leftOutByName(text, 10),
	},
	{
		name: "keywordText",
		module: "worker/store/keywords",
		tokens: ["a", "B", "_", "aB", "1", " ", "é", "-", "ABc", "\n", "漢", "."],
		// Many times the real lengths: a chunk has 1,600 characters, a path 4,096.
		most: 64 * 1024,
		read: keywordText,
	},
	{ name: "keywordExpression", module: "worker/store/keywords", tokens: query, read: keywordExpression },
	{
		name: "parseQuery",
		module: "core/search/model/searchQuery",
		tokens: query,
		read: (text) => fileFits(parseQuery(text))("src/a/b/c.ts", "typescript"),
	},
	{
		name: "fileFits",
		module: "core/search/model/searchQuery",
		tokens: ["a", "/", "b", ".", "ab/", "-", "aa"],
		most: 4096,
		read: (text) => fileFits(parseQuery("path:**/a*/**/a*b*/**/x lang:ts -path:*a*a*a*b"))(text, "typescript"),
	},
	{
		name: "combinedGlob",
		module: "core/search/building/combinedGlob",
		tokens: ["{", "}", ",", "a", "*", "**/", "[", "]", "{a,b}", "\\", "!", "/"],
		read: (text) => combinedGlob(text.split("/")),
	},
	{
		name: "languageOf",
		module: "core/search/model/languages",
		tokens: ["a", ".", "/", "ts", ".d.ts", "Makefile", "-", "..", "."],
		most: 4096,
		read: languageOf,
	},
	{
		name: "snippetOf",
		module: "core/search/query/searchResultText",
		tokens: ["a", "\n", " ", "\t", "{", "//", "\n\n"],
		read: (text) => snippetOf({ text } as never),
	},
	{ name: "proseQuery", module: "core/search/model/searchQuery", tokens: query, read: proseQuery },
	{
		name: "assertGlobsFit",
		module: "core/search/building/globLimits",
		tokens: ["**/", "*", "?", "[a]", "{a,b}", "{", "}", ",", "a", "/", "\n"],
		read: (text) => assertGlobsFit(text.split("\n")),
	},
];
