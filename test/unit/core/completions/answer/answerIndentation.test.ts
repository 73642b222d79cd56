import assert from "node:assert/strict";
import { cursorTextAt, extentAt } from "../../../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../../../src/core/completions/answer/shapeAnswer";

/** Returns the document with the answer at `█`. */
function accepted(marked: string, answer: string, languageId = "typescript"): string | undefined {
	const offset = marked.indexOf("█");
	const cursor = cursorTextAt(marked.replace("█", ""), offset, languageId, "a");
	const shaped = shapeAnswer(answer, cursor, extentAt(cursor));
	return shaped && cursor.before + shaped.text + cursor.after.slice(shaped.replaces);
}

const tabs = "function f() {\n\tif (a) {\n\t\t█\n\t}\n}";
const spaces = "function f() {\n    if (a) {\n        █\n    }\n}";

describe("completions: the indentation of an answer", () => {
	it("uses the tabs or spaces of the document", () => {
		const [asTabs, asSpaces] = [
			tabs.replace("█", "for (;;) {\n\t\t\tb();\n\t\t}\n\t\tc();"),
			spaces.replace("█", "for (;;) {\n            b();\n        }\n        c();"),
		];
		for (const marked of [tabs, spaces]) {
			const wanted = marked === tabs ? asTabs : asSpaces;
			assert.equal(accepted(marked, "for (;;) {\n    b();\n}\nc();"), wanted);
			assert.equal(accepted(marked, "for (;;) {\n\tb();\n}\nc();"), wanted);
			assert.equal(accepted(marked, "for (;;) {\n\t\t\tb();\n\t\t}\n\t\tc();"), wanted);
			assert.equal(accepted(marked, "for (;;) {\n            b();\n        }\n        c();"), wanted);
			// The model has left out part of the cursor's indentation.
			assert.equal(accepted(marked, "for (;;) {\n        b();\n    }\n    c();"), wanted);
		}
		assert.equal(accepted("if (a) {\n    █\n}", "b();\n\tc();"), "if (a) {\n    b();\n    c();\n}");
	});

	it("has as many spaces per block as the document", () => {
		const two = "if (a) {\n  if (b) {\n    c();\n  }\n}\nif (d) {\n  █\n}";
		assert.equal(accepted(two, "if (e) {\n      f();\n  }"), two.replace("█", "if (e) {\n    f();\n  }"));
		// Continued lines may be indented further.
		const longer = two.replace("█", "a({\n      b,\n  });");
		assert.equal(accepted(two, "a({\n      b,\n  });"), longer);
	});

	it("ends the answer where it mixes tabs and spaces, or a line cannot be converted", () => {
		assert.equal(accepted("def f():\n    █", "if a:\n\treturn b\n    return c", "python"), "def f():\n    if a:");
		assert.equal(accepted(tabs, "b();\n     c();\n       d();"), tabs.replace("█", "b();"));
		// Lines that are aligned with both tabs and spaces are left as they are.
		const aligned = "b(a,\n\t\t    c);";
		assert.equal(accepted(tabs, aligned), tabs.replace("█", aligned));
	});

	it("is the cursor's, wherever the answer begins and the cursor is", () => {
		const wanted = "if (a) {\n    b();\n    c();\n}";
		assert.equal(accepted("if (a) {\n    █\n}", "        b();\n        c();"), wanted);
		assert.equal(accepted("if (a) {\n    █\n}", "    b();\n    c();"), wanted);
		assert.equal(accepted("if (a) {\n█\n}", "    b();\n    c();\n}"), wanted);
		assert.equal(accepted("\ta();\n█", "\tb();"), "\ta();\n\tb();");
		assert.equal(accepted("a();\n█", "\tb();"), "a();\nb();");
		const go = "func f() {\n\tif a {\n\t\t█\n\t}\n}";
		const cases = "switch a {\n\t\tcase b:\n\t\t\tc()\n\t\t}";
		assert.equal(accepted(go, cases, "go"), go.replace("█", cases));
	});

	it("is never one that Python refuses", () => {
		const python = (answer: string) => accepted("def f():\n    █", answer, "python");
		assert.equal(python("a = 1\n        return a"), "def f():\n    a = 1");
		assert.equal(python("if a:\nreturn a"), "def f():\n    if a:");
		for (const code of [
			"if a:\n        return a\n    return b",
			"a = f(\n        b,\n    )\n    return a",
			"a = b + \\\n        c",
			'a = """\n        text\n    """\n    return a',
			"# one\n    a = 1  # two:\n    return a",
		])
			assert.equal(python(code), `def f():\n    ${code}`);
	});
});
