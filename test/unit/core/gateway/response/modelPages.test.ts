import assert from "node:assert/strict";
import { readModelPages } from "../../../../../src/core/gateway/response/modelPages";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";
import { memoryLogChannel } from "../../memoryPorts";
import { connectedGateway, never } from "../gatewayHarness";

const named = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ id: `m${from + i}` }));

describe("models: pages of a list", () => {
	let t: Awaited<ReturnType<typeof connectedGateway>>;
	const log = memoryLogChannel();
	beforeEach(async () => {
		log.lines.length = 0;
		t = await connectedGateway({}, { log });
	});
	afterEach(() => t.server.close());

	/** Answers each query with a page. */
	function pages(answers: Readonly<Record<string, object>>): void {
		for (const [query, json] of Object.entries(answers))
			t.server.script({
				match: ({ target }) => target === `/v1/models${query}`,
				json,
				times: Number.POSITIVE_INFINITY,
			});
	}
	const count = async (signal = never) => (await t.client.listModels(signal, t.hurry)).length;
	const asked = () => t.server.requests.map(({ target }) => target);
	const warnings = () => log.lines.join("\n");

	it("are followed from the last id, as OpenAI's lists are", async () => {
		pages({
			"": { data: named(0, 20), has_more: true, first_id: "m0", last_id: "m19" },
			"?after=m19": { data: named(20, 40), has_more: true, last_id: "m39" },
			"?after=m39": { data: named(40, 45), has_more: false, last_id: "m44" },
		});
		assert.equal(await count(), 45);
		assert.equal(asked().length, 3);
	});

	it("are followed with the parameter that returns new entries, as Anthropic's are", async () => {
		const first = { data: named(0, 2), has_more: true, last_id: "m1" };
		pages({
			"": first,
			"?after=m1": first,
			"?after_id=m1": { data: named(2, 4), has_more: true, last_id: "m3" },
			"?after_id=m3": { data: named(4, 5), has_more: false },
		});
		assert.equal(await count(), 5);
		assert.deepEqual(
			asked(),
			["", "?after=m1", "?after_id=m1", "?after_id=m3"].map((query) => `/v1/models${query}`),
		);
	});

	it("are followed from the last entry, escaped, if the server gives no last id", async () => {
		pages({
			"": { models: [{ name: "a/b?&#" }], has_more: true },
			"?after=a%2Fb%3F%26%23": { models: [{ name: "c" }] },
		});
		assert.equal(await count(), 2);
	});

	for (const [name, answer] of [
		["repeats", { json: { data: named(0, 2), has_more: true, last_id: "m1" } }],
		["is empty", { json: { data: [], has_more: true } }],
		["is refused", { status: 400, json: { error: "unknown parameter" } }],
		["is missing", { status: 404 }],
		["is not a list", { json: { hello: 1 } }],
		["is a web page", { headers: { "content-type": "text/html" }, body: "<!doctype html><p>Hi</p>" }],
		["leads to another origin", { status: 302, headers: { location: "https://elsewhere.example/v1/models?page=2" } }],
	] as const) {
		it(`end with what arrived if the next one ${name}`, async () => {
			pages({ "": { data: named(0, 2), has_more: true, last_id: "m1" } });
			t.server.script({ match: ({ target }) => target.includes("?"), ...answer, times: Number.POSITIVE_INFINITY });
			assert.equal(await count(), 2);
			assert.deepEqual(
				asked(),
				["", "?after=m1", "?after_id=m1", "?page=2"].map((query) => `/v1/models${query}`),
			);
			assert.match(warnings(), /goes on after 2 entries: the rest was left out/);
		});
	}

	for (const [name, first, query] of [
		["a cursor", { has_more: true, next_cursor: "c/1" }, "?cursor=c%2F1"],
		["the number of the page", { has_more: true, first_id: "m0", last_id: "m1", total_count: 3 }, "?page=2"],
		["the query of a link", { links: { next: "/v1/models?offset=2&limit=2" } }, "?offset=2&limit=2"],
		["the query of a whole link", { next: "/v1/models?p=2" }, "?p=2"],
	] as const) {
		it(`are requested with ${name}`, async () => {
			const link = "next" in first ? { next: t.server.url + first.next } : {};
			const json = { data: named(0, 2), ...first, ...link };
			t.server.script({
				match: ({ target }) => target.startsWith("/v1/models") && !target.endsWith(query),
				json,
				times: Number.POSITIVE_INFINITY,
			});
			pages({ [query]: { data: named(2, 3), has_more: false, links: { next: null } } });
			assert.equal(await count(), 3);
			assert.equal(asked().at(-1), `/v1/models${query}`);
		});
	}

	for (const next of [
		"https://elsewhere.example/v1/models?p=2",
		"http://127.0.0.1:1/v1/models?p=2",
		"/v1/keys?p=2",
		"::",
	]) {
		it(`end if the link leads elsewhere: ${next}`, async () => {
			pages({ "": { data: named(0, 2), links: { next } } });
			assert.equal(await count(), 2);
			assert.deepEqual(asked(), ["/v1/models"]);
			assert.match(warnings(), /goes on after 2 entries/);
		});
	}

	it("follow the last id instead of a link to another origin", async () => {
		const next = "https://elsewhere.example/v1/models?page=2";
		pages({
			"": { data: named(0, 2), has_more: true, next, next_page: next, links: { next } },
			"?after=m1": { data: named(2, 3), has_more: false, next },
		});
		assert.equal(await count(), 3);
		assert.deepEqual(asked(), ["/v1/models", "/v1/models?after=m1"]);
	});

	it("fail if the next one may be available later, because chosen models would be missing in half a list", async () => {
		pages({ "": { data: named(0, 2), has_more: true, last_id: "m1" } });
		t.server.script({ match: ({ target }) => target.includes("?"), status: 503, times: Number.POSITIVE_INFINITY });
		await assert.rejects(count(), { reason: "unavailable" });
	});

	it("end when they are cancelled", async () => {
		const abort = new AbortController();
		pages({ "": { data: named(0, 2), has_more: true, last_id: "m1" } });
		t.server.onRequest(({ target }) => target.includes("?") && abort.abort());
		await assert.rejects(count(abort.signal), { reason: "cancelled" });
		assert.equal(asked().length, 2);
	});

	/** Reads pages of a server whose list never ends. */
	async function endless(size: number, length: number) {
		let read = 0;
		const body = (page: number) => ({ data: named(page * size, (page + 1) * size), has_more: true });
		const entries = await readModelPages(
			async (_, limit) => {
				assert.ok(limit > 0);
				return { body: body(read++), length };
			},
			"https://llm.example.org/v1/models",
			(text) => log.warn(text),
		);
		return { read, entries: entries as readonly unknown[] };
	}

	it("end at the maximum numbers of models, of pages, and of bytes in total", async () => {
		const { models, modelPages, modelListBytes } = gatewayLimits;
		assert.deepEqual((await endless(1_000, 10)).entries.length, models);
		assert.equal((await endless(1, 10)).read, modelPages);
		assert.equal((await endless(1, modelListBytes / 4)).read, 4);
		assert.equal(log.lines.filter((line) => /goes on after \d+ entries: the rest was left out/.test(line)).length, 3);
	});

	it("report that entries were left out if the last page has too many", async () => {
		const doubles = Array.from({ length: gatewayLimits.modelEntries }, () => ({ id: "m2" }));
		pages({ "": { data: named(0, 2), has_more: true, last_id: "m1" }, "?after=m1": { data: doubles } });
		assert.equal(await count(), 3);
		assert.match(warnings(), /goes on after 20000 entries: the rest was left out/);
	});

	it("leave out a page that is larger than the remaining bytes", async () => {
		const filler = "x".repeat(gatewayLimits.modelListBytes / 2);
		pages({
			"": { data: named(0, 2), has_more: true, filler },
			"?after=m1": { data: named(2, 4), filler },
			"?after_id=m1": { data: named(2, 4), filler },
			"?page=2": { data: named(2, 4), filler },
		});
		assert.equal(await count(), 2);
	});
});
