import assert from "node:assert/strict";
import { appliedText } from "../../../../../src/core/edits/apply/replyEdit";
import { OtherLinesSelected, RefusedAnswer } from "../../../../../src/core/edits/parse/refusedAnswer";
import { better, sum, withSum } from "../replyCases";

/** @param selection the first selected line, counted from 0, and the number of lines. */
function applied(code: string, text: string, selection?: readonly [number, number]): string | null {
	const [start, count] = selection ?? [0, 0];
	const place = { text, start, count, languageId: "typescript", path: "src/sum.ts", indentation: "\t" };
	try {
		return appliedText(code, place, selection !== undefined);
	} catch (error) {
		assert.ok(error instanceof RefusedAnswer);
		return null;
	}
}

describe("code block: its place in the document", () => {
	const document = withSum(sum);
	const inClass = (method: string) => `class Sums {\n\tzero = 0;\n\n${method}\n\n\tlast(): void {}\n}\n`;
	const method = "\t/** Adds. */\n\tadd(a: number): number {\n\t\treturn a;\n\t}";

	it("is the declaration of the same name", () => {
		assert.equal(applied(better, document), withSum(better));
		assert.equal(
			applied(better.replace("number[]", "readonly number[]"), document),
			withSum(better.replace("number[]", "readonly number[]")),
		);
		assert.equal(applied(`${better}\n`, document), withSum(better));
	});

	it("includes the declaration's documentation if the code has its own", () => {
		const documented = withSum(`/**\n * Old.\n */\n${sum}`);
		assert.equal(applied(`/** New. */\n${better}`, documented), withSum(`/** New. */\n${better}`));
		assert.equal(applied(better, documented), withSum(`/**\n * Old.\n */\n${better}`));
		assert.equal(applied(`// src/sum.ts\n${better}`, document), withSum(better));
	});

	it("is a Python function by its indentation, with its decorators", () => {
		const python = (body: string) => `import os\n\n${body}\n\ndef other():\n    return 2\n`;
		const old = "@cached\ndef size(path):\n    if path:\n        return 1\n\n    return 0";
		const code = "@cached\ndef size(path, deep=False):\n    return len(path)";
		assert.equal(applied(code, python(old)), python(code));
	});

	it("is from its first line to its last if the document has both once", () => {
		const code = "\tlet total = 0;\n\ttotal += extra;\n\treturn total;";
		assert.equal(
			applied(code, document),
			document.replace("\tfor (const value of values) total += value;", "\ttotal += extra;"),
		);
		assert.equal(
			applied(code.replace(/^\t/gm, ""), document),
			document.replace("\tfor (const value of values) total += value;", "\ttotal += extra;"),
		);
	});

	it("is the whole document if the code has most of it", () => {
		assert.equal(applied(withSum(better), document), withSum(better));
		assert.equal(
			applied(withSum(better).replace("./log", "./logger"), document),
			withSum(better).replace("./log", "./logger"),
		);
		assert.equal(applied(better, ""), better);
	});

	it("keeps the lines that the code marks as left out", () => {
		const code = `/** Adds up. */\n${sum.split("\n")[0]}\n\t// ... existing code ...\n}`;
		assert.equal(applied(code.replace("\n}", "\n\treturn total;\n}"), document), withSum(`/** Adds up. */\n${sum}`));
		const atEnd = `// ... existing code ...\n\texport function report(values: number[]): void {\n`;
		assert.equal(applied(atEnd, document), null);
	});

	it("is found like that of a diff if the code is one", () => {
		assert.equal(
			applied("@@ -4 +4 @@\n-\tlet total = 0;\n+\tlet total = 1;", document),
			document.replace("total = 0", "total = 1"),
		);
		assert.equal(applied("@@ -4 +4 @@\n-\tlet other = 0;\n+\tlet total = 1;", document), null);
		const block = "<<<<<<< SEARCH\n\treturn total;\n=======\n\treturn -total;\n>>>>>>> REPLACE";
		assert.equal(applied(block, document), document.replace("return total", "return -total"));
	});

	it("is the selection if the code's own lines do not show a place", () => {
		assert.equal(applied("check();", document), null);
		assert.equal(applied("check();", document, [3, 1]), document.replace("let total = 0;", "check();"));
		assert.equal(applied(method, inClass("\tadd(): void {}"), [3, 1]), inClass(method));
	});

	it("is not one that would silently lose a member", () => {
		const sums = inClass("\tadd(): void {}");
		const changed = sums.replace("add(): void {}", "add(): void { return; }");
		assert.equal(applied(changed, sums), changed);
		assert.equal(applied("class Sums {\n\tadd(): void { return; }\n}", sums), null, "alone in its file");
		assert.equal(applied("class Sums {\n\tadd(): void { return; }\n}", `${document}\n${sums}`), null);
		assert.equal(applied("class Sums {\n\t#zero = 1;\n}", "class Sums {\n\t#zero = 0;\n\t#x;\n}"), null);
		const overloads = "class Sums {\n\tint add(int a) {}\n\tlong add(long a) {}\n}";
		assert.equal(applied(overloads.replace("\n\tlong add(long a) {}", ""), overloads), null, "one of an overload");
		const last = (body: string) => `\tlast(): void {${body}\n\t}\n}`;
		const marked = `class Sums {\n\t// ... existing code ...\n\n${last("\n\t\treturn;")}`;
		const long = (body: string) => `class Sums {\n\tzero = 0;\n\n${last(body)}\n`;
		assert.equal(applied(marked, long("")), long("\n\t\treturn;"));
	});

	it("is not one that would lose a Python class's method, but its documentation may change", () => {
		const about = (text: string) =>
			`class Sums:\n    """${text}\n\n    Example:\n        Sums()\n    """\n    zero = 0\n\n`;
		const python = `${about("Adds.")}    def add(self):\n        return 1\n\n    def last(self):\n        return 2\n`;
		const less = `${about("Adds.")}    def add(self):\n        return 3\n`;
		assert.equal(applied(less, python), null);
		assert.equal(applied(less, `import os\n\n${python}`), null);
		const more = python.replace("Example:", "So:").replace("return 1", "return 3");
		assert.equal(applied(more, python), more);
	});

	it("may be a method, a method with a receiver, or a shell's function", () => {
		const java = (body: string) =>
			`class A {\n\tprivate int one;\n\n\tpublic int sum(int a) {\n${body}\n\t}\n\n\tvoid b() {}\n}\n`;
		const sumOf = (body: string) => `\tpublic int sum(int a) {\n${body}\n\t}`;
		assert.equal(applied(sumOf("\t\treturn a + one;"), java("\t\treturn a;")), java("\t\treturn a + one;"));
		const go = (body: string) => `package a\n\nfunc (b *Box) Put(c int) {\n${body}\n}\n\nfunc (b *Bag) Take() {}\n`;
		assert.equal(applied("func (b *Box) Put(c int) {\n\tb.c += c\n}", go("\tb.c = c")), go("\tb.c += c"));
		const shell = (body: string) => `set -e\n\nbuild() {\n${body}\n}\n\nbuild\n`;
		assert.equal(applied("build() {\n\tmake all\n}", shell("\tmake")), shell("\tmake all"));
		const cpp = (body: string) => `namespace a {\n\nint Box::put(int c)\n{\n${body}\n}\n\n} // namespace a\n`;
		assert.equal(applied("int Box::put(int c)\n{\n\treturn c + 1;\n}", cpp("\treturn c;")), cpp("\treturn c + 1;"));
	});

	it("is not one that would lose a line between two kept ones, or an import", () => {
		const gap = "\tlet total = 0;\n\treturn -total;\n}";
		assert.equal(applied(gap, document), null);
		assert.equal(
			applied(`${sum.split("\n")[0]}\n\tfor (const value of values) total -= value;\n\treturn total;\n}`, document),
			null,
		);
		const imports = 'import { a } from "./a";\nimport { b } from "./b";\nimport { c } from "./c";\n';
		const beside = `import { d } from "./d";\n\n${better}`;
		assert.equal(applied(beside, `${imports}\n${sum}\n`), null);
	});

	it("is the selection, even if the code's own lines occur elsewhere too", () => {
		const twice = "f() {\n\tone();\n}\n\ng() {\n\tone();\n}\n";
		assert.equal(applied("g() {\n\ttwo();\n}", twice, [4, 3]), twice.replace(/one(?=\(\);\n}\n$)/, "two"));
		assert.equal(applied(better, document, [3, 1]), withSum(better), "a line of the function");
	});

	it("is around the selection where the code's lines are, and nowhere if they are elsewhere", () => {
		const changed = document.replace("String(sum(values))", "String(-sum(values))");
		assert.equal(applied(changed, document, [3, 1]), changed, "the whole file");
		const report = changed.slice(changed.indexOf("export function report"));
		assert.equal(applied(report, document, [3, 1]), null, "another function");
		const place = {
			text: document,
			start: 3,
			count: 1,
			languageId: "typescript",
			path: "src/sum.ts",
			indentation: "\t",
		};
		assert.throws(() => appliedText(report, place, true), OtherLinesSelected, "which the reason names");
		assert.equal(applied(report, document, [8, 1]), changed);
	});

	it("is unclear if two declarations have its name, or the code has two declarations", () => {
		assert.equal(
			applied(
				"function a() {\n\treturn 2;\n}",
				"function a() {\n\treturn 1;\n}\n\nif (x) {\n\tfunction a() {}\n\tb();\n\tc();\n}\n",
			),
			null,
		);
		assert.equal(
			applied(
				"function one() {}\n\nfunction two() {}",
				"const zero = 1;\nfunction one() {\n}\nconst three = 3;\nfunction two() {\n}\n",
			),
			null,
		);
	});
});
