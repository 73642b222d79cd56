import assert from "node:assert/strict";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { isTooDeep, JsonDepthError, parseJson } from "../../../../src/shared/untrusted/parseJson";

const { jsonDepth } = gatewayLimits;
const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

describe("untrusted text: the depth of JSON", () => {
	for (const [kind, nested] of [
		["arrays", arrays],
		["objects", objects],
	] as const) {
		it(`is accepted at the limit, but not one level deeper: ${kind}`, () => {
			assert.equal(typeof parseJson(nested(jsonDepth)), "object");
			assert.throws(() => parseJson(nested(jsonDepth + 1)), JsonDepthError);
		});
	}

	it("counts levels, not brackets", () => {
		const flat = `[${Array.from({ length: 5_000 }, () => "[{}]").join(",")}]`;
		assert.equal((parseJson(flat) as unknown[]).length, 5_000);
	});

	it("ignores brackets in strings, even after an escaped quote", () => {
		const text = `\\"${"[{".repeat(jsonDepth)}`;
		assert.deepEqual(parseJson(JSON.stringify([text, text])), [text, text]);
	});

	it("is determined for JSON without an end", () => {
		assert.equal(isTooDeep("[".repeat(2 * jsonDepth)), true);
		assert.equal(isTooDeep(`"${"[".repeat(2 * jsonDepth)}`), false);
	});

	it("does not change the error of JSON.parse for broken JSON", () => {
		assert.throws(() => parseJson("{"), SyntaxError);
	});
});
