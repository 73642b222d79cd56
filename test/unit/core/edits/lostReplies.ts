import { ofAll } from "./partialReplies";
import { better, fenced, ofSum, type ReplyCase, sum } from "./replyCases";

const store = `class Store {
	items = [];

	add(item) {
		this.items.push(item);
	}

	remove(item) {
		this.items = this.items.filter((other) => other !== item);
	}

	clear() {
		this.items = [];
	}
}`;
const trimmed = "\tremove(item) {\n\t\tthis.items = this.items.filter((other) => other !== item.trim());\n\t}";
const functions = (one: string) =>
	`function one() {\n\treturn ${one};\n}\n\nfunction two() {\n\treturn 2;\n}\n\nfunction three() {\n\treturn 3;\n}`;
const without = (code: string, from: string, to: string) =>
	code.slice(0, code.indexOf(from)) + code.slice(code.indexOf(to));
const python =
	"class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n\n    def three(self):\n        return 3";
const total =
	"def total(items):\n    summed = 0\n    for item in items:\n        summed += item.price\n    log(summed)\n    return summed";
const contents =
	"# Contributing\n\n- [Local development](local.md)\n- [Templates: adding or changing](templates.md)\n- [Documentation](documentation.md)\n- [Cutting a release](release.md)";
const threading = ["- [Threading](threading.md)", "- [Templates and crates](templates.md)", "- [Unit tests](tests.md)"];
const css = ".a {\n\tcolor: red;\n}\n\n.b {\n\tcolor: blue;\n}\n\n.c {\n\tcolor: green;\n}";
const branches =
	"switch (x) {\n\tcase 1:\n\t\ta();\n\t\tbreak;\n\tcase 2:\n\t\tb();\n\t\tbreak;\n\tcase 3:\n\t\tc();\n\t\tbreak;\n}";
const help =
	"export const help = `\nIt reads files.\nIt has many options.\nThe first is long.\nUsage:\n```\nrun\n```\nThe rest.\n`;";
const marked = "const form = `\n<<<<<<< SEARCH\nold lines\n=======\nnew lines\n>>>>>>> REPLACE`;\nconst a = 1;";
const consts = (...values: readonly string[]) =>
	values.map((value, at) => `const ${"abcd"[at]} = ${value};`).join("\n");
const needy = fenced(sum.replace("= 0", "= start()"));
const helper = fenced("function start() {\n\treturn sum([]);\n}");

const methodHead = "- (void)insert:(View *)view at:(int)index";
const methods = `${methodHead}\n{\n\tview.parent = self;\n\t[views insert:view at:index];\n}`;
const tried = "try {\n\tread(file);\n}\ncatch (e) {\n\tthrow new Error(file);\n}";
const documented = {
	value: "/**\n * The text that is shown at first.\n * Without it, there is none.\n */\nvalue?: string;",
	label: "/**\n * Names the button for readers of a screen.\n * @platform ios\n */\nlabelOfButton?: string;",
};
const wrapped = `if (enabled) {\n\tfirst(1);\n${"\tsecond(2);\n\tthird(4);\n".repeat(4)}}`;

