import assert from "node:assert/strict";
import { foldBlocks } from "../../../src/worker/chunking/foldBlocks";
import type { FoldedText } from "../../../src/worker/chunking/foldedText";
import { LineOffsets } from "../../../src/worker/chunking/lineOffsets";

const steps = "step(1); step(2); step(3); step(4);";
const long = "\n\tstep('that is long enough');".repeat(60);

function fold(text: string, hasTags = true): FoldedText | undefined {
	return foldBlocks(new LineOffsets(text), hasTags);
}

describe("index: folding blocks", () => {
	const cases: Readonly<Record<string, readonly [text: string, left: string]>> = {
		"empties blocks and comments": [
			`/** Says what it is about. */\nfunction f() { ${steps} }`,
			"/**/\nfunction f() {}",
		],
		"empties what is in lines of comments": [`a(); // ${steps} {\nb();`, "a(); //\nb();"],
		"folds the outermost block that fits": [`{ if (a) { ${steps} } }`, "{}"],
		"keeps a block that is longer than a chunk": [`{${long}\n{ ${steps} }\n}`, `{${long}\n{}\n}`],
		"keeps a block in lines that are longer than a chunk": [
			`{ ${steps} } ${"long ".repeat(400)}`,
			`{ ${steps} } ${"long ".repeat(400)}`,
		],
		"takes no brace in a string for one": [`f("}", '\\'}') + { ${steps} }`, `f("}", '\\'}') + {}`],
		"takes no brace in a regular expression for one": [`return /[/}"]\\/{/ + { ${steps} }`, `return /[/}"]\\/{/ + {}`],
		"takes no division for a regular expression": [`a / b + { ${steps} } / c`, "a / b + {} / c"],
		"takes no apostrophe for a string": [
			`<p>Don't {${steps}}\n</p><p>{name}'s profile is shown <b>here, isn't it</b></p>`,
			"<p>Don't {}\n</p><p>{name}'s profile is shown <b>here, isn't it</b></p>",
		],
		"empties strings, however long their line is": [
			`a = "${steps}${"long ".repeat(400)}" + '${steps}';`,
			"a = \"\" + '';",
		],
		"takes no end of a tag for a regular expression": [
			`<p><A b={c} /> {d ? <B /> : { ${steps} }}</p>`,
			"<p><A b={c} /> {}</p>",
		],
		"takes no address for a comment": [
			"<p>http://gateway.example/with/models {a}</p>",
			"<p>http://gateway.example/with/models {a}</p>",
		],
		"empties arguments and parameters": [
			`const a = call<T>(${steps.replaceAll(";", ",")}), f = function name(${steps.replaceAll(";", ",")}) {};`,
			"const a = call<T>(), f = function name() {};",
		],
		"leaves out the type parameters of a definition": [
			`interface A<in out B extends C<{ a: ">" }>, D = () => void> extends E<B> {}; type F<G> = G | H<G>`,
			"interface A extends E<B> {}; type F = G | H<G>",
		],
		"keeps what is no type parameter": [
			"function f() {} a < b && c > d; type<a>",
			"function f() {} a < b && c > d; type<a>",
		],
		"keeps what must not be empty": [
			`if(${steps}) a = (${steps}); b=>(${steps}); import("a module of a long name");`,
			`if(${steps}) a = (${steps}); b=>(${steps}); import("a module of a long name");`,
		],
		"minds no parenthesis that does not match": [
			`<p>:) {f(() => { ${steps} })} (:</p>; g(1, { ${steps} })`,
			"<p>:) {} (:</p>; g()",
		],
		"empties templates": [`a = \`{ \\\` ${steps}\`;`, "a = ``;"],
		"folds blocks in templates, not templates around them": [
			`a = \`{ \${f(() => { ${steps} })} {\`;`,
			`a = \`{ \${f()} {\`;`,
		],
	};
	for (const [name, [text, left]] of Object.entries(cases)) it(name, () => assert.equal(fold(text)?.text, left));

	const signatures = `type A = {\n\t/** The first, and what it is. */\n\t<B>(): C<B>\n\t// The second, and what it is.\n\t<D extends E<string>>(d: D): F[]\n\t<G>(g: G): () =>\n\t<H>(h: H) => I${long}\n}`;

	it("separates call signatures, without their type parameters, from the type before them", () => {
		const left = "type A = {\n\t/**/\n\t(): C<B>;\t//\n\t(d: D): F[];\t(g: G): () =>\n\t(h: H) => I";
		assert.equal(fold(signatures, false)?.text, `${left}${long}\n}`);
	});

	it("recognizes types", () => {
		for (const text of ["a extends\n<T>() => T ? b : c", "export default\n<T>(x: T) => x"])
			assert.equal(fold(text, false)?.text, text.replace("<T>", ""));
	});

	it("does not treat tags as such parameters", () => {
		const tags = `<p>\n\t<b>(${long})</b>\n\t<b>(c)</b>\n</p>`;
		assert.equal(fold(tags)?.text, tags);
	});

	it("keeps every position", () => {
		const text = `/** ${steps} */\nfunction first() { ${steps} }\nfunction second() { ${steps} }\nlast();`;
		const result = fold(text);
		assert.ok(result);
		for (const word of ["function first", "function second", "}\nfunction second", "last"])
			assert.equal(result.whole(result.text.indexOf(word)), text.indexOf(word), word);
		assert.equal(result.whole(0), 0);
		assert.equal(result.whole(result.text.length), text.length);
	});

	it("does not change a text whose braces do not match", () => {
		for (const text of [`{ ${steps}`, `{ ${steps} } }`, `\`\${ { ${steps} }`]) assert.equal(fold(text), undefined);
	});

	it("ends quickly, whatever one line contains", () => {
		const blocks = ["{ a(1); b(2); c(3); d(4) }", "a(b, c, d, e, f, g, h, i)", "a(`b, c, d, e, f, g, h, i`)"];
		for (const text of ["\\'", '\\"', "(/[", "(/[(/\\]", "<a>(", "(b", "a(b)(/*", "type a<", ...blocks])
			fold(text.repeat(100_000));
	});

	it("handles texts that end too early", () => {
		for (const text of ["", "/", "/*", "//", "'", "`", "a = /", '"\\', "/* that has no end but is long enough"])
			assert.ok(fold(text), text);
	});
});
