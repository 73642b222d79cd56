import assert from "node:assert/strict";
import { dayLength, keyState, keyStateText, needsAttention } from "../../../../src/core/connections/keyState";

describe("key: its state", () => {
	for (const [title, facts, missing, now, type, text] of [
		["never given", undefined, false, 0, "none", /^no key/],
		["gone", { addedAt: 1 }, true, 0, "missing", /no longer .*secret store/],
		["permanent", { addedAt: 1 }, false, 0, "permanent", /^permanent key$/],
		["refused", { addedAt: 1, endsAt: 9e9, refusedAt: 3 }, false, 0, "refused", /refused the key/],
		["fresh", { addedAt: 0, endsAt: 30 * dayLength }, false, 0, "temporary", /temporary .*\b30 days\b/],
		["12 days and a bit", { addedAt: 0, endsAt: 12.1 * dayLength }, false, 0, "temporary", /temporary .*\b13 days\b/],
		["its last second", { addedAt: 0, endsAt: 1000 }, false, 0, "temporary", /temporary .*\b1 day\b/],
		["over", { addedAt: 0, endsAt: 1000 }, false, 1000, "ended", /temporary key .*expired/],
	] as const) {
		it(title, () => {
			const state = keyState(facts, missing, now);
			assert.equal(state.type, type);
			assert.match(keyStateText(state), text);
			assert.equal(needsAttention(state), type !== "temporary" && type !== "permanent");
		});
	}
});
