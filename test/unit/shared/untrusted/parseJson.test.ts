import assert from "node:assert/strict";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { isTooDeep, JsonDepthError, parseJson } from "../../../../src/shared/untrusted/parseJson";

const { jsonDepth } = gatewayLimits;
const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("JSON from outside: depth", () => {
	for (const [kind, nested] of [
		["arrays", arrays],
		["objects", objects],
	] as const) {
		it(`takes ${kind} at the limit, and none one level deeper`, () => {
			assert.equal(typeof parseJson(nested(jsonDepth)), "object");
			assert.throws(() => parseJson(nested(jsonDepth + 1)), JsonDepthError);
		});
	}

	it("counts levels and not brackets", () => {
		const flat = `[${Array.from({ length: 5_000 }, () => "[{}]").join(",")}]`;
		assert.equal((parseJson(flat) as unknown[]).length, 5_000);
	});

	it("does not count brackets in texts, behind an escaped quote too", () => {
		const text = `\\"${"[{".repeat(jsonDepth)}`;
		assert.deepEqual(parseJson(JSON.stringify([text, text])), [text, text]);
	});

	it("finds the depth of JSON that does not end", () => {
		assert.equal(isTooDeep("[".repeat(2 * jsonDepth)), true);
		assert.equal(isTooDeep(`"${"[".repeat(2 * jsonDepth)}`), false);
	});

	it("throws what JSON.parse does for broken JSON", () => {
		assert.throws(() => parseJson("{"), SyntaxError);
	});
});
