import { fenced, ofSum, type ReplyCase, sum, withSum } from "./replyCases";

const diff = (...lines: readonly string[]) => fenced(lines.join("\n"), "diff");
const changed = sum.replace("let total", "let result");
const twice = changed.replace("return total", "return result");
const search = (find: string, replace: string) => `<<<<<<< SEARCH\n${find}\n=======\n${replace}\n>>>>>>> REPLACE`;
const repeated = "a();\nb();\na();";

/** Replies that say what changes: unified diffs, and search-and-replace blocks. */
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
		"a diff with lines around",
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
		"a diff without the blank before lines that stay",
		diff("@@ @@", "export function sum(values: number[]): number {", "-	let total = 0;", "+	let result = 0;"),
		changed,
	),
	ofSum(
		"a diff of Git's",
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
	ofSum("a diff that only takes lines away", diff("-	let total = 0;"), sum.replace("	let total = 0;\n", "")),
	ofSum("a diff whose lines are not there", diff("-	let totals = 0;", "+	let result = 0;"), null),
	ofSum("a diff that only adds, to nowhere", diff("@@ -4,0 +4,1 @@", "+	let result = 0;"), null),
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
		name: "a diff that means one of two places",
		document: `«\n${repeated}\n»\n`,
		reply: diff("@@ -1,1 +1,1 @@", "-a();", "+c();"),
		expected: null,
	},
	{
		name: "a diff that tells the two places apart",
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
		"such a block in a fence, with prose",
		`Here:\n${fenced(search("	let total = 0;", "	let result = 0;"))}\nDone.`,
		changed,
	),
	ofSum(
		"two such blocks",
		`${search("	let total = 0;", "	let result = 0;")}\n\n${search("	return total;", "	return result;")}`,
		twice,
	),
	ofSum(
		"one of two such blocks fits nowhere",
		`${search("	let total = 0;", "	let result = 0;")}\n${search("	nothing();", "")}`,
		null,
	),
	ofSum("such a block that does not end", "<<<<<<< SEARCH\n	let total = 0;\n=======\n	let result = 0;", null),
	ofSum("such a block with nothing to find", search("", "	let result = 0;"), null),
	ofSum(
		"two such blocks about the same lines",
		`${search("	let total = 0;", "	let one = 0;")}\n${search("	let total = 0;", "	let two = 0;")}`,
		null,
	),
];
