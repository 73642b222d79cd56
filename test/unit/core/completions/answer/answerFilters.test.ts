import assert from "node:assert/strict";
import { type CursorText, cursorTextAt, extentAt } from "../../../../../src/core/completions/answer/cursorText";
import { shapeAnswer } from "../../../../../src/core/completions/answer/shapeAnswer";

/** Returns the part of an answer that is shown at `█`; `undefined` for nothing. */
function shown(answer: string, languageId: string, marked: string): string | undefined {
	const offset = marked.indexOf("█");
	const cursor: CursorText = cursorTextAt(marked.replace("█", ""), offset, languageId, "a");
	return shapeAnswer(answer, cursor, extentAt(cursor))?.text;
}

const line = "function f() {\n\tconst a = █\n\treturn a;\n}\n";
const block = "function f() {\n\tif (a) {\n\t\t█\n\t}\n\treturn a;\n}\n";
const python = "def f(a):\n    █\n\n\nf(1)\n";

/** Sentences in place of code, in several languages. */
const sentences = `You might want to use a + b here.
the sum of both numbers
missing code goes here
Return the sum of a and b.
Hope this helps!
In this line, the amount is added.
Final answer: the sum
Missing code:
**Explanation:** the function adds
1. Add a and b
- First, we add a and b
N/A
(no completion)
Done.
Le code manquant est une somme.
Il faut ajouter la somme ici.
Der fehlende Code addiert beide Werte.
Kein Code ist hier erforderlich.
El código que falta es la suma.
Здесь нужно вернуть сумму.
补全的代码如下：
この関数は合計を返します。
We return early.
[end of code]
Option A
Response #2:
Complete code:
(same as above)
Not enough information.
// existing code
BEGIN SOLUTION
User: complete this line
TODO: implement this
just return the value here
that is, the product of both
“return the total”
返回结果
यहाँ मान लौटाना है
<response>
// ... existing code ...
// The code goes here
// Your code here`.split("\n");

