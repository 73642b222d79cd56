import assert from "node:assert/strict";
import { codeAttachments } from "../../../../src/core/actions/codeAttachments";
import type { CodeContext } from "../../../../src/core/actions/codeContext";

const lines = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`).join("\n");
const range = (first: number, last: number) => ({ first, last, text: lines(first, last) });
const context: CodeContext = {
	path: "src/budget.ts",
	languageId: "typescript",
	selected: range(50, 52),
	around: range(20, 82),
	imports: range(1, 3),
	problems: "src/budget.ts:50: error: No.\nsrc/budget.ts:51: error: No.",
};
const takes = ["problems", "imports", "around"] as const;
/** Counts each line as one token. */
const count = (text: string) => text.split("\n").length;
const names = (tokens: number, part: Partial<CodeContext> = {}) =>
	codeAttachments({ ...context, ...part }, takes, { tokens, count }).map(({ name }) => name);

describe("actions: the context of the question", () => {
	it("is the code with its line numbers, and everything that the action takes if there is room", () => {
		assert.deepEqual(names(1000), [
			"budget.ts:50–52",
			"Problems in budget.ts (2)",
			"imports: budget.ts:1–3",
			"around it: budget.ts:20–49",
			"around it: budget.ts:53–82",
		]);
		const [code, problems] = codeAttachments(context, takes, { tokens: 1000, count });
		assert.deepEqual(
			{ ...code, id: "" },
			{
				id: "",
				name: "budget.ts:50–52",
				languageId: "typescript",
				path: "src/budget.ts",
				lines: [50, 52],
				text: lines(50, 52),
			},
		);
		assert.equal(problems?.kind, "problems");
		assert.deepEqual(problems?.sources, ["src/budget.ts"]);
	});

	it("has fewer lines around the code where there is less room, equally on both sides, and then none", () => {
		const around = (tokens: number) =>
			codeAttachments(context, ["around"], { tokens, count })
				.slice(1)
				.map((part) => [...(part.lines ?? []), part.text]);
		const both = (first: number, last: number) => [
			[first, 49, lines(first, 49)],
			[53, last, lines(53, last)],
		];
		assert.deepEqual(around(60), both(20, 82));
		assert.deepEqual(around(59), both(35, 67));
		assert.deepEqual(around(29), both(43, 59));
		assert.deepEqual(around(6), both(47, 55));
		assert.deepEqual(around(5), []);
	});

	it("has import lines that are selected or around the selection only once", () => {
		const sent = (part: Partial<CodeContext>) =>
			codeAttachments({ ...context, ...part }, ["imports", "around"], { tokens: 1000, count }).map(
				({ lines }) => lines,
			);
		assert.deepEqual(sent({ imports: range(3, 61) }), [
			[50, 52],
			[3, 19],
			[20, 49],
			[53, 82],
		]);
		assert.deepEqual(sent({ imports: range(10, 90) }), [
			[50, 52],
			[10, 19],
			[83, 90],
			[20, 49],
			[53, 82],
		]);
	});

	it("has the import lines outside the selection, even if no lines around it are taken", () => {
		const { around: _, ...alone } = context;
		for (const one of [alone, context]) {
			const sent = codeAttachments({ ...one, imports: range(40, 60) }, ["imports"], { tokens: 1000, count });
			assert.deepEqual(
				sent.slice(1).map(({ lines, text }) => [...(lines ?? []), text]),
				[
					[40, 49, lines(40, 49)],
					[53, 60, lines(53, 60)],
				],
			);
		}
	});

	it("has each import line once if there is room for only some of the lines around the selection", () => {
		const near = { ...context, imports: range(1, 30), around: range(20, 104), selected: range(60, 64) };
		const sent = (tokens: number) =>
			codeAttachments(near, ["imports", "around"], { tokens, count })
				.slice(1)
				.map(({ lines }) => lines);
		assert.deepEqual(sent(99), [
			[1, 19],
			[20, 59],
			[65, 104],
		]);
		assert.deepEqual(sent(98), [
			[1, 30],
			[40, 59],
			[65, 84],
		]);
		assert.deepEqual(sent(60), [
			[1, 30],
			[50, 59],
			[65, 74],
		]);
		assert.deepEqual(sent(30), [[1, 30]]);
		assert.deepEqual(sent(29), [
			[50, 59],
			[65, 74],
		]);
	});

	it("has no line twice, and the whole of a line of which a part is selected", () => {
		const file = { path: "a.py", languageId: "python", around: range(1, 9) };
		const sent = (selected: CodeContext["selected"]) =>
			codeAttachments({ ...file, selected }, ["around"], { tokens: 100, count }).map((part) => part.lines);
		assert.deepEqual(sent(range(4, 5)), [
			[4, 5],
			[1, 3],
			[6, 9],
		]);
		assert.deepEqual(sent({ first: 4, last: 4, text: "ne 4" }), [
			[4, 4],
			[1, 4],
			[5, 9],
		]);
		assert.deepEqual(sent({ first: 4, last: 5, text: "line 4\nlin" }), [
			[4, 5],
			[1, 3],
			[5, 9],
		]);
		assert.deepEqual(sent(range(1, 9)), [[1, 9]]);
	});

	it("leaves out the least important parts first, but never the code", () => {
		assert.deepEqual(names(5), ["budget.ts:50–52", "Problems in budget.ts (2)", "imports: budget.ts:1–3"]);
		assert.deepEqual(names(2), ["budget.ts:50–52", "Problems in budget.ts (2)"]);
		assert.deepEqual(names(0), ["budget.ts:50–52"]);
	});

	it("is only what the action takes, and only what exists", () => {
		const budget = { tokens: 1000, count };
		assert.equal(codeAttachments(context, [], budget).length, 1);
		const alone = { path: "a.py", languageId: "python", selected: range(7, 7) };
		assert.deepEqual(
			codeAttachments(alone, takes, budget).map(({ name }) => name),
			["a.py:7"],
		);
	});
});
