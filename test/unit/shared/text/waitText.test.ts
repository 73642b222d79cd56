import assert from "node:assert/strict";
import { waitText } from "../../../../src/shared/text/waitText";

describe("waits: when a request is tried again", () => {
	const now = new Date(2026, 4, 6, 14, 0, 30).getTime();
	const textIn = (seconds: number) => waitText({ until: now + seconds * 1000, reason: "It is busy." }, now, "en-GB");

	it("is counted down for ten minutes at most", () => {
		assert.match(textIn(-1), / 0 s\. It is busy\.$/);
		assert.match(textIn(59), / 59 s\. It is busy\.$/);
		assert.match(textIn(600), / 10 min 0 s\. It is busy\.$/);
	});

	it("does not say that a request is tried again where none was sent", () => {
		for (const [seconds, time] of [
			[59, / 59 s\. It is busy\.$/],
			[601, / 14:10\. It is busy\.$/],
			[86_400, / tomorrow .*14:00\. It is busy\.$/],
		] as const) {
			const text = waitText({ until: now + seconds * 1000, reason: "It is busy.", ahead: true }, now, "en-GB");
			assert.match(text, time);
			assert.doesNotMatch(text, /again/);
		}
	});

	it("is a time by the clock if it is later, such as a day for Retry-After: 86400", () => {
		assert.match(textIn(601), / 14:10\. It is busy\.$/);
		assert.doesNotMatch(textIn(601), / min |tomorrow/);
		assert.match(textIn(9 * 3600), / 23:00\. It is busy\.$/);
		assert.match(textIn(10 * 3600), / tomorrow .*00:00\. It is busy\.$/);
		assert.match(textIn(86_400), / tomorrow .*14:00\. It is busy\.$/);
	});
});