/** Lines of real code that earlier filters removed, with their language and the text around them. */
const code: readonly (readonly [languageId: string, marked: string, answer: string])[] = [
	["typescriptreact", "\treturn (\n\t\t<Box>\n\t\t\t<Text>{a}</Text>\n\t\t█\n\t);\n", "</Box>"],
	["typescriptreact", "\t\t<Box>\n\t\t\t<Box>\n\t\t\t</Box>\n\t\t█\n\t</Root>\n", "</Box>"],
	["javascriptreact", "\treturn (\n\t\t<p>\n\t\t\t█\n\t\t</p>\n", "The price of the ticket is not known yet."],
	["javascriptreact", block.replace("\t\t█", "\t\t█"), "return <p>The price of the ticket</p>;"],
	["vue", "<template>\n\t<p>\n\t\ta\n\t█\n</template>\n", "</p>"],
	["html", "<div>\n  <div>\n    a\n  </div>\n█\n", "</div>"],
	["html", "<p>\n  █\n</p>\n", "The value of the field is shown in the list."],
	["typescript", "/**\n * █\n */\nfunction f() {}\n", "The following code is run once for each file."],
	[
		"typescript",
		"/**\n * Returns the value.\n *\n * █\n */\n",
		"Given the name of a file, this function returns its lines.",
	],
	["csharp", "/// <summary>\n/// █\n/// </summary>\n", "Returns the value of the field."],
	[
		"csharp",
		"/*---\n * Copyright of the authors.\n * █\n *---*/\n",
		"Licensed under the terms of the license in the root.",
	],
	["python", 'def f():\n    """\n    █\n    """\n', "Return a mapping of the names to their values."],
	["python", "try:\n    f()\n█\n", "except OSError as error:"],
	["python", "from a import █\n", "String, Number, Name, Keyword, Operator, Text, Comment"],
	[
		"python",
		python,
		"raise ValueError(\n        f'Cannot register the {name} for cleanup: '\n        f'unknown type')",
	],
	[
		"python",
		python,
		'"""Return the sum of the values.\n\n    The values are not changed by this.\n    """\n    return sum(a)',
	],
	["yaml", "tool:\n  description: █\n", "A list of the values that are allowed here."],
	["yaml", "text: |\n  One line of a text.\n  █\n", "The output includes the name of the file."],
	["yaml", "steps:\n  - name: █\n", "Install the dependencies of the project"],
	["toml", "[project]\ndescription = █\n", '"The description of the project."'],
	["markdown", "# Title\n\n█\n", "Here is the code that you need:"],
	["markdown", "Text\n\n█\n", "```ts"],
	["shellscript", 'if [ -z "$a" ]; then\n    echo █\nfi\n', "The file was not found."],
	["yaml", "a:\n  b: 1\n  █\n", "description: A list of the values"],
	["sql", "CREATE FUNCTION f() LANGUAGE █\n", "sql"],
	["shellscript", "cd docs\nmake █\n", "html"],
	["typescript", "const a = {\n\tb,\n\t█\n};\n", "code: `the code of a module`,"],
	["typescript", "const a = {\n\tb,\n\t█\n};\n", "...rest.components,"],
	["sql", "█", "SELECT name FROM users WHERE age > 18 ORDER BY name"],
	["perl", "1;\n\n=head1 NAME\n\n█\n", "Returns the value that the user has set."],
	["rust", "use a::{\n    █\n};\n", "EventInfo, Machine, OnEventWrapper, Adapter"],
	["rust", "fsm! {\n    █\n}\n", "name Simple; command SimpleCmd; error Infallible;"],
	["rust", 'let a = "the first \\\n         █\n', "(which may be empty)"],
	["csharp", "var a = from pair in list\n        █\n", "group pair by keyType into g"],
	["csharp", "void Send(Request request, █", "Action cancel, SignalDelegate signal, NextDelegate next)"],
	["swift", "class A {\n    █\n}\n", "@objc public var onExit: RCTDirectEventBlock?"],
	["kotlin", "class A {\n    █\n}\n", "internal val first: Second?"],
	["go", block, "ok, err := read(file)"],
	["typescript", "type A = █\n", "key as keyof typeof table"],
	["typescript", line, "b as unknown as string"],
	["typescript", line, "user: UserSchema,"],
	["typescript", line, 'new Error("The file should be closed by then.");'],
	["typescript", line, "`The sum of the values is\n\t\tnot known yet.`;"],
	["typescript", line, "first<answer>(b);"],
	["cpp", "#include █\n", "<unordered_map>"],
	["python", python, "..."],
	["typescriptreact", "\treturn (\n\t\t<form>\n\t\t\t█\n\t\t</form>\n\t);\n", "<output>"],
	["kotlin", "fun test() {\n    █\n}\n", "total shouldBe expected"],
	["go", "a := Box{\n\t█\n}\n", "Input: values,"],
	["css", "a {\n\t█\n}\n", "font: italic bold large Palatino, serif;"],
	["ada", "package Completion is\n   A : Integer;\n█\n", "end Completion"],
	["lua", "local function f(...)\n  local a, b = █\nend\n", "..."],
	["lua", "local function f(...)\n  return g(\n    a,\n    █\n  )\nend\n", "..."],
	["perl", "sub f {\n    █\n}\n", "..."],
	["c", "int print(const char *format, █\n", "..."],
	["haskell", "f :: Maybe Int -> Int\nf x =\n  █\n", "maybe x y"],
	[
		"html",
		"<div>\n  Some words of a text and <b>bold</b>\n  █\n</div>\n",
		"The value of the field is shown in the list.",
	],
	["html", "<p>\n  <em>Note</em>\n  █\n</p>\n", "The value of the field is shown in the list."],
];

