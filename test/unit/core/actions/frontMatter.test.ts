import assert from "node:assert/strict";
import { readFrontMatter } from "../../../../src/core/actions/frontMatter";

/** Returns the fields in these lines of front matter. */
const fields = (head: string) => Object.fromEntries(readFrontMatter(`---\n${head}\n---\nBody`).fields);

describe("front matter", () => {
	const heads: Readonly<Record<string, [head: string, fields: Readonly<Record<string, readonly string[]>>]>> = {
		"plain texts": [
			"description: Reviews the code\nmodel: demo-chat",
			{ description: ["Reviews the code"], model: ["demo-chat"] },
		],
		"a colon in a text": ["description: Do this: that", { description: ["Do this: that"] }],
		"a comment": ["mode: edit # not ask\n# mode: ask", { mode: ["edit"] }],
		"a # that does not begin a comment": ["description: C# and F#", { description: ["C# and F#"] }],
		"double quotation marks": ['description: "a \\"b\\" # c: d\\n"', { description: ['a "b" # c: d\n'] }],
		"single quotation marks": ["description: 'it''s: #1' # yes", { description: ["it's: #1"] }],
		"a list in brackets": [`model: [a, "b, c", 'd']`, { model: ["a", "b, c", "d"] }],
		"a list with dashes": ["model:\n  - a\n  - 'b'\nmode: ask", { model: ["a", "b"], mode: ["ask"] }],
		"a list with dashes that are not indented": ["model:\n- a\n- b", { model: ["a", "b"] }],
		"folded text": ["description: >-\n  one\n  two\nmode: ask", { description: ["one two"], mode: ["ask"] }],
		"literal text": ["description: |\n  one\n  two", { description: ["one\ntwo"] }],
		nothing: ["description:\nmodel: null\nmode: ~", { description: [], model: [], mode: [] }],
		"the same field twice": ["mode: ask\nmode: edit", { mode: ["ask"] }],
		"a field below another one": ["tools:\n  mode: edit\nmode: ask", { tools: [], mode: ["ask"] }],
		"tags, anchors and aliases": [
			"model: !!js/function x\nmode: *a\ndescription: &a b",
			{ model: [], mode: [], description: [] },
		],
		"names that all objects have": ["__proto__: x\nconstructor: y", { constructor: ["y"] }],
		"invalid lines": ["- a\nfoo\n: x\n  y: z\n\tb", {}],
	};
	for (const [what, [head, expected]] of Object.entries(heads)) {
		it(what, () => assert.deepEqual(fields(head), expected));
	}

	const bodies: Readonly<Record<string, [text: string, body: string]>> = {
		"is followed by text": ["---\nmode: ask\n---\n\nBody\n---\nmore\n", "Body\n---\nmore"],
		"has a byte order mark before it, and CRLF": ["\ufeff---\r\nmode: ask\r\n---\r\nBody\r\nmore", "Body\nmore"],
		"ends with dots": ["---\nmode: ask\n...\nBody", "Body"],
		"is empty": ["---\n---\nBody", "Body"],
		"is missing": ["Body\n---\nmode: ask\n---", "Body\n---\nmode: ask\n---"],
		"is not closed": ["---\nmode: ask\nBody", "---\nmode: ask\nBody"],
		"is a rule in Markdown": ["----\nmode: ask\n----", "----\nmode: ask\n----"],
		"is followed by nothing": ["---\nmode: ask\n---", ""],
		"and the body are missing": ["", ""],
	};
	for (const [what, [text, body]] of Object.entries(bodies)) {
		it(`a body: the head ${what}`, () => assert.equal(readFrontMatter(text).body, body));
	}

	it("is read quickly, whatever it contains", () => {
		for (const sign of ["[", '"', "'", "- ", "a: ", " ", "[a,", "\\"]) {
			const head = sign.repeat(200_000);
			assert.equal(readFrontMatter(`---\nmodel: ${head}\n---\nBody`).body, "Body");
			assert.equal(readFrontMatter(`---\n${`${sign}\n`.repeat(50_000)}---\nBody`).body, "Body");
		}
	});
});
