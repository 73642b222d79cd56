import assert from "node:assert/strict";
import { outlineCode } from "../../gateway/endpoints/codeOutline";

describe("gateway: outlineCode", () => {
	const outline = (code: string) =>
		outlineCode(code.split("\n")).map(({ kind, name, line }) => `${line} ${kind} ${name}`);

	it("reads TypeScript", () => {
		const code = `import { a } from "b";
export interface Shape { area(): number }
export abstract class Circle implements Shape {
	static readonly unit = 1;
	constructor(private readonly r: number) {
		if (r < 0) throw new Error("no");
	}
	async area(): Promise<number> {
		const square = this.r ** 2;
		for (const x of []) {
			console.log(x);
		}
		return Math.PI * square;
	}
	get name(): string { return "circle"; }
}
export type Kind = "a" | "b";
const make = (r: number) => new Circle(r);
export default defineConfig(make);
function* all() {}
export const enum Color { Red }`;
		assert.deepEqual(outline(code), [
			"2 type Shape",
			"3 class Circle",
			"5 method constructor",
			"8 method area",
			"9 variable square",
			"15 method name",
			"17 type Kind",
			"18 function make",
			"20 function all",
			"21 type Color",
		]);
	});

	it("reads Python, Go, Rust, Java and C by patterns", () => {
		assert.deepEqual(
			outline("LIMIT = 3\nclass A(B):\n    async def run(self):\n        x = 1\n        if x == 1:\n            f(x)"),
			["1 variable LIMIT", "2 class A", "3 function run"],
		);
		assert.deepEqual(outline("func (s *Server) Close() error {\n\tvar n int\n\treturn nil\n}"), [
			"1 function Close",
			"2 variable n",
		]);
		assert.deepEqual(outline("pub struct P { x: i32 }\npub(crate) fn go(x: i32) -> i32 {\n    let mut y = x;"), [
			"1 class P",
			"2 function go",
			"3 variable y",
		]);
		assert.deepEqual(outline("public class A {\n  private static int twice(int n) {\n    return n * 2;\n  }\n}"), [
			"1 class A",
			"2 function twice",
		]);
		assert.deepEqual(outline("static char *copy(const char *s)\n{\n  return strdup(s);\n}"), ["1 function copy"]);
	});

	it("ignores statements, and lines that are too long to be declarations", () => {
		assert.deepEqual(outline("return x;\nawait go(1);\n\telse if (x) {\n// const x = 1\nimport x = 3"), []);
		assert.deepEqual(outline(`const x = "${"a".repeat(400)}";`), []);
	});
});