describe("completions: text in an answer that is not code", () => {
	for (const sentence of sentences)
		it(`is not shown: ${sentence}`, () => {
			assert.equal(shown(sentence, "typescript", line), undefined);
			assert.equal(shown(`b();\n${sentence}`, "typescript", block), "b();");
			assert.equal(shown(sentence, "rust", "fn f() -> u8 {\n    let a = █\n}\n"), undefined);
			if (!sentence.startsWith("//")) assert.equal(shown(sentence, "python", python), undefined);
		});

	for (const [languageId, marked, answer] of code)
		it(`does not include code that looks like prose, in ${languageId}: ${answer.split("\n", 1)[0]}`, () => {
			const first = extentAt(cursorTextAt(marked.replace("█", ""), marked.indexOf("█"), languageId, "a")) === "line";
			assert.equal(shown(answer, languageId, marked), first ? answer.split("\n", 1)[0] : answer);
		});

	it("includes what a model wraps its code in", () => {
		for (const answer of [
			"<completion>b;</completion>",
			"<completion>\nb;\n",
			"<code>b;</code> adds b",
			"[CODE]b;[/CODE]",
			'{"completion": "b;"}',
			'{"code": "b;", "explanation": "It is b."}',
			"typescript\nb;",
			"The missing part:\n```ts\nb;\n```",
			"Voici la suite :\n```ts\nb;\n```\nVoilà.",
		])
			assert.equal(shown(answer, "typescript", line), "b;", answer);
		assert.equal(shown("<code>{b}</code>", "typescriptreact", line), "<code>{b}</code>");
		assert.equal(shown('{ "code": "b" };', "typescript", line), '{ "code": "b" };');
	});

	it("includes a sentence where a name belongs, or where a comment does not", () => {
		const yaml = "services:\n  web:\n    image: nginx\n    █\n  db:\n    image: postgres\n";
		for (const answer of [
			"Here is the missing part:",
			"This line sets the port of the service.",
			"Il suffit de renvoyer la valeur.",
		])
			assert.equal(shown(answer, "yaml", yaml), undefined, answer);
		assert.equal(shown("ports:", "yaml", yaml), "ports:");
		assert.equal(shown("Make sure to handle the error case.", "sql", "SELECT a\nFROM b\nWHERE █\n"), undefined);
		assert.equal(shown("returns the value that was passed in", "ruby", "def f(a)\n  █\nend\n"), undefined);
		for (const answer of [
			"Sure, here is the completed code:",
			"As an AI, I cannot do that.",
			"Voici la partie manquante :",
		])
			assert.equal(shown(answer, "html", "<ul>\n  <li>a</li>\n  █\n</ul>\n"), undefined, answer);
	});

	it("includes a sentence where an element belongs", () => {
		for (const answer of ["Remember to close the file afterwards.", "returns the value that was passed in", "---"]) {
			assert.equal(shown(answer, "html", "<ul>\n  <li>a</li>\n  █\n</ul>\n"), undefined, answer);
			assert.equal(shown(answer, "vue", "<template>\n  <p>{{ a }}</p>\n  █\n</template>\n"), undefined, answer);
		}
		assert.equal(
			shown("<li>The value of the field</li>", "html", "<ul>\n  █\n</ul>\n"),
			"<li>The value of the field</li>",
		);
	});

	it("includes a sentence in a language where names may be adjacent", () => {
		assert.equal(shown("- Return the value", "go", block), undefined);
		assert.equal(shown("- Return the value", "ruby", "def f(a)\n  █\nend\n"), undefined);
		assert.equal(shown("Wert zurückgeben", "swift", "func f() {\n    █\n}\n"), undefined);
		assert.equal(shown("Wert zurückgeben", "css", "a {\n  █\n}\n"), undefined);
		assert.equal(shown("In summary, the function is complete.", "sql", "SELECT a\nFROM b\nWHERE █\n"), undefined);
	});

	it("includes marks of a conversation, and of the gap", () => {
		for (const answer of [
			"<CURSOR>",
			"<fill_me>",
			"<extra_id_0>b;",
			"<|endofprompt|>",
			"<start_of_turn>model",
			'<tool_call>{"name":"f"}',
			'[TOOL_CALLS][{"name":"f"}]',
			"analysisThe user wants the rest",
			"█",
			"...",
			'{"completion": null}',
			"python",
		])
			assert.equal(shown(answer, "typescript", line), undefined, answer);
	});

	it("includes repeated lines from above", () => {
		const whole = "```ts\nfunction f() {\n\tif (a) {\n\t\tb();\n\t}\n\treturn a;\n}\n```";
		assert.equal(shown(whole, "typescript", block), "b();");
		assert.equal(shown("def f(a):\n    return a", "python", python), "return a");
		const twice = "func f() {\n\tif err != nil {\n\t\treturn err\n\t}\n\terr = g()\n\t█\n}\n";
		assert.equal(shown("if err != nil {\n\t\treturn err\n\t}", "go", twice), "if err != nil {");
		// The same call twice is not a repeated block.
		assert.equal(shown("f(1)\nf(2)", "python", "f(1)\nf(2)\nif a:\n    █\n"), "f(1)");
	});
});
