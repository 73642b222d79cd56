import assert from "node:assert/strict";
import { cursorTextAt, extentAt } from "../../../../src/core/completions/cursorText";
import { isProse } from "../../../../src/core/completions/sentenceSigns";
import { shapeAnswer } from "../../../../src/core/completions/shapeAnswer";

/** Returns what is shown of an answer behind `prefix`; `undefined` for nothing. */
function shown(answer: string, languageId = "typescript", prefix = "\tconst a = "): string | undefined {
	const text = `function f() {\n${prefix}\n\treturn a;\n}\n`;
	const cursor = cursorTextAt(text, text.indexOf(prefix) + prefix.length, languageId, "a.ts");
	return shapeAnswer(answer, cursor, extentAt(cursor))?.text;
}

const sentences = `Happy to help! The rest of the line is:
It seems that you want to add the numbers.
You might want to use a + b here.
My suggestion: a + b
Missing code:
Solution:
Completion: width * height
Final answer: a + b
Assistant: a + b and c
**Explanation:** the function adds
### Completion
- First, we add a and b
* Multiply width by height
1. Add a and b
> The missing part is a + b
the sum of both numbers
missing code goes here
Return the sum of a and b.
Add a and b together.
For this line, use a + b.
In this case, we return a + b.
Multiply width by height
Probably width * height
The function f(a) returns the value of a[0].
N/A
(no completion)
*No completion needed*
None needed.
Done.
Got it.
I see.
Hope this helps!
Le code manquant est a + b.
Il faut ajouter \`a + b\` ici.
Aucun code n'est nécessaire ici.
La ligne complète est donc :
Der fehlende Code lautet a + b.
Kein Code erforderlich.
Die Funktion gibt die Summe zurück.
El código que falta es a + b.
O código que falta é a + b.
La riga completa è la seguente:
Hàm này trả về tích của hai số.
Здесь нужно вернуть сумму.
补全的代码如下：
这段代码计算总和。
根据上下文，应该填写 a + b。
光标处应填写 a + b
この関数は合計を返します。
はい、コードはこちらです：
두 수의 합을 반환합니다
بالتأكيد، إليك الكود:
यहाँ पूरा कोड है:
// ... existing code ...
// The rest of your code goes here
/* rest of the code unchanged */
// Your code here`.split("\n");

const wrapped = [
	"<completion>b;</completion>",
	"<final_answer>b;</final_answer>",
	"<code>b;</code>",
	"<FILL>b;</FILL>",
	"<CURSOR>",
	"<fill_me>",
	"<extra_id_0>b;",
	"<|endofprompt|>",
	"<start_of_turn>model",
	'<tool_call>{"name":"f"}',
	'[TOOL_CALLS][{"name":"f"}]',
	"[CODE]b;[/CODE]",
	'{"completion": "b;"}',
	'{"name": "complete", "arguments": {}}',
	"\\boxed{b}",
	"█",
	"...",
];

const code = `if not response:
except OSError as error:
for line in lines:
as unknown as string
export default async function
internal val first: Second?
key as keyof typeof table
value, other, context, third)
appContext: appContext, callback: callback)
return a and b or c
Promise<answer> {
first, // this was the value of the file
first, second)
ok, err := read(file)
oklab 1 2 3
waitFor one
none]
Empty)
String?
println!("The value is {}", a)
case code:
user: UserSchema,
const 总数 = 计算(价格)
**kwargs, **others)
throw new Error("The file should be closed by then.");`.split("\n");

describe("completions: what is no code", () => {
	for (const sentence of sentences)
		it(`is a sentence, a heading or a placeholder: ${sentence}`, () => {
			assert.equal(shown(sentence), undefined);
			assert.equal(shown(`b;\n${sentence}`, "typescript", "\tif (a) {\n\t\t"), "b;");
			assert.equal(shown(sentence, "rust", "\tlet x = "), undefined);
		});

	for (const answer of wrapped)
		it(`is wrapped, or a mark in place of code: ${answer}`, () => {
			assert.equal(shown(answer), undefined);
			assert.equal(shown(answer, "python", "    "), undefined);
		});

	it("is no code that only looks like a sentence", () => {
		for (const line of code)
			for (const languageId of ["typescript", "python", "kotlin", "rust"])
				assert.equal(isProse(line, languageId), false, `${line} (${languageId})`);
	});

	it("may be the value of a name, an element or a file's name where one belongs", () => {
		assert.equal(shown("Der Titel der Seite ist neu.", "yaml", "title: "), "Der Titel der Seite ist neu.");
		assert.equal(shown("count: 아카이브 목록", "yaml", "  "), "count: 아카이브 목록");
		assert.equal(shown("The file was not found.", "shellscript", "echo "), "The file was not found.");
		assert.equal(shown("<code>{a}</code>", "javascriptreact", "\tconst a = "), "<code>{a}</code>");
		assert.equal(shown("<unordered_map>", "cpp", "#include "), "<unordered_map>");
		assert.equal(shown("</summary>", "csharp", "/// "), "</summary>");
		assert.equal(shown('"<b>" + a + "</b>"', "python", "    c = "), '"<b>" + a + "</b>"');
		assert.equal(shown('"<code>a</code>"', "python", "    c = "), '"<code>a</code>"');
		assert.equal(shown("b;</code>"), "b;");
	});

	it("is not in Markdown's quotes where the language has none", () => {
		assert.equal(shown("`a + b`", "python", "    c = "), "a + b");
		assert.equal(shown("`a b`;"), "`a b`;");
	});
});
