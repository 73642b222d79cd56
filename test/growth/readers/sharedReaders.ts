import { bestNamed } from "../../../src/core/context/fileNames";
import { readDraft } from "../../../src/shared/draft";
import { fenceInfo } from "../../../src/shared/fenceInfo";
import { fuzzyMatch } from "../../../src/shared/fuzzyMatch";
import { parsePlace, readPlace } from "../../../src/shared/placeReference";
import { exactCommand, hasUnseen } from "../../../src/shared/text/exactText";
import { hiddenCharacters, withoutHidden } from "../../../src/shared/text/hiddenCharacters";
import { splitPlace } from "../../../src/shared/text/splitPlace";
import { cutText } from "../../../src/shared/untrusted/cutText";
import { editorGlob } from "../../../src/shared/untrusted/editorGlob";
import { gitGlob } from "../../../src/shared/untrusted/gitGlob";
import { matchesGlob } from "../../../src/shared/untrusted/globSteps";
import { inertId, inertLine, inertMessage, inertName, inertPath } from "../../../src/shared/untrusted/inertText";
import { jsonFits } from "../../../src/shared/untrusted/jsonShape";
import { fenceAround, markdownLine } from "../../../src/shared/untrusted/markdownLine";
import { isTooDeep, parseJson } from "../../../src/shared/untrusted/parseJson";
import { utf8Length, utf8Prefix } from "../../../src/shared/untrusted/utf8Length";
import { wholeApproval } from "../../../src/shared/wholeApproval";
import { copiedCode, fencedCode } from "../../../src/webview/composer/copiedCode";
import { askedCommand } from "../../unit/core/agent/askedCommand";
import type { Reader } from "../reader";

const place = [
	"a",
	"/",
	"a/",
	".",
	":",
	"1",
	"12",
	"-",
	"–",
	"..",
	" ",
	" = ",
	"file",
	"LICENSE",
	"\\",
	"é",
	".ts",
	"`",
	"+",
];
const hidden = [
	"\u202e",
	"\u200b",
	"\ufe0f",
	"😀",
	"#\ufe0f\u20e3",
	"\u{e0041}",
	"\0",
	"\t",
	"\n",
	"a",
	"漢",
	"\u2028",
	"\u2800",
];
const message = ["](", "[", "]", "(", ")", "$(", "$", "$$(", "command:", "a", " ", "\n", "\u202e", "\u200b", "\\"];

const glob = ["**/", "*", "?", "[a]", "[", "]", "{", "}", ",", "{a,b}", "!", "/", "a", "\\", " ", "**"];
const json = ["{", "}", "[", "]", '"', "\\", ",", ":", "1", " "];
/** Maximum length of a path that is compared with a glob, in characters. */
const path = "a/ab/".repeat(50);

