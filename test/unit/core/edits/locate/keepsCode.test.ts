import assert from "node:assert/strict";
import { keepingCode } from "../../../../../src/core/edits/locate/keepsCode";
import { RefusedAnswer } from "../../../../../src/core/edits/parse/refusedAnswer";

function keepsCode(after: string, before: string, languageId: string): boolean {
	const place = { text: before, start: 0, count: 1, languageId, path: "file", indentation: "\t" };
	try {
		return keepingCode("answer", place, () => after) === after;
	} catch (error) {
		assert.ok(error instanceof RefusedAnswer && error.canBeAskedAgain);
		return false;
	}
}

describe("edit: an edit that only adds comments", () => {
	const typescript = 'function sum(a: number) {\n\t// the first\n\tconst url = "https://a.example";\n\treturn a;\n}\n';
	const python = 'def size(path):\n    """Old."""\n    text = """\n# no comment\n"""\n    return len(text)\n';

	it("may add, change and remove comments", () => {
		const documented = `/**\n * Adds.\n * @returns the sum\n */\n${typescript.replace("the first", "another")}`;
		assert.ok(keepsCode(documented, typescript, "typescript"));
		assert.ok(keepsCode(typescript.replace("\t// the first\n", ""), typescript, "typescript"));
		assert.ok(keepsCode(typescript.replace("return a;", "return a; // the sum"), typescript, "typescript"));
		assert.ok(keepsCode(typescript.replaceAll("\n", "\r\n"), typescript, "typescript"));
	});

	it("may add and change docstrings in Python", () => {
		const documented = python.replace(
			'"""Old."""',
			'"""Returns the size.\n\n    Args:\n        path: a path.\n    """',
		);
		assert.ok(keepsCode(documented, python, "python"));
		assert.ok(keepsCode(documented, python.replace('    """Old."""\n', ""), "python"));
		assert.ok(!keepsCode(python.replace("# no comment", "# another"), python, "python"), "a text that is a value");
	});

	it("is refused if a line of code is missing, changed or moved", () => {
		assert.ok(!keepsCode(typescript.replace("\treturn a;\n", ""), typescript, "typescript"));
		assert.ok(!keepsCode(typescript.replace("return a;", "// return a;"), typescript, "typescript"));
		assert.ok(!keepsCode(typescript.replace("//a.example", "//b.example"), typescript, "typescript"));
		assert.ok(!keepsCode("b();\na();\n", "a();\nb();\n", "javascript"));
	});

	it("is refused if strings that look like comments change", () => {
		const template = "const u = `\nhttp://a\n\\`//b`;\nfoo();\n";
		assert.ok(!keepsCode(template.replace("//a", "//c"), template, "javascript"));
		assert.ok(!keepsCode(template.replace("//b", "//c"), template, "javascript"));
		assert.ok(keepsCode(`/** A. */\n${template.replace("foo();", "foo(); // b")}`, template, "javascript"));
		const list = 'x = [\n    """one""",\n    """two"""\n]\n"""three""".strip()\n';
		for (const word of ["one", "two", "three"])
			assert.ok(!keepsCode(list.replace(word, "other"), list, "python"), word);
		const css = "a { background: url(//x/y.png); color: red; }\n";
		assert.ok(!keepsCode("/* A */\na { background: url(//x/z.png); }\n", css, "css"));
		const html = "<a href=http://a>x</a>\n<p>y</p>\n";
		assert.ok(!keepsCode(html.replace("//a>x</a>", "//b"), html, "html"));
		assert.ok(keepsCode(`<!-- A -->\n${html}`, html, "html"));
	});

	it("is chosen among several versions only if it keeps the code", () => {
		const place = { text: typescript, start: 0, count: 5, languageId: "typescript", path: "file", indentation: "\t" };
		const [good, other] = ["/** A. */\n", "/** B. */\n"].map((comment) => comment + typescript);
		const bad = typescript.replace("\treturn a;\n", "");
		const of = (...texts: readonly string[]) =>
			keepingCode("answer", place, () => {
				throw new RefusedAnswer("Several.", "answer", "unusable", texts);
			});
		const refusal = (count: number) => (error: unknown) =>
			error instanceof RefusedAnswer && error.alternatives.length === count;
		assert.equal(of(bad, good ?? ""), good);
		assert.throws(() => of(bad, bad), refusal(0));
		assert.throws(() => of(good ?? "", other ?? "", bad), refusal(2));
		assert.throws(() => of(good ?? "", other ?? ""), refusal(2));
	});
});
