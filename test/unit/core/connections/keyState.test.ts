import assert from "node:assert/strict";
import { dayLength, keyState, keyStateText, needsAttention } from "../../../../src/core/connections/keyState";

describe("how a key stands", () => {
	for (const [title, facts, missing, now, type, text] of [
		["never given", undefined, false, 0, "none", "no key yet"],
		["gone", { addedAt: 1 }, true, 0, "missing", "the key is no longer in the secret store"],
		["permanent", { addedAt: 1 }, false, 0, "permanent", "permanent key"],
		["refused", { addedAt: 1, endsAt: 9e9, refusedAt: 3 }, false, 0, "refused", "the gateway refused the key"],
		["fresh", { addedAt: 0, endsAt: 30 * dayLength }, false, 0, "temporary", "temporary key, 30 days left"],
		[
			"12 days and a bit",
			{ addedAt: 0, endsAt: 12.1 * dayLength },
			false,
			0,
			"temporary",
			"temporary key, 13 days left",
		],
		["its last second", { addedAt: 0, endsAt: 1000 }, false, 0, "temporary", "temporary key, 1 day left"],
		["over", { addedAt: 0, endsAt: 1000 }, false, 1000, "ended", "the temporary key has ended"],
	] as const) {
		it(title, () => {
			const state = keyState(facts, missing, now);
			assert.equal(state.type, type);
			assert.equal(keyStateText(state), text);
			assert.equal(needsAttention(state), type !== "temporary" && type !== "permanent");
		});
	}
});