export const sharedReaders: readonly Reader[] = [
	{
		name: "fenceInfo",
		module: "shared/fenceInfo",
		tokens: [
			"ts",
			":",
			" ",
			"title=",
			"{title=",
			"file",
			"=",
			'"',
			"'",
			"a",
			"/",
			".",
			"a/",
			"}",
			"{",
			"\t",
			".ts",
			"@",
			"-",
		],
		read: fenceInfo,
	},
	{ name: "parsePlace", module: "shared/placeReference", tokens: place, read: parsePlace },
	{ name: "readPlace", module: "shared/placeReference", tokens: place, read: readPlace },
	{
		name: "fuzzyMatch",
		module: "shared/fuzzyMatch",
		tokens: ["a", "b", "A", "-", "_", "/", ".", "1", "é", "ab"],
		read: (text) => fuzzyMatch(text.slice(text.length / 2), [text, text.slice(0, text.length / 2)], (item) => item),
	},
	{
		name: "bestNamed",
		module: "core/context/fileNames",
		tokens: ["a", "b", "A", "-", "_", "/", ".", "1", "é", "ab"],
		read: (text) =>
			bestNamed(text.slice(text.length / 2), [{ path: text }, { path: text.slice(0, text.length / 2) }], 2),
	},
	{
		name: "copiedCode",
		module: "webview/composer/copiedCode",
		tokens: ['{"mode":', '"', "a", "`", "\n", "}", "["],
		read: (text) => {
			const code = copiedCode({ types: ["vscode-editor-data"], getData: () => text });
			return code && fencedCode(code);
		},
	},
	{ name: "hiddenCharacters", module: "shared/text/hiddenCharacters", tokens: hidden, read: hiddenCharacters },
	{ name: "splitPlace", module: "shared/text/splitPlace", tokens: [":", "1", "–", "-", "a"], read: splitPlace },
	{
		name: "exactCommand",
		module: "shared/text/exactText",
		tokens: [...hidden, "\u0441", "\uff50", "\u2010", "\\n"],
		read: exactCommand,
	},
	{
		name: "hasUnseen",
		module: "shared/text/exactText",
		tokens: [...hidden, " ", "\u0441", "\uff50", "\u2010", "\\n"],
		read: hasUnseen,
	},
	{
		name: "wholeApproval",
		module: "shared/wholeApproval",
		tokens: [...hidden, " ", "⟨", "\r"],
		read: (text) => [
			wholeApproval({ ...askedCommand(""), command: text }),
			wholeApproval({ kind: "write", path: "a", detail: text, reasons: [] }),
		],
	},
	{ name: "withoutHidden", module: "shared/text/hiddenCharacters", tokens: hidden, read: withoutHidden },
	{
		name: "readDraft",
		module: "shared/draft",
		tokens: ["a", " ", "\n", "{"],
		read: (text) => readDraft({ place: text, text, model: text, at: 1 }),
	},
	{ name: "inertId", module: "shared/untrusted/inertText", tokens: message, read: inertId },
	{ name: "inertName", module: "shared/untrusted/inertText", tokens: message, read: inertName },
	{ name: "inertPath", module: "shared/untrusted/inertText", tokens: message, read: inertPath },
	{ name: "inertLine", module: "shared/untrusted/inertText", tokens: message, read: inertLine },
	{ name: "inertMessage", module: "shared/untrusted/inertText", tokens: message, read: inertMessage },
	{
		name: "cutText",
		module: "shared/untrusted/cutText",
		tokens: ["a", "😀", "\u0301", "\u200d", "\ud800"],
		read: (text) => cutText(text, text.length / 2),
	},
	{
		name: "utf8Length",
		module: "shared/untrusted/utf8Length",
		tokens: ["a", "é", "日", "😀", "\ud800"],
		read: utf8Length,
	},
	{
		name: "utf8Prefix",
		module: "shared/untrusted/utf8Length",
		tokens: ["a", "é", "日", "😀", "\ud800"],
		read: (text) => utf8Prefix(text, text.length),
	},
	{
		name: "jsonFits",
		module: "shared/untrusted/jsonShape",
		tokens: ["{", "}", "[", "]", '"', "\\", ",", ":", "1", " "],
		read: (text) => jsonFits(text),
	},
	{
		name: "editorGlob",
		module: "shared/untrusted/editorGlob",
		tokens: glob,
		most: 4096,
		read: (text) => matchesGlob(editorGlob(text), path),
	},
	{
		name: "gitGlob",
		module: "shared/untrusted/gitGlob",
		tokens: glob,
		most: 4096,
		read: (text) => matchesGlob(gitGlob(text) ?? [], path),
	},
	{
		name: "matchesGlob",
		module: "shared/untrusted/globSteps",
		tokens: ["a", "b", "/", "a/", ".", "ab", "-"],
		read: (text) => matchesGlob(editorGlob("**/[a]*/**/[a]*/{a*b*,**/*a}*a*b*x"), text),
	},
	{
		name: "fenceAround",
		module: "shared/untrusted/markdownLine",
		tokens: ["`", "``", "a", "\n", "~", " "],
		read: fenceAround,
	},
	{
		name: "markdownLine",
		module: "shared/untrusted/markdownLine",
		tokens: ["\n", "`", "[", "](", "<", "&", "a", "\\", "_", "|", " ", "\u202e"],
		read: markdownLine,
	},
	{ name: "parseJson", module: "shared/untrusted/parseJson", tokens: json, read: parseJson },
	{ name: "isTooDeep", module: "shared/untrusted/parseJson", tokens: json, read: (text) => isTooDeep(text) },
];
