import assert from "node:assert/strict";
import { LeakedCalls } from "../../../../../src/core/gateway/tools/leakedCalls";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("tools: calls in text", () => {
	for (const mark of ["<tool_call>", "[TOOL_CALLS]"]) {
		for (const size of [1_000, 64 * 1024, 1024 * 1024]) {
			it(`hold back no more than the limit of a call that never ends: ${mark}, pieces of ${size}`, () => {
				const leaks = new LeakedCalls(() => ({}));
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
				const leaks = new LeakedCalls(() => ({}));
				let shown = "";
				for (let at = 0; at < text.length; at += size) shown += leaks.push(text.slice(at, at + size));
				shown += leaks.end(true);
				assert.equal(leaks.calls.length, isCall ? 1 : 0);
				assert.equal(shown, isCall ? "" : text);
			}
		}
	});

	it("keep text that looks like JSON where the tool takes a string", () => {
		const content = { type: "string" };
		const schema = { properties: { content, note: { type: ["string", "null"] }, line: { type: "integer" } } };
		for (const value of ['{"a":1}', "[1]", "2024", "true", "null"]) {
			const leaks = new LeakedCalls((name) => (name === "write" ? schema : undefined));
			const values = `<parameter=content>\n${value}\n</parameter><parameter=note>null</parameter><parameter=line>7</parameter>`;
			leaks.push(`<tool_call><function=write>${values}</function></tool_call>`);
			leaks.push(`<function=other><parameter=content>${value}</parameter></function>`);
			assert.equal(leaks.end(true), "");
			const [write, other] = leaks.calls.map((call) => JSON.parse(call.arguments));
			assert.deepEqual(write, { content: value, note: null, line: 7 });
			assert.deepEqual(other, { content: JSON.parse(value) });
		}
	});
});
