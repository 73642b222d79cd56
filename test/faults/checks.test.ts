import assert from "node:assert/strict";
import { canaryKey } from "../unit/core/gateway/gatewayHarness";
import { checks } from "./checks";
import { connectionFaults } from "./connectionFaults";
import { prompt } from "./fault";
import { OpenFiles } from "./openFiles";
import { type CaseResult, runCase } from "./runCase";

/** A check that cannot fail proves nothing: each must fail on a changed version of a case that it passes. */
const spoilt: Readonly<Record<keyof typeof checks, readonly ((good: CaseResult) => CaseResult)[]>> = {
	"it ends as it must": [
		(good) => ({ ...good, outcome: { ...good.outcome, end: "complete" } }),
		(good) => ({
			...good,
			outcome: { ...good.outcome, failures: [{ reason: "refused", message: "No.", actions: [] }] },
		}),
	],
	"received text is kept byte for byte, and marked": [
		(good) => ({ ...good, outcome: { ...good.outcome, text: good.outcome.text.slice(0, -1) } }),
		(good) => changed(good, 1, { text: "Half" }),
		(good) => changed(good, 1, { state: { type: "complete", finishReason: "stop" } }),
	],
	"the question is unchanged": [
		(good) => changed(good, 0, { text: "Why?" }),
		(good) => changed(good, 0, { attachments: [] }),
	],
	"open files are unchanged": [(good) => ({ ...good, files: { ...good.files, after: {} } })],
	"it settles in time": [
		(good) => ({ ...good, time: { ...good.time, elapsed: 1e6 } }),
		(good) => ({ ...good, expected: { ...good.expected, waits: 7 } }),
	],
	"requests are within the budget, none after the first byte": [
		(good) => ({ ...good, records: [...good.records, ...good.records] }),
		(good) => ({ ...good, records: [...good.records, ...good.records], expected: { ...good.expected, requests: 2 } }),
		(good) => ({ ...good, requests: 9 }),
		(good) => ({ ...good, records: good.records.map(({ duration: _, ...record }) => record) }),
	],
	"the key is nowhere": [
		(good) => ({ ...good, traces: `${good.traces} ${canaryKey}` }),
		(good) => ({ ...good, traces: `${good.traces} ${canaryKey.slice(0, 10)}` }),
	],
	"the log tells the outcome, and nothing of what was said": [
		(good) => ({ ...good, log: [] }),
		(good) => ({ ...good, log: [...good.log, `It said ${prompt.slice(0, 20)}`] }),
		(good) => ({ ...good, log: [...good.log, `Half: ${good.outcome.text}`] }),
		(good) => ({ ...good, log: [...good.log, "Retry 1 in 1 s: unavailable"] }),
	],
	"one message, with an action": [
		(good) => ({ ...good, outcome: { ...good.outcome, failures: [] } }),
		(good) => ({
			...good,
			outcome: { ...good.outcome, failures: [...good.outcome.failures, ...good.outcome.failures] },
		}),
		(good) => ({
			...good,
			outcome: { ...good.outcome, failures: good.outcome.failures.map((failure) => ({ ...failure, actions: [] })) },
		}),
	],
	"nothing is left": [
		(good) => ({ ...good, left: { ...good.left, timers: 1 } }),
		(good) => ({ ...good, left: { ...good.left, listeners: 1 } }),
		(good) => ({ ...good, left: { ...good.left, rejections: [new Error("nobody heard of it")] } }),
	],
	"the next request succeeds": [(good) => ({ ...good, next: good.outcome })],
};

describe("fault matrix: its checks", () => {
	let good: CaseResult;
	before(async () => {
		const files = await OpenFiles.create();
		const fault = connectionFaults.find(({ name }) => name === "reset in the middle");
		assert.ok(fault);
		good = await runCase(fault, "stream", files);
		await files.remove();
	});

	for (const [name, check] of Object.entries(checks)) {
		it(`can fail: ${name}`, () => {
			check(good);
			const wrong = spoilt[name] ?? [];
			assert.ok(wrong.length > 0);
			for (const [place, spoil] of wrong.entries()) {
				assert.throws(() => check(spoil(good)), assert.AssertionError, `the ${place + 1}. of them passes`);
			}
		});
	}
});

/** Returns the case with one of its stored messages changed. */
function changed(good: CaseResult, place: number, change: object): CaseResult {
	assert.ok(good.chat);
	const kept = good.chat.kept.map((message, at) => (at === place ? { ...message, ...change } : message));
	return { ...good, chat: { ...good.chat, kept } };
}
