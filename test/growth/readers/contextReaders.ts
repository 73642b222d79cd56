import { withoutCodebaseWord } from "../../../src/core/context/codebaseWord";
import { copiedText } from "../../../src/core/context/copiedText";
import { fileText } from "../../../src/core/context/fileText";
import { fileTree } from "../../../src/core/context/fileTree";
import { excludesFileIn } from "../../../src/core/context/gitConfig";
import { IgnoredFiles } from "../../../src/core/context/ignoredFiles";
import { assertRulesFit, parseIgnoreRules } from "../../../src/core/context/ignoreRules";
import { isImageAddress } from "../../../src/core/context/imageFile";
import { findLines } from "../../../src/core/context/linesInText";
import { problemsText } from "../../../src/core/context/problemsText";
import { hasSecretName } from "../../../src/core/context/secrets/secretFiles";
import { secretIn } from "../../../src/core/context/secrets/secretTexts";
import { textTokens } from "../../../src/core/context/tokens/tokenEstimate";
import { realPathIn, realPathOf } from "../../../src/core/edits/apply/realPathIn";
import type { Reader } from "../reader";

const path = 4096;
const longNames = ["c", "d", "e"].map((end) => "a".repeat(180) + end);
const glob = [
	"**/",
	"*",
	"?",
	"[a]",
	"[",
	"]",
	"[^a-z]",
	"!",
	"/",
	"a",
	"b",
	"\\",
	"\n",
	" ",
	"#",
	"{a,b}",
	"**",
	"[[:alpha:]]",
	"-",
	"a/",
];

export const contextReaders: readonly Reader[] = [
	{
		name: "parseIgnoreRules",
		module: "core/context/ignoreRules",
		tokens: glob,
		read: (text) => parseIgnoreRules(text).leavesOut(`${"a/".repeat(40)}b`),
		cases: { "six folders": (size) => `${"**/[a]*/".repeat(6)}x\n`.repeat(Math.max(1, size / 50)) },
	},
	{
		name: "parseIgnoreRules: long paths",
		module: "core/context/ignoreRules",
		tokens: ["a/", "a", "b/", "aa", "/", ".", "-", "ab", "[a]", " "],
		most: path,
		read: (text) => parseIgnoreRules("**/[a]*/**/[a]*/**/*a*b*a*/x\n*a*a*a*b\n!/a/**/b/**/a/").leavesOut(text),
	},
	{
		name: "assertRulesFit: and long names with the rules that fit",
		module: "core/context/ignoreRules",
		tokens: ["*a", "*", "?", "**/", "[a]", "a", "b", "\n", "/"],
		read: (text) => {
			assertRulesFit(text);
			const rules = parseIgnoreRules(text);
			return longNames.map((name) => rules.leavesOut(name));
		},
		cases: { "lines of stars": (size) => `${"*a".repeat(100)}b\n`.repeat(Math.max(1, size / 202)) },
	},
	{
		name: "excludesFileIn",
		module: "core/context/gitConfig",
		tokens: ["[core]", "[", "]", "\n", "excludesfile", "=", " ", "\t", '"', "\\", "\\\n", ";", "#", "a", "~/", "\r\n"],
		read: excludesFileIn,
	},
	{
		name: "hasSecretName",
		module: "core/context/secrets/secretFiles",
		tokens: [
			"secret",
			"secrets",
			"-",
			"_",
			".",
			".md",
			"/",
			"env",
			".env",
			"key",
			"id_",
			"rsa",
			".pem",
			"a",
			"1",
			"credentials",
			"token",
			"password",
		],
		most: path,
		read: hasSecretName,
	},
	{
		name: "secretIn",
		module: "core/context/secrets/secretTexts",
		tokens: [
			"-----BEGIN ",
			"PRIVATE KEY",
			"-----",
			"-",
			"BEGIN",
			" ",
			"RSA",
			"\n",
			"A",
			"-----END ",
			"AKIA",
			"ghp_",
			"sk-",
			"xoxb-",
			"a1",
			"OPENSSH",
		],
		read: secretIn,
	},
	{
		name: "copiedText",
		module: "core/context/copiedText",
		tokens: ["a", "\n", "\r\n", " ", "\t", "\0", "\u200b"],
		read: (text) => copying(text),
	},
	{
		name: "findLines",
		module: "core/context/linesInText",
		tokens: ["a", "\n", "\r\n", "a\n", "b\n", " ", "aa\n"],
		read: (text) => findLines(text, text.slice(0, text.length / 2), [2, 3]),
		cases: {
			"half of it, found twice but for its last line": (size) => "\na\n".repeat(size / 7) + "\na\n\n".repeat(size / 7),
		},
	},
	{
		name: "problemsText",
		module: "core/context/problemsText",
		tokens: ["a", " ", "\n", "\t", "\r\n", ":", " \n"],
		read: (text) =>
			problemsText([
				{ path: text, problems: [{ line: 1, severity: "error", message: text, source: text, code: text }] },
			]),
	},
	{
		name: "withoutCodebaseWord",
		module: "core/context/codebaseWord",
		tokens: ["#codebase", "#", "codebase", " ", "\n", "a", "\t", "s"],
		read: withoutCodebaseWord,
	},
	{
		name: "fileText",
		module: "core/context/fileText",
		tokens: ["a", "\0", "\ufeff", "é", "\n", "\u0001", "\ud800", "漢"],
		read: (text) => [fileText(new TextEncoder().encode(text)), fileText(Buffer.from(text, "utf16le"))],
	},
	{
		name: "textTokens",
		module: "core/context/tokens/tokenEstimate",
		tokens: ["a", " ", "\n", "1", "漢", "é", "_", "::", "{", "aB", "😀", "\t", "'s"],
		read: textTokens,
	},
	{
		name: "fileTree",
		module: "core/context/fileTree",
		tokens: ["a", "b", "/", "a/", "\n", ".", "a\n", "../"],
		most: 64 * 1024,
		read: (text) => fileTree(text.split("\n")),
	},
	{
		name: "IgnoredFiles",
		module: "core/context/ignoredFiles",
		tokens: ["a", "b", "/", "a/", ".", "b/a", "ab/"],
		most: path,
		read: (text) => new IgnoredFiles(async () => parseIgnoreRules("*.x\n/b/a\n")).ignores(text),
	},
	{
		name: "isImageAddress",
		module: "core/context/imageFile",
		tokens: ["data:image/png;base64,", "a", "=", "+", "/", " ", "\n", ";"],
		read: isImageAddress,
	},
	{
		name: "realPathOf",
		module: "core/edits/apply/realPathIn",
		tokens: ["a", "/", "a/", ".", "..", "../", "\\"],
		most: path,
		read: (text) => realPathOf(`/${text}`, noPaths),
	},
	{
		name: "realPathIn",
		module: "core/edits/apply/realPathIn",
		tokens: ["a", "/", "a/", ".", "..", "../", "\\"],
		most: path,
		read: (text) => realPathIn("/a", text, { ...noPaths, realPath: async (one) => one }),
	},
];

const noPaths = { realPath: async () => undefined, exists: async () => false };

function copying(text: string) {
	let held = "before";
	const clipboard = {
		readText: async () => held,
		writeText: async (value: string) => {
			held = value;
		},
	};
	return copiedText(clipboard, async () => clipboard.writeText(text));
}
