import { better, fenced, ofSum, type ReplyCase, sum, withSum } from "./replyCases";

const indent = (code: string, by: string) => code.replace(/^(?=.)/gm, by);
const blanks = (code: string, width: number) => code.replaceAll("\t", " ".repeat(width));
const method = "add(a: number, b: number): number {\n\treturn a + b;\n}";
const changed = method.replace("a + b", "b + a");
const inClass = (code: string) => `class Sums {\n\tzero = 0;\n\n${code}\n}\n`;

/** Creates a case with a method in a class, indented by one tab. */
function ofMethod(name: string, code: string, expected: string | null = indent(changed, "\t")): ReplyCase {
	return {
		name,
		document: inClass(`«\n${indent(method, "\t")}\n»`),
		reply: fenced(code),
		expected: expected === null ? null : inClass(expected),
	};
}

/** Replies with another indentation than their place, or with lines from around it. */
export const indentedReplies: readonly ReplyCase[] = [
	ofMethod("indented like its place", indent(changed, "\t")),
	ofMethod("not indented", changed),
	ofMethod("indented too far", indent(changed, "\t\t")),
	ofMethod("only the first line not indented", indent(changed, "\t").trimStart()),
	ofMethod("four spaces for each tab", blanks(indent(changed, "\t"), 4)),
	ofMethod("two spaces for each tab, not indented", blanks(changed, 2)),
	ofMethod("the surrounding class too", inClass(indent(changed, "\t")).trimEnd()),
	ofMethod("the line above it too", `\tzero = 0;\n\n${indent(changed, "\t")}`),
	{
		name: "tabs for spaces",
		document: `def f():\n«\n    if x:\n        return 1\n»\n    return 2\n`,
		reply: fenced("\tif y:\n\t\treturn 1", "python"),
		expected: `def f():\n    if y:\n        return 1\n    return 2\n`,
		languageId: "python",
		indentation: "    ",
	},
	{
		name: "Python, not indented",
		document: `def f():\n«\n    if x:\n        return 1\n»\n    return 2\n`,
		reply: fenced("if y:\n    return 1", "python"),
		expected: `def f():\n    if y:\n        return 1\n    return 2\n`,
		languageId: "python",
		indentation: "    ",
	},
	{
		name: "Python, only the first line not indented",
		document: `class A:\n«\n    def f(self):\n        return 1\n»\n`,
		reply: fenced("def f(self):\n        return 2", "python"),
		expected: `class A:\n    def f(self):\n        return 2\n`,
		languageId: "python",
		indentation: "    ",
	},
	{
		name: "inserted before a line, with its indentation",
		document: "function f() {\n«\n»\n\treturn 1;\n}\n",
		reply: fenced("check();"),
		expected: "function f() {\n\tcheck();\n\treturn 1;\n}\n",
	},
	{
		name: "in place of an empty line",
		document: "function f() {\n«\n\n»\n\treturn 1;\n}\n",
		reply: fenced("check();"),
		expected: "function f() {\n\tcheck();\n\treturn 1;\n}\n",
	},
	ofSum("the whole document", fenced(withSum(better)), better),
	ofSum("the import above it too", fenced(`import { log } from "./log";\n\n${better}`), better),
	ofSum(
		"what follows it too",
		fenced(`${better}\n\nexport function report(values: number[]): void {\n\tlog(String(sum(values)));\n}`),
		better,
	),
	ofSum("the import above it, changed, and the rest", fenced(withSum(better).replace("./log", "./logger")), null),
	ofSum(
		"the beginning of what follows it",
		fenced(`${better}\n\nexport function report(values: number[]): void {\n\tlog("changed");`),
		null,
	),
	{
		name: "a function that begins and ends as its document does is not the document",
		document: "function a() {\n\treturn 1;\n}\n«\nfunction b() {\n\treturn 2;\n}\n»\n",
		reply: fenced("function b() {\n\treturn 3;\n}"),
		expected: "function a() {\n\treturn 1;\n}\nfunction b() {\n\treturn 3;\n}\n",
	},
];

const cutInLine = sum.slice(0, sum.indexOf("total +="));
const cutAfterLine = sum.split("\n").slice(0, 3).join("\n");

/** Incomplete replies. */
export const cutReplies: readonly ReplyCase[] = [
	ofSum("no closing fence, but the code ends as before", `\`\`\`ts\n${better}\n`, better),
	ofSum("no closing fence, cut off in mid-line", `\`\`\`ts\n${cutInLine}`, null),
	ofSum("no closing fence, cut off after a line", `\`\`\`ts\n${cutAfterLine}\n`, null),
	ofSum("no closing fence, prose after the code", `\`\`\`ts\n${better}\nThat is all.`, null),
	ofSum("an opening fence alone", "```ts", null),
	{
		name: "a section that was cut off at one of its inner fences",
		document: "«\n# Run\n\n```\na\n```\n\n# Stop\n\n```\nb\n```\n\nDone.\n»\n",
		reply: "```markdown\n# Run\n\n```\na\n```\n\n# Stop\n\n```",
		expected: null,
		languageId: "markdown",
	},
	ofSum("a second block that does not end", `${fenced(better)}\n\`\`\`ts\n${cutInLine}`, null),
	ofSum("no fence, cut off in mid-line", cutInLine, null),
	ofSum("cut off at the maximum length, in mid-line", `\`\`\`ts\n${cutInLine}`, null, "length"),
	ofSum("cut off at the maximum length, although the fence closes", fenced(better), null, "length"),
	ofSum("cut off at the maximum length, in the prose after the code", `${fenced(better)}\nThis ver`, null, "length"),
	ofSum("ended by a filter", fenced(better), null, "content_filter"),
	ofSum("ended by a tool call", fenced(better), null, "tool_calls"),
	ofSum("broken off without a reason", fenced(better), null, null),
	ofSum("ended in another server's words", fenced(better), better, "end_turn"),
];