/** Replies that would also remove code outside of their changes. */
export const lostReplies: readonly ReplyCase[] = [
	ofAll("a class with one of its methods", "javascript", store, `class Store {\n\titems = [];\n\n${trimmed}\n}`, false),
	ofAll(
		"a class with all but one of its methods, one of them changed",
		"javascript",
		store,
		without(store, "\tadd", "\tremove").replace("!== item", "!== item.trim()"),
		false,
	),
	ofAll("a class without a method", "javascript", store, without(store, "\tadd", "\tremove"), true),
	{
		name: "the class around methods, with only one of them",
		document: store.replace("{\n", "{\n«\n").replace(/\n}$/, "\n»\n}\n"),
		reply: fenced(`class Store {\n${trimmed}\n}`, "javascript"),
		expected: null,
		languageId: "javascript",
	},
	ofAll(
		"functions, without one between them",
		"javascript",
		functions("1"),
		without(functions("11"), "function two", "function three"),
		false,
	),
	ofAll(
		"functions, one of them removed",
		"javascript",
		functions("1"),
		without(functions("1"), "function two", "function three"),
		true,
	),
	ofAll("functions, one of them renamed", "javascript", functions("1"), functions("11").replace("two", "second"), true),
	ofAll(
		"a Python class with the last of its methods",
		"python",
		python,
		"class A:\n    def three(self):\n        return 4",
		false,
	),
	ofAll(
		"the changed lines of a Python function",
		"python",
		total,
		"def total(items, tax):\n    return summed * tax",
		false,
	),
	ofAll(
		"a Python function in fewer lines",
		"python",
		total,
		"def total(items, tax):\n    log(items)\n    return tax * add(items)",
		true,
	),
	ofAll("new items of a list beside a heading", "markdown", contents, threading.join("\n"), false),
	ofAll(
		"new items under the same heading",
		"markdown",
		contents,
		["# Contributing", "", ...threading].join("\n"),
		true,
	),
	ofAll("style rules, one between them missing", "css", css, without(css, ".b", ".c").replace("green", "lime"), false),
	ofAll("one of several branches", "javascript", branches, "switch (x) {\n\tcase 1:\n\t\ta(1);\n\t\tbreak;\n}", false),
	ofAll(
		"one of several elements",
		"html",
		"<ul>\n\t<li>a</li>\n\t<li>b</li>\n\t<li>c</li>\n</ul>",
		"<ul>\n\t<li>b</li>\n</ul>",
		false,
	),
	ofAll("code that ends at a fence in a string", "typescript", help, help.replace("many", "several"), false),
	{
		name: "code with a fence in a string, in a longer fence",
		document: `«\n${help}\n»\n`,
		reply: `\`\`\`\`ts\n${help.replace("many", "several")}\n\`\`\`\``,
		expected: `${help.replace("many", "several")}\n`,
	},
	ofAll("code that contains search-and-replace blocks", "typescript", marked, marked.replace("a = 1", "a = 2"), true),
	ofAll("a comment in place of a statement", "typescript", "\treturn b * 2;", "\t// The rest is fine", false),
	ofAll("comments in place of statements", "python", "a = 1\nb = 2\nc = 3", "# fine\n# really", false),
	ofAll("a statement as a comment", "typescript", "\treturn b * 2;", "\t// return b * 2;", true),
	ofAll("a comment that instructs a tool", "typescript", "import a from 'a';", "// eslint-disable no-var", true),
	ofAll("a sentence in place of a statement", "typescript", "\treturn b * 2;", "No changes needed.", false),
	ofAll("the first two of three statements, one changed", "python", "x = 1\ny = 2\nz = 3", "x = 1\ny = 5", false),
	ofAll(
		"the last two of three statements, one changed",
		"typescript",
		consts("1", "2", "3"),
		"const b = 7;\nconst c = 3;",
		false,
	),
	ofAll(
		"five lines in place of as many that are alike",
		"c",
		"EXPORT(onChange, Bubbling)\nEXPORT(onCancel, Bubbling)\nEXPORT(onFocus, Bubbling)\nEXPORT(onBlur, Bubbling)",
		"EXPORT(onChange, Direct)\nEXPORT(onCancel, Direct)\nEXPORT(onSearchFocus, Direct)\nEXPORT(onSearchBlur, Direct)",
		true,
	),
	ofAll(
		"a statement below its comment, alone",
		"typescript",
		"\t// @ts-expect-error\n\titems = null;",
		"\titems: ?Item = null;",
		true,
	),
	ofAll(
		"the head of a function, with a comment",
		"objective-c",
		methods,
		`// What it does.\nBEGIN\n${methodHead}`,
		false,
	),
	ofAll(
		"what is tried, without what handles its errors",
		"typescript",
		tried,
		`${tried.slice(0, 3)} {\n\tread(path);\n}`,
		false,
	),
	ofAll("a documented member in place of another", "typescript", documented.value, documented.label, false),
	ofAll("a few lines of what a block contained", "typescript", wrapped, "first(2);\nother(3);", false),
	ofAll("two of four statements", "typescript", consts("1", "2", "3", "4"), "const b = 7;\nconst c = 3;", false),
	ofAll("the last of two statements", "typescript", "const a = one();\nconst b = two();", "const b = two(1);", false),
	ofAll("two statements as one", "typescript", "let sum;\nsum = add(a, b);", "const sum = add(a, b);", true),
	ofAll("lines that begin with an operator", "javascript", "const s = a\n+ b\n+ c;", "const s = a\n+ b\n+ d;", true),
	{
		name: "lines that begin with an operator, dedented",
		document: "function price() {\n\treturn base\n«\n\t\t+ shipping\n\t\t+ taxes;\n»\n}\n",
		reply: fenced("+ shipping\n+ taxes * 2;", "javascript"),
		expected: "function price() {\n\treturn base\n\t\t+ shipping\n\t\t+ taxes * 2;\n}\n",
		languageId: "javascript",
	},
	ofSum(
		"a function that the code needs, above its own use",
		`${needy}\n\nAdd the helper, so that the tests run:\n\n${helper}`,
		null,
	),
	ofSum(
		"a function that the code needs, by the way",
		`${needy}\n\nThe function that prints goes above it:\n\n${helper}`,
		null,
	),
	ofSum(
		"an example that declares a function",
		`${fenced(better)}\n\nYou can try it out like this:\n\n${helper}`,
		better,
	),
];
