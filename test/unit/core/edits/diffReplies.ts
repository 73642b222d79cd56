import { fenced, ofSum, type ReplyCase, sum, withSum } from "./replyCases";

const diff = (...lines: readonly string[]) => fenced(lines.join("\n"), "diff");
const changed = sum.replace("let total", "let result");
const twice = changed.replace("return total", "return result");
const search = (find: string, replace: string) => `<<<<<<< SEARCH\n${find}\n=======\n${replace}\n>>>>>>> REPLACE`;
const python =
	"def mean(values):\n    if not values:\n        return 0\n    total = sum(values)\n    return total / len(values)";
const repeated = "a();\nb();\na();";

/** Replies that state the changes: unified diffs, and search-and-replace blocks. */
export const diffReplies: readonly ReplyCase[] = [
	ofSum(
		"a diff with all its heads",
		diff("--- a/src/sum.ts", "+++ b/src/sum.ts", "@@ -4,1 +4,1 @@", "-	let total = 0;", "+	let result = 0;"),
		changed,
	),
	ofSum(
		"a diff with wrong line numbers",
		diff("@@ -90,7 +91,2 @@", "-	let total = 0;", "+	let result = 0;"),
		changed,
	),
	ofSum(
		"a diff with surrounding lines",
		diff(
			"@@ -3,3 +3,3 @@",
			" export function sum(values: number[]): number {",
			"-	let total = 0;",
			"+	let result = 0;",
			" 	for (const value of values) total += value;",
		),
		changed,
	),
	ofSum("a diff without heads", diff("-	let total = 0;", "+	let result = 0;"), changed),
	ofSum(
		"a diff with two hunks",
		diff("@@ @@", "-	let total = 0;", "+	let result = 0;", "@@ @@", "-	return total;", "+	return result;"),
		twice,
	),
	ofSum(
		"a diff without the space before unchanged lines",
		diff("@@ @@", "export function sum(values: number[]): number {", "-	let total = 0;", "+	let result = 0;"),
		changed,
	),
	ofSum(
		"a diff from Git",
		diff(
			"diff --git a/src/sum.ts b/src/sum.ts",
			"index 1a2b3c4..5d6e7f8 100644",
			"--- a/src/sum.ts",
			"+++ b/src/sum.ts",
			"@@ -4 +4 @@ export function sum",
			"-	let total = 0;",
			"+	let result = 0;",
		),
		changed,
	),
	ofSum(
		"a diff in a fence without a language",
		fenced("@@ -4,1 +4,1 @@\n-	let total = 0;\n+	let result = 0;", ""),
		changed,
	),
	ofSum(
		"a diff without a fence",
		"--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -4,2 +4,2 @@\n-	let total = 0;\n+	let result = 0;\n 	for (const value of values) total += value;",
		changed,
	),
	ofSum(
		"a diff without a fence that ends with a change: there may have been more of it",
		"--- a/src/sum.ts\n+++ b/src/sum.ts\n@@ -4 +4 @@\n-	let total = 0;\n+	let result = 0;",
		null,
	),
	ofSum(
		"a diff with a mark for the missing line break",
		diff("-	let total = 0;", "+	let result = 0;", "\\ No newline at end of file"),
		changed,
	),
	ofSum("a diff in CRLF", diff("-	let total = 0;", "+	let result = 0;").replaceAll("\n", "\r\n"), changed),
	ofSum("a diff that only removes lines", diff("-	let total = 0;"), sum.replace("	let total = 0;\n", "")),
	ofSum("a diff whose lines do not exist", diff("-	let totals = 0;", "+	let result = 0;"), null),
	ofSum("a diff that only adds lines at no known place", diff("@@ -4,0 +4,1 @@", "+	let result = 0;"), null),
	ofSum(
		"a diff with an elision among its lines",
		diff(" export function sum(values: number[]): number {", " 	...", "-	return total;", "+	return 0;"),
		null,
	),
	ofSum(
		"a diff of two files",
		diff(
			"--- a/a.ts",
			"+++ b/a.ts",
			"@@ @@",
			"-	let total = 0;",
			"+	let result = 0;",
			"--- a/b.ts",
			"+++ b/b.ts",
			"@@ @@",
			"-x",
			"+y",
		),
		null,
	),
	ofSum("a diff whose fence does not end", "```diff\n@@ @@\n-	let total = 0;\n+	let result = 0;", null),
	ofSum("a diff that changes nothing", diff("@@ @@", " 	let total = 0;"), null),
	{
		name: "a diff that fits in two places",
		document: `«\n${repeated}\n»\n`,
		reply: diff("@@ -1,1 +1,1 @@", "-a();", "+c();"),
		expected: null,
	},
	{
		name: "a diff of equal hunks with their line numbers",
		document: `zero();\n«\n${repeated}\n»\na();\n`,
		reply: diff("@@ -2,1 +2,1 @@", "-a();", "+c();", "@@ -4,1 +4,1 @@", "-a();", "+c();"),
		expected: "zero();\nc();\nb();\nc();\na();\n",
	},
	{
		name: "a diff of equal hunks with wrong line numbers",
		document: `zero();\n«\n${repeated}\n»\na();\n`,
		reply: diff("@@ -2,1 +2,1 @@", "-a();", "+c();", "@@ -3,1 +3,1 @@", "-a();", "+c();"),
		expected: null,
	},
	{
		name: "a diff that distinguishes the two places",
		document: `«\n${repeated}\n»\n`,
		reply: diff(" b();", "-a();", "+c();"),
		expected: "a();\nb();\nc();\n",
	},
	{
		name: "a diff about other lines of the document too",
		document: withSum(`«\n${sum}\n»`),
		reply: diff(
			"@@ @@",
			'-import { log } from "./log";',
			'+import { log } from "./logger";',
			"@@ @@",
			"-	let total = 0;",
			"+	let result = 0;",
		),
		expected: withSum(changed).replace("./log", "./logger"),
	},
	{
		name: "a diff with less indentation",
		document: `class A {\n«\n${sum.replace(/^/gm, "\t").replace("export ", "")}\n»\n}\n`,
		reply: diff("@@ @@", "-	let total = 0;", "+	let result = 0;"),
		expected: `class A {\n${changed.replace(/^/gm, "\t").replace("export ", "")}\n}\n`,
	},
	ofSum("a search-and-replace block", search("	let total = 0;", "	let result = 0;"), changed),
	ofSum(
		"a search-and-replace block in a fence, with prose",
		`Here:\n${fenced(search("	let total = 0;", "	let result = 0;"))}\nDone.`,
		changed,
	),
	ofSum(
		"two search-and-replace blocks",
		`${search("	let total = 0;", "	let result = 0;")}\n\n${search("	return total;", "	return result;")}`,
		twice,
	),
	ofSum(
		"two search-and-replace blocks, one of which fits nowhere",
		`${search("	let total = 0;", "	let result = 0;")}\n${search("	nothing();", "")}`,
		null,
	),
	ofSum("an unclosed search-and-replace block", "<<<<<<< SEARCH\n	let total = 0;\n=======\n	let result = 0;", null),
	ofSum("a search-and-replace block with nothing to find", search("", "	let result = 0;"), null),
	ofSum(
		"two search-and-replace blocks about the same lines",
		`${search("	let total = 0;", "	let one = 0;")}\n${search("	let total = 0;", "	let two = 0;")}`,
		null,
	),
	{
		name: "a diff whose unchanged lines lack their leading space, indented by spaces",
		document: `«\n${python}\n»\n`,
		reply: diff(
			"@@ -1,4 +1,5 @@",
			"def mean(values):",
			"    if not values:",
			"+        log()",
			"        return 0",
			"    total = sum(values)",
			"-    return total / len(values)",
			"+    count = len(values)",
			"+    return total / count",
		),
		expected: `${python.replace("        return 0", "        log()\n        return 0").replace("    return total / len(values)", "    count = len(values)\n    return total / count")}\n`,
		languageId: "python",
	},
	{
		name: "a diff that only adds, between lines without their leading space",
		document: `«\n${python}\n»\n`,
		reply: diff("@@ @@", "    if not values:", "        return 0", "+    check(values)", "    total = sum(values)"),
		expected: `${python.replace("    total", "    check(values)\n    total")}\n`,
		languageId: "python",
	},
	{
		name: "a diff that is indented less than its lines",
		document: `class A:\n«\n${python.replace(/^/gm, "    ")}\n»\n`,
		reply: diff(
			" def mean(values):",
			"     if not values:",
			"-        return 0",
			"+        return None",
			"+        # none",
		),
		expected: `class A:\n${python.replace("return 0", "return None\n        # none").replace(/^/gm, "    ")}\n`,
		languageId: "python",
	},
	{
		name: "a diff with a space after each mark",
		document: `«\n${python}\n»\n`,
		reply: diff("-     total = sum(values)", "+     total = fsum(values)", "+     check(total)"),
		expected: `${python.replace("total = sum(values)", "total = fsum(values)\n    check(total)")}\n`,
		languageId: "python",
	},
	{
		name: "a diff with spaces for tabs",
		document: "«\nfunction f() {\n\tif (a) {\n\t\treturn 1;\n\t}\n}\n»\n",
		reply: diff(" function f() {", "-    if (a) {", "+    if (b) {", "-        return 1;", "+        return 2;"),
		expected: "function f() {\n\tif (b) {\n\t\treturn 2;\n\t}\n}\n",
	},
	ofSum(
		"a patch in the form of “Begin Patch”",
		"*** Begin Patch\n*** Update File: src/sum.ts\n@@ export function sum\n-	let total = 0;\n+	let result = 0;\n*** End Patch",
		changed,
	),
	ofSum(
		"a “Begin Patch” in a fence, with two hunks",
		fenced(
			"*** Begin Patch\n*** Update File: src/sum.ts\n@@\n-	let total = 0;\n+	let result = 0;\n@@\n-	return total;\n+	return result;\n*** End Patch",
			"",
		),
		twice,
	),
	ofSum(
		"a “Begin Patch” of two files",
		"*** Begin Patch\n*** Update File: src/sum.ts\n@@\n-	let total = 0;\n+	let result = 0;\n*** Update File: b.ts\n@@\n-a\n+b\n*** End Patch",
		null,
	),
	ofSum(
		"a “Begin Patch” that adds a file",
		"*** Begin Patch\n*** Add File: src/b.ts\n+export {};\n*** Update File: src/sum.ts\n@@\n-	let total = 0;\n+	let result = 0;\n*** End Patch",
		null,
	),
	ofSum(
		"a conflict with Git's labels",
		fenced("<<<<<<< HEAD\n	let total = 0;\n=======\n	let result = 0;\n>>>>>>> feature/result"),
		changed,
	),
	ofSum(
		"a conflict with the base between",
		fenced("<<<<<<< ours\n	let total = 0;\n||||||| base\n	let t = 0;\n=======\n	let result = 0;\n>>>>>>> theirs"),
		changed,
	),
	{
		name: "a conflict in a document that contains some is code",
		document: "«\n<<<<<<< HEAD\na();\n=======\nb();\n>>>>>>> other\n»\n",
		reply: fenced("<<<<<<< HEAD\na(1);\n=======\nb();\n>>>>>>> other"),
		expected: "<<<<<<< HEAD\na(1);\n=======\nb();\n>>>>>>> other\n",
	},
	ofSum(
		"blocks with dashes and plus signs as marks",
		"------- SEARCH\n	let total = 0;\n=======\n	let result = 0;\n+++++++ REPLACE",
		changed,
	),
	ofSum(
		"lines with marks in a code fence",
		fenced(
			"export function sum(values: number[]): number {\n-	let total = 0;\n+	let result = 0;\n	for (const value of values) total += value;\n	return total;\n}",
		),
		changed,
	),
	ofSum(
		"lines with marks in a code fence, some of which do not exist",
		fenced("export function sum(values: number[]): number {\n-	let totals = 0;\n+	let result = 0;\n}"),
		null,
	),
	{
		name: "a list in Markdown is not a diff",
		document: "# Fruit\n\n«\nApples\nPears\n»\n",
		reply: fenced("- Apples\n- Pears", "markdown"),
		expected: "# Fruit\n\n- Apples\n- Pears\n",
		languageId: "markdown",
	},
	ofSum(
		"conflicts between unchanged lines, one of which only adds",
		fenced(
			"export function sum(values: number[]): number {\n<<<<<<< original code\n=======\n	check(values);\n>>>>>>> updated code\n	let total = 0;\n	for (const value of values) total += value;\n<<<<<<< original code\n	return total;\n=======\n	return 0;\n>>>>>>> updated code\n}",
		),
		sum.replace("	let", "	check(values);\n	let").replace("return total", "return 0"),
	),
	{
		name: "a patch of Markdown that contains fences",
		document: "# Title\n\n«\nRun:\n\n```sh\nnpm tst\n```\n»\n",
		reply: "*** Begin Patch\n*** Update File: a.md\n@@\n Run:\n \n ```sh\n-npm tst\n+npm test\n ```\n*** End Patch",
		expected: "# Title\n\nRun:\n\n```sh\nnpm test\n```\n",
		languageId: "markdown",
	},
	ofSum(
		"a patch without its end",
		"*** Begin Patch\n*** Update File: a.ts\n@@\n-	let total = 0;\n+	let result = 0;",
		null,
	),
	{
		name: "a diff between lines that are indented further",
		document: "«\nfunction f() {\n    if (a) {\n        return 1;\n    }\n}\n»\n",
		reply: diff(" if (a) {", "     return 1;", "+} else {", "+    return 2;", " }"),
		expected: "function f() {\n    if (a) {\n        return 1;\n    } else {\n        return 2;\n    }\n}\n",
	},
	{
		name: "methods that begin like marked lines, in a diff without leading spaces",
		document: "«\n- (void)a\n{\n}\n\n- (void)b\n{\n}\n»\n",
		reply: diff("@@ @@", "- (void)a", "{", "+  go();", "}"),
		expected: "- (void)a\n{\n  go();\n}\n\n- (void)b\n{\n}\n",
		languageId: "objective-c",
	},
	{
		name: "a new line between methods that begin like marked lines, marked in a code fence",
		document: "«\n- (void)a\n{\n  go();\n}\n»\n",
		reply: fenced("- (void)a\n{\n+  check();\n  go();\n}", "objc"),
		expected: "- (void)a\n{\n  check();\n  go();\n}\n",
		languageId: "objective-c",
	},
	{
		name: "new methods that begin like marked lines are code",
		document: "«\n- (void)a\n{\n}\n»\n",
		reply: fenced("- (void)a\n{\n}\n\n+ (void)b\n{\n}", "objc"),
		expected: "- (void)a\n{\n}\n\n+ (void)b\n{\n}\n",
		languageId: "objective-c",
	},
	{
		name: "a diff in a document that contains one is its code",
		document: "«\n```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n```\n»\n",
		reply: "````markdown\n```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+c\n```\n````",
		expected: "```diff\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+c\n```\n",
		languageId: "markdown",
	},
	{
		name: "marked lines of Markdown that begin with a fence",
		document: "«\nRun this:\n\n```sh\nnpm start\n```\n\nThen wait for it.\n»\n",
		reply: "````markdown\n```sh\n-npm start\n+npm run dev\n```\n````",
		expected: "Run this:\n\n```sh\nnpm run dev\n```\n\nThen wait for it.\n",
		languageId: "markdown",
	},
];
