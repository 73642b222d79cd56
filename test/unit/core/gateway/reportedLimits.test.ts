import assert from "node:assert/strict";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";

const origin = "https://g.example";

function spare(...answers: readonly ResponseInit[]): boolean {
	const limits = new ReportedLimits();
	for (const answer of answers) limits.record(origin, new Response("", answer));
	return limits.hasSpareRequests(origin);
}

describe("limits that a gateway reports", () => {
	it("leave requests to spare until the gateway says otherwise", () => {
		assert.equal(spare(), true);
		assert.equal(spare({}), true);
		assert.equal(spare({ headers: { "x-ratelimit-remaining-requests": "10" } }), true);
		assert.equal(spare({ headers: { "x-ratelimit-remaining-tokens": "3" } }), true);
	});

	for (const [name, value] of [
		["x-ratelimit-remaining-requests", "9"],
		["ratelimit-remaining", "0"],
		["x-ratelimit-remaining", "3"],
		["ratelimit", '"default";r=5;t=30'],
		["ratelimit", "limit=100, remaining=9, reset=50"],
	] as const) {
		it(`leave none to spare below ten: ${name}: ${value}`, () => {
			assert.equal(spare({ headers: { [name]: value } }), false);
			assert.equal(spare({ headers: { [name]: value } }, {}), false);
		});
	}

	it("follow the last answer", () => {
		const left = (count: string) => ({ headers: { "ratelimit-remaining": count } });
		assert.equal(spare(left("2"), left("100")), true);
	});

	it("leave none to spare after a 429 in this session, at this gateway", () => {
		const limits = new ReportedLimits();
		limits.record(origin, new Response("", { status: 429 }));
		limits.record(origin, new Response("", { headers: { "ratelimit-remaining": "100" } }));
		assert.equal(limits.hasSpareRequests(origin), false);
		assert.equal(limits.hasSpareRequests("https://other.example"), true);
	});

	it("ignore what is no number", () => assert.equal(spare({ headers: { "ratelimit-remaining": "few" } }), true));
});
