import assert from "node:assert/strict";
import { checkBudget, fitsSchema as fitsWithin } from "../../../../../src/core/gateway/tools/fitsSchema";

const fitsSchema = (value: unknown, schema: unknown, budget = checkBudget()) => fitsWithin(value, schema, budget);

const schema = {
	type: "object",
	properties: {
		city: { type: "string", enum: ["Paris", "Oslo"] },
		days: { type: "array", items: { type: "integer" } },
		at: { type: ["object", "null"], properties: { x: { type: "number" } }, required: ["x"] },
	},
	required: ["city"],
	additionalProperties: false,
};

describe("tools: whether arguments fit a schema", () => {
	for (const [name, value, fits] of [
		["all of it", { city: "Paris", days: [1, 2], at: { x: 1.5 } }, true],
		["only required values", { city: "Oslo" }, true],
		["null where it is allowed", { city: "Oslo", at: null }, true],
		["a missing value", { days: [] }, false],
		["a value of another type", { city: 7 }, false],
		["a value that is not allowed", { city: "Rome" }, false],
		["an entry of another type", { city: "Paris", days: [1.5] }, false],
		["a missing value within another", { city: "Paris", at: {} }, false],
		["an unknown property", { city: "Paris", force: true }, false],
		["a list", [], false],
	] as const) {
		it(`${fits ? "accepts" : "refuses"} ${name}`, () => assert.equal(fitsSchema(value, schema), fits));
	}

	it("accepts anything if the schema is empty", () => {
		for (const rules of [undefined, {}, true, { $ref: "#/x" }, { type: "unknown" }])
			assert.ok(fitsSchema({ a: [1, { b: null }] }, rules));
	});

	// Parsed from JSON: an object literal with a member `then` would count as a promise.
	const conditional = JSON.parse('{"if":{"minimum":5},"then":{"multipleOf":5},"else":{"multipleOf":2}}') as object;
	const refs = {
		$defs: { "a/b": { type: "string" }, node: { properties: { next: { $ref: "#/$defs/node" } }, required: ["v"] } },
	};
	for (const [rule, rules, fitting, others] of [
		["const", { const: { a: 1, b: [2] } }, [{ b: [2], a: 1 }], [{ a: 1 }, null]],
		["anyOf", { anyOf: [{ type: "string" }, { type: "number", minimum: 3 }] }, ["x", 3], [2, null]],
		["oneOf", { oneOf: [{ type: "number" }, { minimum: 5 }] }, [1, "x"], [7]],
		["allOf", { allOf: [{ minLength: 2 }, { maxLength: 3 }] }, ["ab", "🙂🙂🙂"], ["a", "abcd"]],
		["not", { not: { type: "string" } }, [1], ["x"]],
		["if", conditional, [10, 4], [6, 3]],
		["$ref", { ...refs, $ref: "#/$defs/node" }, [{ v: 1, next: { v: 2 } }], [{ v: 1, next: {} }, {}]],
		["$ref with escapes", { ...refs, $ref: "#/$defs/a~1b" }, ["x"], [1]],
		["pattern", { pattern: "^[A-Z]{2}-\\d+$" }, ["AB-12"], ["AB-", "xAB-12", "ab-12"]],
		["ranges", { minimum: 1, exclusiveMaximum: 3 }, [1, 2.9], [0.9, 3]],
		["ranges of draft 4", { minimum: 1, exclusiveMinimum: true }, [1.1], [1]],
		["multipleOf", { multipleOf: 0.1 }, [0.3, 1], [0.25]],
		["lengths of lists", { minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3]]],
		[
			"uniqueItems",
			{ uniqueItems: true },
			[[{ a: 1, b: 2 }, { a: 1 }]],
			[
				[
					{ a: 1, b: 2 },
					{ b: 2, a: 1 },
				],
			],
		],
		["contains", { contains: { type: "null" }, maxContains: 1 }, [[1, null]], [[1], [null, null]]],
		["tuples", { prefixItems: [{ type: "string" }], items: { type: "number" } }, [["a", 1], []], [[1], ["a", "b"]]],
		["tuples of draft 7", { items: [{ type: "string" }], additionalItems: false }, [["a"]], [["a", 1]]],
		["additionalProperties", { additionalProperties: { type: "number" } }, [{ a: 1 }], [{ a: "x" }]],
		[
			"patternProperties",
			{ patternProperties: { "^x": { type: "number" } }, additionalProperties: false },
			[{ xa: 1 }],
			[{ xa: "" }, { y: 1 }],
		],
		["propertyNames", { propertyNames: { maxLength: 2 } }, [{ ab: 1 }], [{ abc: 1 }]],
		["dependentRequired", { dependentRequired: { a: ["b"] } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
		["dependentSchemas", { dependentSchemas: { a: { required: ["b"] } } }, [{ b: 1 }, { a: 1, b: 1 }], [{ a: 1 }]],
		["dependencies", { dependencies: { a: ["b"], c: { minProperties: 2 } } }, [{ a: 1, b: 1 }], [{ a: 1 }, { c: 1 }]],
		["enum of objects", { enum: [{ a: 1, b: 2 }, "x", null] }, [{ b: 2, a: 1 }, "x", null], [{ a: 1 }, 1, "null"]],
		["numbers of fields", { minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
		["false", { properties: { a: false } }, [{}], [{ a: 1 }]],
		["nullable", { type: "string", nullable: true }, [null, "x"], [1]],
	] as const) {
		it(`supports ${rule}`, () => {
			for (const value of fitting) assert.ok(fitsSchema(value, rules), JSON.stringify(value));
			for (const value of others) assert.ok(!fitsSchema(value, rules), JSON.stringify(value));
		});
	}

	it("accepts what only the tool can check: patterns with lookarounds, and external references", () => {
		assert.ok(fitsSchema("x", { pattern: "^(?!x)" }));
		assert.ok(fitsSchema("x", { pattern: "(" }));
		assert.ok(fitsSchema("x", { $ref: "https://a.example/schema" }));
	});

	it("refuses arguments that are too expensive to check, also within a negation", () => {
		const loop: Record<string, unknown> = { type: "array" };
		loop.items = loop;
		let deep: unknown[] = [];
		for (let at = 0; at < 1_000; at++) deep = [deep];
		const long = Array.from({ length: 100_000 }, () => []);
		for (const rules of [loop, { not: { not: loop } }])
			for (const value of [deep, long]) assert.ok(!fitsSchema(value, rules, { ...checkBudget(), steps: 500_000 }));
		assert.ok(!fitsSchema(deep, { not: { type: "array", items: { not: loop } } }));
		assert.ok(!fitsSchema(1, { $ref: "#" }));
		// A limit may also be a depth that JSON.stringify does not reach.
		assert.ok(!fitsSchema([deep, deep], { uniqueItems: true, minItems: 3 }));
	});

	it("counts expensive work before it is done", () => {
		const text = "a".repeat(100_000);
		const items = Array.from({ length: 20_000 }, (_, at) => `item ${at % 200}`);
		const fields = Object.fromEntries(items.map((item, at) => [`${item} ${at}`, at]));
		const lookaheads = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`(?=${at})`, true]));
		for (const [name, value, rules, least] of [
			["steps of a pattern", `${text}!`, { pattern: "^(a+)+$" }, 5_000_000],
			["ranges of a class", text, { pattern: `^[${"a-bc-d".repeat(100)}]` }, 1_000_000],
			["patterns", "", { allOf: Array.from({ length: 50 }, (_, at) => ({ pattern: `a{0,${at}}` })) }, 5_000_000],
			["patterns that cannot be matched", fields, { patternProperties: lookaheads }, 20_000_000],
			["lengths", text, { allOf: Array(20).fill({ minLength: 60_000 }) }, 2_000_000],
			["objects as texts", [fields, { ...fields }], { uniqueItems: true }, 8_000_000],
			["texts that are compared", [text, `b${text}`], { allOf: Array(20).fill({ uniqueItems: true }) }, 4_000_000],
			["entries of an enum", items, { items: { enum: items.slice(0, 200) } }, 400_000],
			["fields", fields, { anyOf: Array(50).fill({ maxProperties: 0 }) }, 1_000_000],
			["rules that are only true", items, { items: { allOf: Array(10).fill(true) } }, 1_000_000],
			["references", 1, { $ref: `#/${"%/".repeat(5_000)}` }, 1_000_000],
		] as const) {
			const budget = checkBudget();
			const { steps } = budget;
			fitsSchema(value, rules, budget);
			assert.ok(steps - budget.steps >= least, `${name}: ${steps - budget.steps}`);
		}
	});

	it("compares numbers by their texts, because a set of numbers can be made slow", () => {
		assert.ok(fitsSchema([1, "1", 0.5, true, null, "n1", "s1"], { uniqueItems: true }));
		assert.ok(!fitsSchema([0, -0], { uniqueItems: true }));
		assert.ok(!fitsSchema("n1", { enum: [1] }));
		assert.ok(!fitsSchema(1, { const: "n1" }));
	});

	it("refuses work above the budget of one answer's calls, and accepts what is only long", () => {
		const budget = checkBudget();
		const schema = { type: "object", properties: { a: { pattern: "^(a+)+$" } } };
		const call = { a: "a".repeat(20_000) };
		assert.ok(fitsSchema(call, schema, budget));
		let more = 0;
		while (fitsSchema(call, schema, budget)) more++;
		assert.ok(more < 50);
		assert.ok(!fitsSchema({ a: "a" }, schema, budget));
		assert.ok(fitsSchema({ a: Array(2_000_000).fill(1) }, { properties: { a: { type: "array" } } }));
		assert.ok(!fitsSchema("aaaa!", { pattern: "^(a+)+$" }));
	});

	it("leaves a pattern with too many repetitions to the tool", () => {
		assert.ok(fitsSchema("hello", { type: "string", pattern: "^.{1,10000}$" }));
		assert.ok(fitsSchema("hello", { type: "string", pattern: "^\\uD83D\\uDE00$" }));
	});
});
