import assert from "node:assert/strict";
import { assertKeepsCode } from "../../../../../src/core/edits/locate/keepsCode";
import { RefusedAnswer } from "../../../../../src/core/edits/parse/refusedAnswer";

function keepsCode(after: string, before: string, languageId: string): boolean {
	const place = { text: before, start: 0, count: 1, languageId, path: "file", indentation: "\t" };
	try {
		assertKeepsCode(after, place, "answer");
		return true;
	} catch (error) {
		assert.ok(error instanceof RefusedAnswer && error.canBeAskedAgain);
		return false;
	}
}

describe("edit: one that only adds comments", () => {
	const typescript = 'function sum(a: number) {\n\t// the first\n\tconst url = "https://a.example";\n\treturn a;\n}\n';
	const python = 'def size(path):\n    """Old."""\n    text = """\n# no comment\n"""\n    return len(text)\n';

	it("may add, change and remove comments", () => {
		const documented = `/**\n * Adds.\n * @returns the sum\n */\n${typescript.replace("the first", "another")}`;
		assert.ok(keepsCode(documented, typescript, "typescript"));
		assert.ok(keepsCode(typescript.replace("\t// the first\n", ""), typescript, "typescript"));
		assert.ok(keepsCode(typescript.replace("return a;", "return a; // the sum"), typescript, "typescript"));
		assert.ok(keepsCode(typescript.replaceAll("\n", "\r\n"), typescript, "typescript"));
	});

	it("may change Python's docstrings, and add them", () => {
		const documented = python.replace(
			'"""Old."""',
			'"""Returns the size.\n\n    Args:\n        path: a path.\n    """',
		);
		assert.ok(keepsCode(documented, python, "python"));
		assert.ok(keepsCode(documented, python.replace('    """Old."""\n', ""), "python"));
		assert.ok(!keepsCode(python.replace("# no comment", "# another"), python, "python"), "a text that is a value");
	});

	it("is refused where a line of code is missing, changed or moved", () => {
		assert.ok(!keepsCode(typescript.replace("\treturn a;\n", ""), typescript, "typescript"));
		assert.ok(!keepsCode(typescript.replace("return a;", "// return a;"), typescript, "typescript"));
		assert.ok(!keepsCode(typescript.replace("//a.example", "//b.example"), typescript, "typescript"));
		assert.ok(!keepsCode("b();\na();\n", "a();\nb();\n", "javascript"));
	});
});
