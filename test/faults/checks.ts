import assert from "node:assert/strict";
import { canaryKey } from "../unit/core/gateway/gatewayHarness";
import { embeddedText, isChat, prompt } from "./fault";
import type { CaseResult } from "./runCase";

/** Maximum number of requests of an operation. */
const mostRequests = 6;

/** The conditions that must hold after every fault, by name. */
export const checks: Readonly<Record<string, (result: CaseResult) => void>> = {
	"it ends as it must": endsAsExpected,
	"received text is kept byte for byte, and marked": textKept,
	"the question is unchanged": questionUnchanged,
	"open files are unchanged": filesUnchanged,
	"it settles in time": settledInTime,
	"requests are within the budget, none after the first byte": requestsWithinBudget,
	"the key is nowhere": keyNowhere,
	"the log tells the outcome, and nothing of what was said": logTold,
	"one message, with an action": oneMessage,
	"nothing is left": nothingLeft,
	"the next request succeeds": nextSucceeds,
};

function endsAsExpected({ outcome, expected, records }: CaseResult): void {
	assert.equal(outcome.end, expected.end);
	const reason = expected.end === "complete" ? undefined : expected.reason;
	assert.deepEqual(
		outcome.failures.map((failure) => failure.reason),
		reason === undefined ? [] : [reason],
	);
	if (expected.end === "failed") assert.equal(records.at(-1)?.duration !== undefined, true);
}

function textKept({ operation, outcome, expected, chat }: CaseResult): void {
	const text = expected.text ?? "";
	assert.equal(outcome.text, text, "as it was shown");
	if (!isChat(operation)) return;
	const answer = chat?.kept.at(-1);
	assert.ok(answer?.role === "assistant");
	assert.deepEqual(Buffer.from(answer.text), Buffer.from(text), "as it was kept");
	assert.equal(answer.state.type, expected.end);
}

function questionUnchanged({ operation, chat }: CaseResult): void {
	if (!isChat(operation)) return;
	const question = chat?.kept[0];
	assert.ok(question?.role === "user");
	assert.deepEqual({ text: question.text, attachments: question.attachments }, chat?.asked);
	assert.equal(chat?.kept.length, 2);
}

function filesUnchanged({ files }: CaseResult): void {
	assert.deepEqual(files.after, files.before);
	assert.equal(Object.keys(files.before).length, 3);
}

function settledInTime({ time, expected }: CaseResult): void {
	assert.ok(time.elapsed - time.waited <= time.most, `${time.elapsed} ms, of which ${time.waited} ms were waited`);
	if (expected.waits !== undefined) assert.equal(time.waited, expected.waits);
}

function requestsWithinBudget({ requests, records, expected }: CaseResult): void {
	assert.equal(records.length, expected.requests ?? 1);
	assert.ok(records.length <= mostRequests);
	assert.ok(requests <= records.length, "the ledger has every request");
	const answered = records.findIndex(({ status = 0, bytesIn }) => status < 300 && bytesIn > 0);
	if (answered >= 0) assert.equal(answered, records.length - 1, "none after the first byte of an answer");
	for (const { duration } of records) assert.ok(duration !== undefined, "every request has ended");
}

function keyNowhere({ traces }: CaseResult): void {
	// Not even half of the key may appear.
	for (const part of [canaryKey, canaryKey.slice(0, 9), canaryKey.slice(-8)]) {
		const at = traces.indexOf(part);
		assert.equal(at, -1, `${part} in: ${traces.slice(Math.max(0, at - 300), at + 100)}`);
	}
}

function logTold({ log, records, next, outcome, time, operation }: CaseResult): void {
	const text = log.join("\n");
	for (const { host, failure, status } of records) {
		const told = log.filter((line) => line.includes(`${host}: ${failure ? `failed (${failure}` : "done"}`));
		assert.ok(
			told.some((line) => line.includes(`status ${status ?? "none"}`)),
			`${failure} ${status} in ${text}`,
		);
	}
	assert.equal(/^Retry \d/m.test(text), time.waited > 0, text);
	assert.match(
		text,
		new RegExp(`^${operation === "models" || operation === "embeddings" ? operation : "chat"}\\b`, "m"),
	);
	const said = [prompt, ...prompt.split("\n"), embeddedText, outcome.text, next.text].filter((part) => part.length > 6);
	// Not even the beginning of a text may appear.
	for (const part of [...said.map((one) => one.slice(0, 20)), "canary", "Bearer", "bad value", "let a"])
		assert.ok(!text.includes(part), `${part} in ${text}`);
}

function oneMessage({ outcome, chat, expected }: CaseResult): void {
	const told = outcome.end === "complete" ? 0 : 1;
	assert.equal(outcome.failures.length, told);
	for (const { reason, message, actions } of outcome.failures) {
		assert.notEqual(reason, "unexpected");
		assert.match(message, /^\S[^\n]*\S$/, "one line");
		if (expected.says) assert.match(message, expected.says);
		assert.ok(actions.length > 0, "at least one action");
	}
	if (chat) assert.equal(chat.ends, 1);
}

function nothingLeft({ left }: CaseResult): void {
	assert.deepEqual(left, { timers: 0, listeners: 0, rejections: [] });
}

function nextSucceeds({ next }: CaseResult): void {
	assert.deepEqual({ end: next.end, failures: next.failures }, { end: "complete", failures: [] });
}
