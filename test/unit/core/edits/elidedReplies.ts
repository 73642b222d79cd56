import { fenced, ofSum, type ReplyCase, sum } from "./replyCases";

const lines = sum.split("\n");
const [head = ""] = lines;
const documented = `/** Adds up. */\n${sum}`;
const python = `class Box:
    def put(self, thing):
        self.things.append(thing)

    def take(self):
        return self.things.pop()

    def size(self):
        return len(self.things)`;

function ofPython(name: string, reply: string, expected: string | null): ReplyCase {
	const document = `import os\n\n«\n${python}\n»\n`;
	return {
		name,
		document,
		reply: fenced(reply, "python"),
		expected: expected === null ? null : `import os\n\n${expected}\n`,
		languageId: "python",
		indentation: "    ",
	};
}

function ofScript(name: string, before: string, after: string, expected: string | null = after): ReplyCase {
	const [document, reply] = [`start();\n\n«\n${before}\n»\n\nend();\n`, fenced(after, "javascript")];
	return {
		...{ name, document, reply, languageId: "javascript", indentation: "  " },
		expected: expected === null ? null : `start();\n\n${expected}\n\nend();\n`,
	};
}

/** Replies that leave lines out. */
export const elidedReplies: readonly ReplyCase[] = [
	ofSum(
		"the rest left out after the first line",
		fenced(`/** Adds up. */\n${head}\n\t// ... existing code ...`),
		documented,
	),
	ofSum(
		"the middle left out",
		fenced(`/** Adds up. */\n${head}\n\t// ... existing code ...\n\treturn total;\n}`),
		documented,
	),
	ofSum("the beginning left out", fenced("// ... existing code ...\n\treturn total;\n}\n// done"), `${sum}\n// done`),
	ofSum(
		"an elision with another character",
		fenced(`${head}\n\tcheck(values);\n\tlet total = 0;\n\t// … rest of the code …\n}`),
		sum.replace("\tlet", "\tcheck(values);\n\tlet"),
	),
	ofSum(
		"an elision in words alone",
		fenced(`/** Adds up. */\n${head}\n\t// rest of the function remains the same`),
		documented,
	),
	ofSum(
		"an elision in brackets",
		fenced(`/** Adds up. */\n${head}\n\t/* ... existing implementation ... */`),
		documented,
	),
	ofSum("two elisions", fenced(`${head}\n\t// ...\n\tfor (const value of values) total += value;\n\t// ...`), sum),
	ofSum("a body left out between braces", fenced(`/** Adds up. */\n${head} /* unchanged */ }`), documented),
	ofSum(
		"a phrase is a comment where no code is missing",
		fenced(sum.replace("\treturn", "\t// the rest\n\treturn")),
		sum.replace("\treturn", "\t// the rest\n\treturn"),
	),
	ofSum(
		"a phrase beside lines that are missing elsewhere",
		fenced(`${head}\n\t// keep existing code\n\treturn total;\n\tlet total = 0;\n}`),
		null,
	),
	ofSum("a declaration missing without a mark", fenced(`${head}\n\t// ...\n`).replace("sum", "add"), null),
	ofSum(
		"a changed line before the elision",
		fenced(`${head.replace("sum", "add")}\n\t// ... existing code ...\n}`),
		null,
	),
	ofSum(
		"a changed line after the elision",
		fenced(`${head}\n\t// ... existing code ...\n\treturn 2 * total;\n}`),
		null,
	),
	ofSum("everything left out", fenced("// ... existing code ..."), null),
	ofSum("two elisions in a row", fenced(`${head}\n\t// ...\n\t// ...\n\treturn total;\n}`), null),
	ofSum("dots without a comment", fenced(`${head}\n\t...\n\treturn total;\n}`), null),
	ofSum("dots between braces", fenced(`${head} { ... }`), null),
	ofSum("an elision after code", fenced(`${head} // ... existing code\n}`), null),
	ofSum(
		"an elision of nothing",
		fenced(
			`${head}\n\t// ... existing code ...\n\tlet total = 0;\n\tfor (const value of values) total += value;\n\treturn total;\n}`,
		),
		null,
	),
	ofSum(
		"lines moved around an elision",
		fenced(`${head}\n\treturn total;\n\tlet total = 0;\n\t// ... existing code ...\n}`),
		null,
	),
	ofSum(
		"a line named twice around an elision",
		fenced(`${head}\n\t// ... existing code ...\n\tlet total = 0;\n\treturn total;\n}`),
		null,
	),
	ofSum(
		"a spread is not an elision",
		fenced(sum.replace("of values", "of [...values]")),
		sum.replace("of values", "of [...values]"),
	),
	ofSum(
		"a rest parameter is not an elision",
		fenced(sum.replace("values: number", "...values: number")),
		sum.replace("values: number", "...values: number"),
	),
	ofSum(
		"dots at the end of a string are not an elision",
		fenced(sum.replace("let total = 0;", 'log("wait...");')),
		sum.replace("let total = 0;", 'log("wait...");'),
	),
	ofScript(
		"a spread of a member is not an elision",
		"const handlers = {\n  open,\n  close,\n};",
		"const handlers = {\n  open,\n  close,\n  ...other.methods,\n  ...existing?.handlers,\n};",
	),
	ofScript(
		"a spread of what a call returns is not an elision",
		"load([a, b]);",
		"load([\n  a,\n  b,\n  ...rest(),\n]);",
	),
	ofScript(
		"dots at the end of Flow's object type are not an elision",
		"type Options = {\n  path: string,\n  mode: number,\n};",
		"type Options = {\n  path: string,\n  mode: string,\n  ...\n};",
	),
	ofScript(
		"dots in a line with one of Flow's object types are not an elision",
		"type Options = { path: string };",
		"type Options = { path: string, ... };",
	),
	ofScript(
		"Flow's type of any object is not an elision",
		"function open(options: Object): void {\n  run(options);\n}",
		"function open(options: {...}): void {\n  run(options);\n}",
	),
	ofScript(
		"dots in place of the members of Flow's object type",
		"type Options = {\n  path: string,\n  mode: number,\n  flags: number,\n};",
		"type Options = {\n  path: string,\n  ...\n};",
		null,
	),
	ofScript(
		"dots between braces in a line whose other code is changed",
		"function open(options: { path: string }): void {\n  run(options);\n}",
		"function open(options: { ... }, mode: number): void {\n  run(options);\n}",
		null,
	),
	ofScript(
		"an elision after code that is changed",
		"const mode = 1;\nopen(mode);",
		"const mode = 2; // ... existing code\nopen(mode);",
		null,
	),
	{
		name: "an elision whose neighbours occur twice",
		document: "«\nstart();\nif (a) {\n\treturn null;\n}\nnext();\nif (b) {\n\treturn null;\n}\nnext();\nend();\n»\n",
		reply: fenced(
			"start();\n// ... existing code ...\n\treturn null;\n\tlog();\n}\nnext();\n// ... existing code ...\nend();",
		),
		expected: null,
	},
	{
		name: "dots that were there before",
		document: "«\nfunction f() {\n\t// ...\n\treturn 1;\n}\n»\n",
		reply: fenced("function f() {\n\t// ...\n\treturn 2;\n}"),
		expected: "function f() {\n\t// ...\n\treturn 2;\n}\n",
	},
	ofPython(
		"methods left out before and after",
		"class Box:\n    # ... existing methods ...\n    def take(self):\n        return self.things.pop()\n    # ... existing methods ...",
		python,
	),
	ofPython(
		"a method inserted between others",
		"class Box:\n    # ... existing code ...\n    def take(self):\n        return self.things.pop()\n\n    def peek(self):\n        return self.things[-1]\n\n    def size(self):\n        return len(self.things)",
		python.replace("    def size", "    def peek(self):\n        return self.things[-1]\n\n    def size"),
	),
	ofPython(
		"a method added at the end",
		"class Box:\n    # ... existing code ...\n    def size(self):\n        return len(self.things)\n\n    def peek(self):\n        return self.things[-1]",
		`${python}\n\n    def peek(self):\n        return self.things[-1]`,
	),
	ofPython(
		"a method left out without a mark after one with a mark",
		"class Box:\n    # ... existing code ...\n    def take(self):\n        return self.things.pop()",
		null,
	),
	ofPython(
		"dots that may be Python's own",
		"class Box:\n    def put(self, thing):\n        ...\n\n    def take(self):\n        return self.things.pop()",
		null,
	),
	{
		name: "an elision in HTML",
		document: "«\n<ul>\n  <li>One</li>\n  <li>Two</li>\n</ul>\n»\n",
		reply: fenced('<ul class="x">\n  <li>One</li>\n  <!-- ... -->\n</ul>', "html"),
		expected: '<ul class="x">\n  <li>One</li>\n  <li>Two</li>\n</ul>\n',
		languageId: "html",
	},
	{
		name: "an elision in HTML between known lines",
		document: "«\n<ul>\n  <li>One</li>\n  <li>Two</li>\n  <li>Three</li>\n</ul>\n»\n",
		reply: fenced('<ul class="x">\n  <li>One</li>\n  <!-- ... existing items ... -->\n  <li>Three</li>\n</ul>', "html"),
		expected: '<ul class="x">\n  <li>One</li>\n  <li>Two</li>\n  <li>Three</li>\n</ul>\n',
		languageId: "html",
	},
];
