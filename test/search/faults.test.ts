import assert from "node:assert/strict";
import { UserError } from "../../src/core/base/errors";
import { GatewayError } from "../../src/core/gateway/gatewayError";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import type { BuildProgress } from "../../src/core/search/model/semanticIndex";
import { contentOf } from "../../src/worker/chunking/chunk";
import type { RecordedRequest } from "../gateway/recordedRequest";
import type { ScriptedAnswer } from "../gateway/script";
import { hurriedClock } from "./world/hurriedClock";
import { madeSource } from "./world/madeSource";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`src/file${i}.ts`, madeSource(i)]));
const noProgress = () => {};

const inputOf = ({ json }: RecordedRequest) => (json as { readonly input?: unknown }).input;
/** Returns a test for requests after this many others. */
const from = (count: number) => {
	let seen = 0;
	return () => seen++ >= count;
};

describe("index: a build against a gateway at fault", () => {
	let world: SearchWorld;
	let readKey: () => Promise<string>;
	beforeEach(async () => {
		world = await searchWorld({ clock: hurriedClock(), readKey: () => readKey() });
		readKey = async () => world.gateway.key;
		await world.write(files);
		await world.prepare();
	});
	afterEach(() => world.close());

	const fault = (
		match: (request: RecordedRequest) => boolean,
		answer: ScriptedAnswer,
		times = Number.POSITIVE_INFINITY,
	) => world.gateway.script({ match, times, ...answer });
	const missing = async () => (await world.index.facts())?.missing ?? Number.NaN;

	/** Builds the rest, and asserts that all of it is there and nothing stored was sent again. */
	async function finish(keptBefore: number): Promise<void> {
		const sent = world.embedded().length;
		const left = await missing();
		const reports: BuildProgress[] = [];
		const { embedded, refused } = await world.index.build(never, (progress) => reports.push(progress));
		assert.deepEqual([embedded, refused], [left, []]);
		const [{ done, total, before } = assert.fail()] = reports;
		assert.deepEqual(
			[done, total, before],
			[keptBefore, keptBefore + left, keptBefore],
			"it is notified of the whole index",
		);
		assert.equal(await missing(), 0);
		// A text whose request was running when the first build ended may still arrive; it is one of the missing ones.
		assert.equal(new Set(world.embedded().slice(sent)).size, left);
		const { contents = 0 } = (await world.index.facts()) ?? {};
		assert.equal(contents - left, keptBefore);
		const [first] = (await world.index.search(parseQuery("file 7"), 1, never)).chunks;
		assert.ok(first?.similarity !== undefined);
	}

	it("that goes down in the middle: ends with a sentence, and the stored part stays", async () => {
		const { contents = 0 } = (await world.index.facts()) ?? {};
		const down = fault(from(3), { status: 503, json: { error: { message: "down for maintenance" } } });
		await assert.rejects(world.index.build(never, noProgress), (error) => {
			assert.ok(error instanceof GatewayError && error.reason === "unavailable");
			return true;
		});
		down.dispose();
		const left = await missing();
		assert.ok(left > 0 && left < contents, `${left} of ${contents} are missing`);
		await finish(contents - left);
	});

	it("that is too busy: waits as long as the gateway asks, and resumes", async () => {
		const reports: BuildProgress[] = [];
		fault(from(4), { status: 429, headers: { "retry-after": "7" }, json: { error: { message: "slow down" } } }, 2);
		const { refused } = await world.index.build(never, (progress) => reports.push(progress));
		assert.deepEqual(refused, []);
		assert.equal(await missing(), 0);
		assert.ok(reports.some(({ wait }) => wait?.cause.reason === "rateLimited"));
		assert.equal(reports.at(-1)?.wait, undefined);
		assert.equal(reports.at(-1)?.done, reports.at(-1)?.total);
	});

	it("that stays too busy: ends with a sentence", async () => {
		fault(from(4), { status: 429, headers: { "retry-after": "7" }, json: { error: { message: "slow down" } } });
		await assert.rejects(world.index.build(never, noProgress), (error) => {
			return error instanceof GatewayError && error.reason === "rateLimited";
		});
	});

	it("that accepts only small batches: the limit is learned", async () => {
		const large = (request: RecordedRequest) => Array.isArray(inputOf(request)) && (inputOf(request) as []).length > 4;
		fault(large, { status: 422, json: { error: { message: "batch size 10 > maximum allowed batch size 4" } } });
		await world.index.build(never, noProgress);
		assert.equal(await missing(), 0);
		const sizes = world.gateway.requests.map((request) => [inputOf(request)].flat().length);
		assert.ok(sizes.filter((size) => size > 4).length <= 6, `${sizes}`);
		assert.ok(sizes.includes(4), `${sizes}`);
	});

	it("that accepts no arrays: sends one text at a time, after one attempt", async () => {
		fault((request) => Array.isArray(inputOf(request)), { status: 400, json: { error: { message: "bad request" } } });
		await world.index.build(never, noProgress);
		assert.equal(await missing(), 0);
		assert.equal(world.gateway.requests.filter((request) => Array.isArray(inputOf(request))).length, 1);
	});

	it("that refuses one of the first texts: tries arrays again with others", async () => {
		const marked = (request: RecordedRequest) =>
			[inputOf(request)].flat().some((text) => /to file 0\./.test(String(text)));
		fault(marked, { status: 400, json: { error: { message: "content filter" } } });
		const { refused } = await world.index.build(never, noProgress);
		assert.deepEqual(refused, ["src/file0.ts"]);
		assert.equal(await missing(), 6);
		const sizes = world.gateway.requests.map((request) => [inputOf(request)].flat().length);
		assert.ok(
			sizes.some((size) => size >= 10),
			`${sizes}`,
		);
	});

	it("whose model accepts only short texts: cuts a long chunk in two", async () => {
		const long = (request: RecordedRequest) => [inputOf(request)].flat().some((text) => String(text).length > 300);
		fault(long, { status: 400, json: { error: { message: "This model's maximum context length is 128 tokens." } } });
		const { refused } = await world.index.build(never, noProgress);
		assert.deepEqual(refused, []);
		assert.equal(await missing(), 0);
	});

	/** Makes the gateway refuse a content, with or without others, until the result is disposed of. */
	async function refuse(typed: string, path: string) {
		// A function, because only this file has it: the imports are the same text in every file.
		const { chunks: found } = await world.index.search(parseQuery(typed), 20, never);
		const poison = found.find((chunk) => chunk.symbol !== "" && chunk.path === path);
		assert.ok(poison);
		const refused = contentOf(poison);
		const marked = (request: RecordedRequest) => [inputOf(request)].flat().some((text) => text === refused);
		const filter = fault(marked, { status: 400, json: { error: { message: "content filter" } } });
		return { content: refused, filter };
	}

	it("that refuses one text: embeds the rest, and reports the affected file", async () => {
		await refuse("path:file5 file 5", "src/file5.ts");
		const { refused, refusal } = await world.index.build(never, noProgress);
		assert.deepEqual(refused, ["src/file5.ts"]);
		assert.match(refusal ?? "", /content filter/);
		assert.equal(await missing(), 1);
		const later = await world.secondIndex();
		const noted = (await later.facts())?.refused;
		assert.deepEqual([noted?.contents, noted?.paths, noted?.cause], [1, refused, refusal]);
	});

	it("that refused one text: embeds later changes, and sends that text again only in a requested build", async () => {
		const { content: poison } = await refuse("path:file5 file 5", "src/file5.ts");
		await world.index.build(never, noProgress);
		const sent = world.embedded().length;
		await world.write({ "src/file3.ts": madeSource(103), "src/file5.ts": `${madeSource(5)}\n// touched\n` });
		const toSend = await world.index.follow(["src/file3.ts", "src/file5.ts"], never);
		assert.ok(toSend > 0);
		const followed = await world.index.build(never, noProgress, false);
		assert.deepEqual([followed.embedded, followed.refused], [toSend, ["src/file5.ts"]]);
		assert.equal(await missing(), 1);
		assert.ok(!world.embedded().slice(sent).includes(poison));
		assert.equal(await world.index.follow(["src/file5.ts"], never), 0);
		await world.write({ "src/file4.ts": madeSource(104) });
		await world.index.prepare(never, noProgress);
		const asked = await world.index.build(never, noProgress);
		assert.ok(asked.embedded > 0);
		assert.equal(await missing(), 1);
		assert.ok(world.embedded().includes(poison, sent), "it might be accepted by now");
	});

	it("that accepts again what it refused: nothing is missing any more", async () => {
		const { contents = 0 } = (await world.index.facts()) ?? {};
		const { filter } = await refuse("path:file5 file 5", "src/file5.ts");
		const { refusal } = await world.index.build(never, noProgress);
		assert.match(refusal ?? "", /content filter/);
		filter.dispose();
		await world.index.build(never, noProgress);
		const facts = await world.index.facts();
		assert.deepEqual([facts?.contents, facts?.missing, facts?.refused], [contents, 0, undefined]);
	});

	it("that refuses one of the very first texts: still sends arrays", async () => {
		const down = fault(() => true, { status: 503, json: { error: { message: "down for maintenance" } } });
		await assert.rejects(world.index.build(never, noProgress), /down for maintenance/);
		down.dispose();
		const [first] = world.embedded();
		const before = world.gateway.requests.length;
		const marked = (request: RecordedRequest) => [inputOf(request)].flat().some((text) => text === first);
		fault(marked, { status: 400, json: { error: { message: "content filter" } } });
		const { embedded } = await world.index.build(never, noProgress);
		const facts = await world.index.facts();
		assert.deepEqual([facts?.missing, facts?.refused?.contents], [1, 1]);
		const requests = world.gateway.requests.length - before;
		assert.ok(requests < embedded / 2, `${requests} requests for ${embedded}`);
	});

	it("that refuses every text: ends with a sentence after a few", async () => {
		fault(() => true, { status: 400, json: { error: { message: "no embeddings here" } } });
		await assert.rejects(world.index.build(never, noProgress), /no embeddings here/);
		assert.ok(world.gateway.requests.length <= 20, `${world.gateway.requests.length} requests`);
		assert.equal((await world.index.facts())?.refused, undefined);
	});

	it("that refuses one of two texts when nothing else is sent: embeds the other one", async () => {
		await world.index.build(never, noProgress);
		fault((request) => JSON.stringify(inputOf(request)).includes("unwelcome"), {
			status: 400,
			json: { error: { message: "content filter" } },
		});
		await world.write({ "src/a.ts": "export const tide = 1;\n", "src/b.ts": "export const unwelcome = 1;\n" });
		await world.index.follow(["src/a.ts", "src/b.ts"], never);
		assert.deepEqual((await world.index.build(never, noProgress)).refused, ["src/b.ts"]);
		assert.equal(await missing(), 1);
	});

	it("whose model suddenly has another dimension: mixes nothing, and deleting the index helps", async () => {
		const other = { data: [{ index: 0, embedding: [1, 2, 3] }] };
		const changed = fault(from(3), { json: other });
		await assert.rejects(world.index.build(never, noProgress), (error) => {
			assert.ok(error instanceof UserError);
			assert.match(error.message, /returns embeddings with 3 dimensions.*384.*build it again/);
			return true;
		});
		changed.dispose();
		assert.equal((await world.index.facts())?.dimension, 384);
		await world.index.delete();
		assert.equal(await world.index.facts(), undefined);
		await world.build();
		assert.equal(await missing(), 0);
	});

	it("whose key is deleted: ends with its sentence, and continues with a renewed key", async () => {
		const { contents = 0 } = (await world.index.facts()) ?? {};
		const isLate = from(3);
		readKey = async () => {
			if (isLate()) throw new UserError("There is no API key.", ["setApiKey"]);
			return world.gateway.key;
		};
		await assert.rejects(world.index.build(never, noProgress), { message: "There is no API key." });
		readKey = async () => world.gateway.key;
		await finish(contents - (await missing()));
	});

	it("that is cancelled: ends, and the stored part stays", async () => {
		const abort = new AbortController();
		const { contents = 0 } = (await world.index.facts()) ?? {};
		const cancelled = world.index.build(abort.signal, ({ done }) => done > 5 && abort.abort());
		await assert.rejects(cancelled);
		await finish(contents - (await missing()));
	});
});
