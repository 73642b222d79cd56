import { codeAttachments } from "../../../src/core/actions/codeAttachments";
import { commitMessageOf, commitMessageRequest } from "../../../src/core/actions/commitMessage";
import { fitDiffs, newFileDiff, splitDiff } from "../../../src/core/actions/fileDiffs";
import { readFrontMatter } from "../../../src/core/actions/frontMatter";
import { importLines } from "../../../src/core/actions/importLines";
import { instructionText, wordAtEnd } from "../../../src/core/actions/instructionText";
import { isPromptFile, parsePromptFile } from "../../../src/core/actions/promptFile";
import { fillPrompt, promptInputs, promptUses } from "../../../src/core/actions/promptVariables";
import { testFilePath } from "../../../src/core/actions/testFilePath";
import { beginsWithAction, prepareQuestion, questionToSend } from "../../../src/core/chat/composer/questionAction";
import type { Reader } from "../reader";

const matter = [
	"---\n",
	"---",
	"\n",
	"name:",
	"name: ",
	"a",
	" ",
	"\t",
	"- ",
	'"',
	"'",
	"[",
	"]",
	",",
	"#",
	" #",
	"|",
	">",
	"\\",
	"''",
	"...\n",
	"description: a\n",
	"  - a\n",
];
const variables = [
	"${",
	"}",
	"input:",
	"${input:",
	"${input:a:",
	"${input::",
	"${".concat("file}"),
	"${".concat("selection}"),
	":",
	"\n",
	"a",
	"$",
	"{",
];
const diff = [
	"diff --git ",
	"diff --git a/a b/a\n",
	"a/",
	"b/",
	"a",
	" ",
	'"',
	"\n",
	"--- a/a\n",
	"+++ b/a\n",
	"rename from ",
	"rename to ",
	"@@",
	"@@ -1 +1 @@\n",
	"diff --cc ",
	"\t",
	"/dev/null\n",
	"+a\n",
];
const imports = [
	"import ",
	"import {\n",
	"from ",
	"use ",
	"using ",
	"require(",
	"const ",
	"=",
	"{",
	"}",
	"(",
	")",
	";",
	"\n",
	" ",
	"a",
	",",
	"await ",
	"#include",
	"pub",
];
const path = 4096;

export const actionReaders: readonly Reader[] = [
	{
		name: "readFrontMatter",
		module: "core/actions/frontMatter",
		tokens: matter,
		read: (text) => [
			readFrontMatter(text),
			readFrontMatter(`---\n${text}\n---\n`),
			readFrontMatter(`---\na: ${text.replaceAll("\n", " ")}\n---\n`),
		],
	},
	{
		name: "parsePromptFile",
		module: "core/actions/promptFile",
		tokens: [...matter, "-", "/", "\u200b"],
		read: (text) => [parsePromptFile("a.prompt.md", text), parsePromptFile(`${text}.prompt.md`, "a")],
	},
	{ name: "promptUses", module: "core/actions/promptVariables", tokens: variables, read: promptUses },
	{
		name: "isPromptFile",
		module: "core/actions/promptFile",
		tokens: [".prompt.md", ".prompt", ".md", ".", "a", "/", "-"],
		most: path,
		read: isPromptFile,
	},
	{
		name: "questionToSend",
		module: "core/chat/composer/questionAction",
		tokens: ["/", "a", " ", "\n", "\t", "/a", "/a "],
		read: (text) => questionToSend(text, async () => []),
	},
	{ name: "promptInputs", module: "core/actions/promptVariables", tokens: variables, read: promptInputs },
	{
		name: "fillPrompt",
		module: "core/actions/promptVariables",
		tokens: variables,
		read: (text) => fillPrompt(text, { selection: "a", file: "b", inputs: new Map([["a", "a"]]) }),
	},
	{ name: "splitDiff", module: "core/actions/fileDiffs", tokens: diff, read: splitDiff },
	{
		name: "fitDiffs",
		module: "core/actions/fileDiffs",
		tokens: diff,
		read: (text) => fitDiffs(splitDiff(text), text.length / 8, ({ length }) => length / 4),
	},
	{
		name: "newFileDiff",
		module: "core/actions/fileDiffs",
		tokens: ["a", "\n", "\r", "\r\n", " ", "+"],
		read: (text) => newFileDiff("a", text),
	},
	{
		name: "commitMessageOf",
		module: "core/actions/commitMessage",
		tokens: ["```", "`", "\n", "a", " ", "**", "commit message", ":", '"', "“", "”", "\r", "\u200b", "-", "text\n"],
		read: commitMessageOf,
	},
	{
		name: "commitMessageRequest",
		module: "core/actions/commitMessage",
		tokens: ["a", "\n", " ", "<", "/message>"],
		read: (text) => commitMessageRequest(text, { lastMessages: [text, text], begun: text }),
	},
	{ name: "importLines", module: "core/actions/importLines", tokens: imports, read: importLines },
	{
		name: "instructionText",
		module: "core/actions/instructionText",
		tokens: ["/", "fix", " ", "\n", "#", "a", ".", "/#", ")!", "\u00a0"],
		read: instructionText,
	},
	{ name: "wordAtEnd", module: "core/actions/instructionText", tokens: ["#", "a", " ", "\n", "/"], read: wordAtEnd },
	{
		name: "beginsWithAction",
		module: "core/chat/composer/questionAction",
		tokens: ["/", "a", " ", "\n", "\t", "/a", "/a "],
		read: (text) => beginsWithAction(text, async () => []),
	},
	{
		name: "prepareQuestion",
		module: "core/chat/composer/questionAction",
		tokens: ["/", "explain", " ", "\n", "a", "\t", "//", "\u2028"],
		read: (text) => prepareQuestion(text, async () => []),
	},
	{
		name: "testFilePath",
		module: "core/actions/testFilePath",
		tokens: ["a", "/", ".", ".test", "test_", "_test", ".ts", "src/main/", "tests/", "-", "Test"],
		most: path,
		read: (text) => testFilePath(text, [text, `${text}.test.ts`]),
	},
	{
		name: "codeAttachments",
		module: "core/actions/codeAttachments",
		tokens: ["a", "\n", "\r\n", " ", "{", "aa\n"],
		read: attachments,
	},
];

function attachments(text: string) {
	const last = text.split("\n").length;
	const selected = { first: 2, last: 2, text: "a" };
	const around = { first: 1, last, text };
	const context = {
		path: "a.ts",
		languageId: "typescript",
		selected,
		around,
		imports: around,
		problems: text,
	} as never;
	return codeAttachments(context, ["problems", "imports", "around"], {
		tokens: text.length / 8,
		count: ({ length }) => length / 4,
	});
}
