import assert from "node:assert/strict";
import { LeakedCalls } from "../../../../../src/core/gateway/tools/leakedCalls";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("tools: calls in text", () => {
	for (const mark of ["<tool_call>", "[TOOL_CALLS]"]) {
		for (const size of [1_000, 64 * 1024, 1024 * 1024]) {
			it(`are withheld, and end the answer, if their end is not within the limit: ${mark}, pieces of ${size}`, () => {
				const leaks = new LeakedCalls(() => ({}));
				const open = `Look: ${mark}{"name":"weather","arguments":{"text":"`;
				const call = '<tool_call>{"name":"weather","arguments":{}}</tool_call>';
				const whole = open + "x".repeat(2 * gatewayLimits.callInText);
				let shown = "";
				for (let at = 0; at < whole.length; at += size) {
					shown += leaks.push(whole.slice(at, at + size));
					const read = Math.min(at + size, whole.length);
					assert.equal(leaks.isTooLong, read > gatewayLimits.callInText + "Look: ".length + mark.length);
				}
				assert.equal(shown, "Look: ");
				// A later call may be part of the text of the long one.
				assert.equal(leaks.push(call) + leaks.end(true), "");
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
				assert.equal(leaks.isTooLong, !isCall);
				assert.equal(shown, "");
			}
		}
	});

	const long = "x".repeat(gatewayLimits.callInText);
	for (const [name, isPrompted, text, isCall] of [
		["a fenced block that names a tool", true, `\`\`\`json\n{"name":"weather","arguments":{"text":"${long}`, true],
		["a fenced block of calls", true, `\`\`\`tool_call\n{"name":"weather","arguments":{"text":"${long}`, true],
		["a fenced block of data", true, `\`\`\`json\n{"rows":["${long}`, false],
		["bare JSON that names a tool", false, `{"name":"weather","arguments":{"text":"${long}`, true],
		["bare JSON of data", false, `{"name":"Anna","arguments":{"text":"${long}`, false],
	] as const) {
		it(`are ${isCall ? "withheld" : "text"} above the limit: ${name}`, () => {
			const leaks = new LeakedCalls((tool) => (tool === "weather" ? {} : undefined), isPrompted);
			const shown = leaks.push(text) + leaks.push("more") + leaks.end(false);
			assert.equal(shown, isCall ? "" : `${text}more`);
			assert.equal(leaks.isTooLong, isCall);
		});
	}

	it("keep text that looks like JSON if the tool takes a string", () => {
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
