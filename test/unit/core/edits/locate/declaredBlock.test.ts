import assert from "node:assert/strict";
import { appliedInChat as applied } from "../appliedInChat";

describe("code block: the declaration that it replaces", () => {
	it("is a class, and not the constructor or a call of the same name", () => {
		const java = (body: string) =>
			`package a;\n\npublic class Box {\n\tpublic Box(int size) {\n\t\t${body}\n\t}\n\n\tint twice() {\n\t\treturn new Box(1).size;\n\t}\n}\n`;
		const type = java("this.size = size + 1;").split("\n").slice(2, -1).join("\n");
		assert.equal(applied(type, java("this.size = size;"), "java"), java("this.size = size + 1;"));
		const creation = "\tpublic Box(int size) {\n\t\tthis.size = size + 1;\n\t}";
		assert.equal(applied(creation, java("this.size = size;"), "java"), java("this.size = size + 1;"));
	});

	it("is a function, and not its calls", () => {
		const python = (body: string) =>
			`import os\n\n\ndef show(text):\n    line = text\n    ${body}\n\n\nshow("a")\nshow(\n    "b"\n)\n`;
		const code = "def show(text):\n    line = text\n    return line";
		assert.equal(applied(code, python("print(line)"), "python"), python("return line"));
		assert.equal(applied(code, 'import os\n\nshow("a")\n', "python"), null, "a call alone");
		const kotlin = (body: string) => `fun run(task: Task) {\n\t${body}\n}\n\nrun(first) {\n\tdone()\n}\n`;
		assert.equal(
			applied("fun run(task: Task) {\n\ttask.end()\n}", kotlin("task.start()"), "kotlin"),
			kotlin("task.end()"),
		);
	});

	it("is a shell function, with or without its keyword", () => {
		const shell = (head: string, body: string) => `set -e\n\n${head} {\n\t${body}\n}\n\nbuild\n`;
		assert.equal(
			applied("build() {\n\tmake all\n}", shell("function build", "make"), "shellscript"),
			shell("build()", "make all"),
		);
		assert.equal(applied("sum(a) {\n\treturn 2;\n}", "f();\nfunction sum(a) {\n\treturn 1;\n}\n", "javascript"), null);
	});

	it("is found by its whole name, regardless of modifiers and annotations", () => {
		const ruby = (body: string) =>
			`class A\n  def self.one\n    first\n    ${body}\n  end\n\n  def self.two\n    first\n    third\n  end\nend\n`;
		assert.equal(applied("def self.one\n  first\n  fourth\nend", ruby("second"), "ruby"), ruby("fourth"));
		const swift = (body: string) =>
			`class A {\n\t@objc override class func spec() {\n\t\tfirst()\n\t\t${body}\n\t}\n\n\tclass func other() {}\n}\n`;
		const method = "\t@objc override class func spec() {\n\t\tfirst()\n\t\tthird()\n\t}";
		assert.equal(applied(method, swift("second()"), "swift"), swift("third()"));
		const kotlin = (body: string) =>
			`package a\n\ninternal object Box {\n\tval size = 1\n\t${body}\n}\n\nval last = 2\n`;
		assert.equal(
			applied("internal object Box {\n\tval size = 1\n\tval count = 4\n}", kotlin("val count = 3"), "kotlin"),
			kotlin("val count = 4"),
		);
		const assigned = (body: string) =>
			`"use strict";\n\nexports.sum = function (a) {\n\t${body}\n};\n\nexports.last = 1;\n`;
		assert.equal(
			applied("exports.sum = function (a) {\n\treturn a + 1;\n};", assigned("return a;"), "javascript"),
			assigned("return a + 1;"),
		);
	});

	it("is the overload with the same parameters, or the one with a body", () => {
		const cpp = (body: string) =>
			`int put(\n    int a) {\n\treturn a;\n}\n\nint put(\n    int a,\n    int b) {\n\treturn ${body};\n}\n`;
		assert.equal(applied("int put(\n    int a,\n    int b) {\n\treturn b;\n}", cpp("a"), "cpp"), cpp("b"));
		assert.equal(applied("int put(\n    int a,\n    long c) {\n\treturn c;\n}", cpp("a"), "cpp"), null, "of neither");
		const typescript = (body: string) =>
			`const zero = 0;\nexport function sum(a: number): number;\nexport function sum(\n\ta: string\n): number {\n\treturn ${body};\n}\n`;
		assert.equal(
			applied("export function sum(\n\ta: string\n): number {\n\treturn 2;\n}", typescript("1"), "typescript"),
			typescript("2"),
		);
		const only = typescript("1").replace("const zero = 0;\n", "");
		assert.equal(
			applied("export function sum(\n\ta: string\n): number {\n\treturn 2;\n}\n", only, "typescript"),
			only.replace("1;\n}", "2;\n}"),
			"alone in its file",
		);
	});

	it("is the one whose lines the code keeps, if two have the same head", () => {
		const twice = (first: string, second: string) =>
			`class A {\n\tvoid run() {\n\t\topen();\n\t\t${first}\n\t\tclose();\n\t}\n}\n\nclass B {\n\tvoid run() {\n\t\tbegin();\n\t\t${second}\n\t\tfinish();\n\t}\n}\n`;
		const code = "\tvoid run() {\n\t\tbegin();\n\t\tthird();\n\t\tfinish();\n\t}";
		assert.equal(applied(code, twice("first();", "second();"), "java"), twice("first();", "third();"));
		const alike = "class A {\n\tvoid run() {\n\t\tone();\n\t}\n}\n\nclass B {\n\tvoid run() {\n\t\tonce();\n\t}\n}\n";
		assert.equal(
			applied("\tvoid run() {\n\t\tone();\n\t}", alike, "java"),
			null,
			"unchanged, so the other one is meant",
		);
		assert.equal(applied("\tvoid run() {\n\t\tnone();\n\t}", alike, "java"), null);
	});

	it("ends where its brackets close, however strings and preprocessor lines are indented", () => {
		const template = (body: string) =>
			`function a() {\n\tconst text = \`\nnot indented\n\`;\n\treturn ${body};\n}\n\nfunction b() {\n\treturn 1;\n}\n`;
		const code = template("text + 1").split("\n").slice(0, 6).join("\n");
		assert.equal(applied(code, template("text"), "javascript"), template("text + 1"));
		const other = "function a() {\n\tconst text = read();\n\tcheck(text.indented, not);\n\treturn text;\n}";
		assert.equal(applied(other, template("text"), "javascript"), `${other}\n\nfunction b() {\n\treturn 1;\n}\n`);
		const cpp = (body: string) => `int a()\n{\n#if X\n\treturn 0;\n#else\n\treturn ${body};\n#endif\n}\n\nint last;\n`;
		assert.equal(applied("int a()\n{\n#if X\n\treturn 0;\n#else\n\treturn 2;\n#endif\n}", cpp("1"), "cpp"), cpp("2"));
	});

	it("does not end within a string that is indented less", () => {
		const python = (body: string) =>
			`import os\n\n\nclass A:\n    def read(self, name):\n        """Reads the first bytes of the file\n    and returns them."""\n        ${body}\n        return text\n\n    def size(self):\n        return 3\n`;
		const method = python("text = open(name).read(3)").split("\n").slice(4, 9).join("\n");
		assert.equal(applied(method, python("text = open(name)"), "python"), python("text = open(name).read(3)"));
		const other = "    def read(self, name):\n        return name.encode()";
		assert.equal(
			applied(other, python("text = open(name)"), "python"),
			`import os\n\n\nclass A:\n${other}\n\n    def size(self):\n        return 3\n`,
			"nothing of the old method stays",
		);
	});

	it("is replaced line by line if the code stops before the end of the declaration", () => {
		const typescript = (body: string) =>
			`const zero = 0;\n\nfunction sum(a: number) {\n\tconst one = ${body};\n\tconst two = 2;\n\treturn one + two;\n}\n\nsum(1);\nsum(2);\n`;
		const code = "function sum(a: number) {\n\tconst one = a;\n\tconst two = 2;";
		assert.equal(applied(code, typescript("1"), "typescript"), typescript("a"));
	});

	it("is not replaced if a member of an object or extension, or a long body, would be lost", () => {
		const kotlin = "package a\n\nobject Box {\n\tval size = 1\n\n\tfun count() = 2\n}\n\nval last = 3\n";
		assert.equal(applied("object Box {\n\tval size = 1\n\n\tfun last() = 2\n}", kotlin, "kotlin"), null);
		const swift = "import A\n\nextension Box {\n\tstatic let one = 1\n}\n\nlet last = 3\n";
		assert.equal(applied("extension Box {\n\tstatic let two = 2\n}", swift, "swift"), null);
		const steps = Array.from({ length: 12 }, (_, at) => `\tstep${at}();\n`).join("");
		assert.equal(applied("void run() {\n\tother();\n}", `void run() {\n${steps}}\n\nint last;\n`, "cpp"), null);
	});
});
