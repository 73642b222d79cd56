import assert from "node:assert/strict";
import { LeakedCalls } from "../../../../../src/core/gateway/tools/leakedCalls";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("tools: calls in text", () => {
	for (const mark of ["<tool_call>", "[TOOL_CALLS]"]) {
		for (const size of [1_000, 64 * 1024, 1024 * 1024]) {
			it(`hold back no more than the limit of a call that never ends: ${mark}, pieces of ${size}`, () => {
				const leaks = new LeakedCalls(() => true);
				const open = `Look: ${mark}{"name":"weather","arguments":{"text":"`;
				const call = '<tool_call>{"name":"weather","arguments":{}}</tool_call>';
				const whole = open + "x".repeat(2 * gatewayLimits.callInText);
				let shown = "";
				for (let at = 0; at < whole.length; at += size) {
					shown += leaks.push(whole.slice(at, at + size));
					assert.ok(Math.min(at + size, whole.length) - shown.length <= gatewayLimits.callInText + mark.length);
				}
				assert.equal(shown, whole);
				// It may be a part of what the long one writes.
				assert.equal(leaks.push(call) + leaks.end(true), call);
				assert.deepEqual(leaks.calls, []);
			});
		}
	}

	it("are read up to the limit, whatever the pieces are", () => {
		for (const [length, isCall] of [
			[gatewayLimits.callInText, true],
			[gatewayLimits.callInText + 1, false],
		] as const) {
			const [begin, end] = ['{"name":"weather","arguments":{"text":"', '"}}'];
			const text = `<tool_call>${begin}${"x".repeat(length - begin.length - end.length)}${end}`;
			for (const size of [7_777, text.length]) {
				const leaks = new LeakedCalls(() => true);
				let shown = "";
				for (let at = 0; at < text.length; at += size) shown += leaks.push(text.slice(at, at + size));
				shown += leaks.end(true);
				assert.equal(leaks.calls.length, isCall ? 1 : 0);
				assert.equal(shown, isCall ? "" : text);
			}
		}
	});
});
