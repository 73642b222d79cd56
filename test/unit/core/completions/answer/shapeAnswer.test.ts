import assert from "node:assert/strict";
import {
	type CompletionExtent,
	type CursorText,
	cursorTextAt,
	extentAt,
	isNoPlace,
} from "../../../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../../../src/core/completions/answer/shapeAnswer";

/** Returns the text around `█`. */
function at(marked: string, languageId = "typescript"): CursorText {
	const offset = marked.indexOf("█");
	return cursorTextAt(marked.replace("█", ""), offset, languageId, "a.ts");
}

/** Returns the document with the accepted answer; `undefined` for none. */
function accepted(marked: string, answer: string, languageId?: string, extent?: CompletionExtent): string | undefined {
	const cursor = at(marked, languageId);
	const shaped = shapeAnswer(answer, cursor, extent ?? extentAt(cursor));
	return shaped && cursor.before + shaped.text + cursor.after.slice(shaped.replaces);
}

describe("completions: the shown part of an answer", () => {
	it("is one line by default, and a block at the beginning of one", () => {
		assert.equal(accepted("const a = █", "b + c;\nconst d = 1;"), "const a = b + c;");
		assert.equal(accepted("if (a) {\n\t█\n}", "b();\n\tc();\n}\nd();"), "if (a) {\n\tb();\n\tc();\n}");
		assert.equal(
			accepted("def f(a):\n    █", "b = a\n    return b\n\nf(1)", "python"),
			"def f(a):\n    b = a\n    return b",
		);
	});

	it("ends before the text below", () => {
		assert.equal(
			accepted("a(() => {\n\t█\n\tlast();\n});", "first();\n\tlast();\n});"),
			"a(() => {\n\tfirst();\n\tlast();\n});",
		);
		assert.equal(accepted("one();\n█\nthree();", "three();"), undefined);
	});

	it("does not repeat the line above, or the beginning of the current line", () => {
		assert.equal(accepted("count += one;\n█", "count += one;\n"), undefined);
		assert.equal(accepted("const total = a█", "const total = a + b;"), "const total = a + b;");
		assert.equal(accepted("\treturn █", " return a;", "typescript"), "\treturn a;");
	});

	it("contains no fence, thoughts, tokens or prose", () => {
		assert.equal(accepted("const a = █", "```ts\nconst a = b;\n```"), "const a = b;");
		assert.equal(accepted("const a = █", "b;\n```\nThis adds b."), "const a = b;");
		assert.equal(accepted("const a = █", "<think>I need b"), undefined);
		assert.equal(accepted("const a = █", "b;<|fim_pad|>c"), "const a = b;");
		for (const prose of [
			"Sure, here is the completion:",
			"The missing code is b.",
			"To complete this line, add b",
			"Here’s the code you need",
			"This value depends on the other module.",
		])
			assert.equal(accepted("const a = █", prose), undefined, prose);
		assert.equal(accepted("<p>█", "Sure, here is the completed code:", "vue"), undefined);
		assert.equal(accepted("<p>█", "The price of the ticket", "vue"), "<p>The price of the ticket");
	});

	it("may contain types, elements and indices named like marks of a conversation", () => {
		for (const code of [
			"Promise<User> {",
			"Array<Message>();",
			"<Channel id={a} />;",
			"<Answer>;",
			"first<answer>(b);",
			"table[ANSWER];",
			"x<user && y;",
		])
			assert.equal(accepted("const a = █", code), `const a = ${code}`);
		for (const mark of ["</answer>", "<|user|>", "\n<think>", "\n[ANSWER]"])
			assert.equal(accepted("const a = █", `b;${mark}c`), "const a = b;", mark);
	});

	it("continues the line if a model begins with a line break, but not after a statement", () => {
		assert.equal(accepted("const a = █", "\nb + c;\n"), "const a = b + c;");
		assert.equal(accepted("one(); █", "\ntwo();"), "one(); \ntwo();");
		assert.equal(accepted("one();█", "\ntwo();"), "one();\ntwo();");
	});

	it("may be a sentence where one is expected", () => {
		assert.equal(
			accepted("// The value█", " of the other module is used here."),
			"// The value of the other module is used here.",
		);
		assert.equal(
			accepted('const a = "█"', "This is the text of a message."),
			'const a = "This is the text of a message."',
		);
		assert.equal(accepted("The end█", " of the story is near.", "markdown"), "The end of the story is near.");
		assert.equal(
			accepted('def f():\n    """█', "Returns the sum of both numbers.", "python"),
			'def f():\n    """Returns the sum of both numbers.',
		);
	});

	it("may be code that looks like a sentence", () => {
		assert.equal(accepted("█", "SELECT name FROM users ORDER BY name", "sql"), "SELECT name FROM users ORDER BY name");
		assert.equal(
			accepted("class A {\n\tx() {\n\t\t█\n\t}\n}", "this.code = 1;"),
			"class A {\n\tx() {\n\t\tthis.code = 1;\n\t}\n}",
		);
	});

	it("has no extra bracket", () => {
		assert.equal(accepted("call(█)", "a, b)"), "call(a, b)");
		assert.equal(accepted("call(█)", "a, b);"), "call(a, b);");
		assert.equal(accepted("call(█)", "f(a)"), "call(f(a))");
		assert.equal(accepted("call(a, █", "b));"), "call(a, b)");
		assert.equal(accepted('log("█")', 'hello")'), 'log("hello")');
		assert.equal(accepted("const a = [█];", "1, 2];"), "const a = [1, 2];");
	});

	it("is indented like the cursor", () => {
		assert.equal(accepted("if (a) {\n    █\n}", "    b();\n    c();"), "if (a) {\n    b();\n    c();\n}");
		assert.equal(
			accepted("if (a) {\n    █\n}", "for (;;) {\n    b();\n}\nc();"),
			"if (a) {\n    for (;;) {\n        b();\n    }\n    c();\n}",
		);
		assert.equal(accepted("def f():\n    █", "a = 1\n\nprint(f())", "python"), "def f():\n    a = 1");
		assert.equal(accepted("if (a) {\n\t█\n}", "        b();\n        c();"), "if (a) {\n\tb();\n\tc();\n}");
	});

	it("contains no hidden characters, and is not blank", () => {
		assert.equal(accepted("const a = █", "b\u202e;"), undefined);
		assert.equal(accepted("const a = █", "b\u001b[31m;"), undefined);
		assert.equal(accepted("const a = █", "b;\rsecond();"), "const a = b;");
		assert.equal(accepted("if (a) {\n\t█\n}", "b();\r\n\tc();\r}\r"), "if (a) {\n\tb();\n\tc();\n}");
		assert.equal(accepted("const a = █", "\n\n  \n"), undefined);
		assert.equal(accepted("call(█)", ")"), undefined);
	});
});

describe("completions: where code is completed", () => {
	it("is not within a word, before other code, or in a minified line", () => {
		assert.equal(isNoPlace(at("con█st a")), true);
		assert.equal(isNoPlace(at("a = █ + b")), true);
		assert.equal(isNoPlace(at("call(█);")), false);
		assert.equal(isNoPlace(at(`${"a;".repeat(600)}█`)), true);
	});

	it("is a block after what opens one", () => {
		assert.equal(extentAt(at("if (a) {\n\t█\n}")), "block");
		assert.equal(extentAt(at("def f():\n    █", "python")), "block");
		assert.equal(extentAt(at("a();\n█")), "line");
		assert.equal(extentAt(at("if (a) {\n\tb█\n}")), "line");
	});
});
