import assert from "node:assert/strict";
import { GatewayError } from "../../src/core/gateway/gatewayError";
import type { BuildProgress } from "../../src/core/search/model/semanticIndex";
import type { RecordedRequest } from "../gateway/recordedRequest";
import type { ScriptedAnswer } from "../gateway/script";
import { hurriedClock } from "./world/hurriedClock";
import { madeSource } from "./world/madeSource";
import { inputsOf, never, type SearchWorld, searchWorld } from "./world/searchWorld";

const noProgress = () => {};
const poison = "export const path = '../../etc/passwd';\n";
const isPoisoned = ({ json }: RecordedRequest) => inputsOf(json).some((text) => text.includes("etc/passwd"));

/** Answers that block one text while all others are accepted, with the messages that report them. */
const answers: Readonly<Record<string, readonly [ScriptedAnswer, RegExp]>> = {
	"a firewall's 403": [{ status: 403, body: "Request blocked by policy 42" }, /Request blocked by policy 42/],
	"a firewall's page with the status 200": [{ body: "<html><body>Rejected</body></html>" }, /web page/],
	"a broken connection": [{ chunks: [{ type: "reset" }] }, /ECONNRESET|socket|UND_ERR/i],
	"a status 500": [{ status: 500, json: { error: { message: "tensor mismatch" } } }, /tensor mismatch/],
	"a filter that finds an API key in it": [
		{ status: 400, json: { error: { message: "the input holds an API key" } } },
		/holds an API key/,
	],
	"a vector of NaN": [{ body: '{"data":[{"index":0,"embedding":[NaN]}]}' }, /not JSON/],
	"a vector of null": [{ json: { data: [{ index: 0, embedding: [null] }] } }, /does not contain exactly one embedding/],
};

describe("index: a text that the gateway never embeds", () => {
	let world: SearchWorld;
	beforeEach(async () => {
		world = await searchWorld({ clock: hurriedClock() });
	});
	afterEach(() => world.close());

	const poisonSent = () => world.gateway.requests.filter(isPoisoned).length;
	const sources = (from: number) =>
		Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`src/file${from + i}.ts`, madeSource(from + i)]));

	for (const [what, [answer, cause]] of Object.entries(answers)) {
		for (const [where, path] of [
			["first", "a.ts"],
			["among others", "src/file3a.ts"],
		] as const) {
			it(`for ${what}, ${where}: the others are embedded, and it is not sent again without a request`, async () => {
				world.gateway.script({ match: isPoisoned, times: Number.POSITIVE_INFINITY, ...answer });
				await world.write({ ...sources(0), [path]: poison });
				await world.prepare();
				const { embedded, refused, refusal } = await world.index.build(never, noProgress);
				assert.deepEqual(refused, [path]);
				assert.match(refusal ?? "", cause);
				const facts = await world.index.facts();
				assert.deepEqual([facts?.contents, facts?.missing], [embedded + 1, 1]);
				assert.deepEqual(facts?.refused, { contents: 1, paths: [path], cause: refusal });

				const before = poisonSent();
				assert.ok(before <= 40, `it was sent ${before} times`);
				await world.write(sources(6));
				await world.index.follow(Object.keys(sources(6)), never);
				const left: number[] = [];
				const count = ({ files }: BuildProgress) => files && left.push(files.total - files.done);
				const followed = await world.index.build(never, count, false);
				assert.ok(followed.embedded > 0);
				assert.equal(poisonSent(), before);
				assert.equal(left[0], 6, "its file is none of those that the build finishes");
				assert.equal(await world.index.follow("all", never), 0, "nothing else is left to do");

				// Nothing else is missing: no other text can show whether the gateway is at fault.
				assert.deepEqual((await world.index.build(never, noProgress)).refused, [path]);
				assert.ok(poisonSent() > before);
			});
		}
	}

	it("is distinguished from a key that may no longer be used for embeddings", async () => {
		let seen = 0;
		const forbidden = world.gateway.script({
			match: () => seen++ >= 4,
			times: Number.POSITIVE_INFINITY,
			status: 403,
			json: { error: { message: "not allowed for your plan" } },
		});
		await world.write(sources(0));
		await world.prepare();
		await assert.rejects(world.index.build(never, noProgress), (error) => {
			assert.ok(error instanceof GatewayError && error.reason === "forbidden");
			return true;
		});
		assert.ok(seen < 12, `${seen} requests`);
		assert.equal((await world.index.facts())?.refused, undefined);
		forbidden.dispose();
		assert.deepEqual((await world.index.build(never, noProgress)).refused, []);
		assert.equal((await world.index.facts())?.missing, 0);
	});

	it("is distinguished from a gateway that is down", async () => {
		let seen = 0;
		const down = world.gateway.script({ match: () => seen++ >= 4, times: Number.POSITIVE_INFINITY, status: 500 });
		await world.write(sources(0));
		await world.prepare();
		await assert.rejects(world.index.build(never, noProgress), (error) => {
			assert.ok(error instanceof GatewayError && error.reason === "unavailable");
			return true;
		});
		assert.equal((await world.index.facts())?.refused, undefined);
		down.dispose();
		assert.deepEqual((await world.index.build(never, noProgress)).refused, []);
	});

	it("is not confused with one that failed while the gateway was temporarily down", async () => {
		let seen = 0;
		// Long enough for the client to give up: it tries each request four times.
		world.gateway.script({ match: () => seen++ >= 6, times: 8, status: 502 });
		await world.write(sources(0));
		await world.prepare();
		const ended = await world.index.build(never, noProgress).catch((error: unknown) => error);
		if (ended instanceof Error) assert.ok(ended instanceof GatewayError && ended.reason === "unavailable");
		assert.equal((await world.index.facts())?.refused, undefined);
		assert.deepEqual((await world.index.build(never, noProgress)).refused, []);
		assert.equal((await world.index.facts())?.missing, 0);
	});
});
