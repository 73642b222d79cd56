import assert from "node:assert/strict";
import { deltaCases } from "./deltaCases";
import { leakCases } from "./leakCases";
import { readTools } from "./readTools";
import type { ToolCase } from "./toolCase";

const cases = [...deltaCases, ...leakCases];
/** The goal: a minimum number of named cases. */
const least = 80;
/** The marks of the dialects, which must never be shown if the case expects a call. */
const marks = ["<tool_call", "<function=", "<|tool_call", "[TOOL_CALLS]", "<|python_tag", "<｜tool", "tool_call\n"];

describe("tools: calls of real gateways", () => {
	it("are at least eighty, each with a unique name", () => {
		assert.ok(cases.length >= least, `${cases.length}`);
		assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
	});

	for (const each of cases) {
		it(each.name, async () => {
			const read = await readTools([Buffer.from(each.body)], each);
			check(each, read);
		});

		it(`${each.name}: split at every byte`, async () => {
			const body = Buffer.from(each.body);
			for (let at = 1; at < body.length; at++) {
				const read = await readTools([body.subarray(0, at), body.subarray(at)], each);
				check(each, read, `split at ${at}`);
			}
			const read = await readTools(
				Array.from(body, (byte) => Uint8Array.of(byte)),
				each,
			);
			check(each, read, "a byte at a time");
		});
	}
});

function check(each: ToolCase, read: Awaited<ReturnType<typeof readTools>>, where = ""): void {
	const calls = each.calls ?? [];
	const { text, reasoning, end, learned } = read;
	assert.deepEqual(
		{ text, reasoning, calls: read.calls, end, learned },
		{
			text: each.text ?? "",
			reasoning: each.reasoning ?? "",
			calls: calls.map(([name, given]) => [name, given]),
			end: each.end ?? "tool_calls",
			learned: each.learned ?? (calls.length > 0 ? "streamed" : "none"),
		},
		where,
	);
	for (const [at, [, , id]] of calls.entries()) if (id !== undefined) assert.equal(read.ids[at], id);
	assert.equal(new Set(read.ids).size, read.ids.length, "ids differ");
	assert.ok(read.ids.every((id) => id !== ""));
	if (calls.length === 0) return;
	for (const piece of read.pieces)
		for (const mark of marks) assert.ok(!piece.includes(mark), `${where}: shown: ${piece}`);
}
