import assert from "node:assert/strict";
import { attachmentsOf } from "../../../../src/core/actions/action";
import { explain } from "../../../../src/core/actions/explain";

describe("explain", () => {
	const context = {
		path: "src/budget.ts",
		languageId: "typescript",
		selected: { first: 12, last: 14, text: "let a;" },
	};

	it("names the file and the language, and attaches the code with its lines", () => {
		assert.match(explain.question(context), /src\/budget\.ts \(typescript\)/);
		const [code, ...rest] = attachmentsOf(context);
		assert.deepEqual(rest, []);
		assert.deepEqual(
			{ ...code, id: "" },
			{
				id: "",
				name: "budget.ts:12–14",
				languageId: "typescript",
				path: "src/budget.ts",
				lines: [12, 14],
				text: "let a;",
			},
		);
	});

	it("names the symbol, and attaches the surroundings as such", () => {
		const wide = { ...context, symbol: "fitBudget", around: { first: 1, last: 40, text: "…" } };
		assert.match(explain.question(wide), /`fitBudget`.*context only/);
		assert.deepEqual(
			attachmentsOf(wide).map(({ name }) => name),
			["budget.ts:12–14", "around it: budget.ts:1–40"],
		);
	});
});
