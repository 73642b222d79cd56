import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import type { Gateway } from "../../../../src/core/gateway/gateway";
import { GatewayError } from "../../../../src/core/gateway/gatewayError";
import type { WorkspaceFiles } from "../../../../src/core/search/building/readFiles";
import { QueryPriorityGate } from "../../../../src/core/search/embedding/queryPriorityGate";
import type { FileToCut } from "../../../../src/core/search/model/chunker";
import type { FileEntry, IndexFacts } from "../../../../src/core/search/model/indexCatalogue";
import { parseQuery, proseQuery } from "../../../../src/core/search/model/searchQuery";
import type { SearchResult } from "../../../../src/core/search/model/semanticIndex";
import type { SearchRequest } from "../../../../src/core/search/model/vectorSearch";
import { SharedStore } from "../../../../src/core/search/sharedStore";
import { WorkspaceIndex } from "../../../../src/core/search/workspaceIndex";
import { storeOf } from "./fakeStore";
import { foundChunk } from "./foundChunk";

const never = new AbortController().signal;
const budget = parseQuery("budget");

describe("search: in an index", () => {
	/** Creates an index with vectors of this dimension, and a gateway with this operation. All other calls fail. */
	function indexOf(dimension: number, embed: Gateway["embed"], found = [foundChunk()]) {
		const asked: SearchRequest[] = [];
		const store = storeOf({
			vectors: {
				dimension: async () => dimension,
				findChunks: async (request: SearchRequest) => {
					asked.push(request);
					return found;
				},
			},
		});
		const target = { gateway: { embed }, href: "", gatewayName: "Demo", model: "demo-embed" };
		type Parameters = ConstructorParameters<typeof WorkspaceIndex>;
		const questions = new QueryPriorityGate();
		const index = new WorkspaceIndex(
			target as unknown as Parameters[0],
			new SharedStore(async () => store),
			{} as Parameters[2],
			questions,
		);
		return { asked, index, questions };
	}

	function search(dimension: number, embeds: number) {
		const { asked, index } = indexOf(dimension, async () => [new Float32Array(embeds)]);
		return { asked, found: index.search(budget, 5, never) };
	}

	it("uses the question's vector", async () => {
		const { asked, found } = search(3, 3);
		assert.equal((await found).chunks.length, 1);
		assert.equal(asked[0]?.vector?.length, 3);
	});

	it("is by keywords alone while there are no vectors", async () => {
		const { asked, found } = search(0, 3);
		await found;
		assert.equal(asked[0]?.vector, undefined);
	});

	const away = new GatewayError("network", "The gateway could not be reached.");

	const keyless = new UserError("No key.", ["setApiKey"]);
	for (const [why, cause] of [
		["the gateway does not embed the question", away],
		["there is no key to ask the gateway with", keyless],
	] as const) {
		it(`is by keywords alone if ${why}, and says why`, async () => {
			const { asked, index } = indexOf(3, () => Promise.reject(cause));
			const { chunks, keywordsAlone } = await index.search(budget, 5, never);
			assert.deepEqual([chunks.length, keywordsAlone], [1, { cause }]);
			assert.deepEqual(
				asked.map(({ vector }) => vector),
				[undefined],
			);
		});
	}

	it("fails if the gateway fails and the keywords find nothing", async () => {
		const { index } = indexOf(3, () => Promise.reject(away), []);
		await assert.rejects(index.search(budget, 5, never), away);
	});

	it("finds nothing after it was cancelled", async () => {
		const abort = new AbortController();
		const { asked, index } = indexOf(3, async () => {
			abort.abort();
			throw away;
		});
		await assert.rejects(index.search(budget, 5, abort.signal), abort.signal.reason);
		assert.deepEqual(asked, []);
	});

	it("reports the keyword results while it waits for a busy gateway, and holds back a build meanwhile", async () => {
		const wait = { until: 7_000, cause: new GatewayError("rateLimited", "Slow down.") };
		let goOn = () => {};
		const { index, questions } = indexOf(3, async (_model, _texts, _signal, onWait) => {
			await new Promise(setImmediate);
			onWait?.(wait);
			await new Promise<void>((resolve) => {
				goOn = resolve;
			});
			onWait?.(undefined);
			return [new Float32Array(3)];
		});
		let answer: Promise<SearchResult> | undefined;
		const { chunks, keywordsAlone } = await new Promise<SearchResult>((tell) => {
			answer = index.search(budget, 5, never, tell);
		});
		assert.deepEqual([chunks.length, keywordsAlone], [1, wait]);
		let free = false;
		const building = questions.free(never).then(() => {
			free = true;
		});
		await new Promise(setImmediate);
		assert.equal(free, false);
		goOn();
		assert.equal((await answer)?.keywordsAlone, undefined);
		await building;
	});

	/** Creates a gateway that takes texts up to this number of characters. */
	const takes = (most: number, embedded: string[]): Gateway["embed"] => {
		return async (_model, texts) => {
			if (texts.some(({ length }) => length > most)) throw new GatewayError("contextOverflow", "Too long.");
			embedded.push(...texts);
			return texts.map(() => new Float32Array([1, 2, 3]));
		};
	};

	it("embeds the beginning and the end of a long question: the request comes before or after the pasted text", async () => {
		const embedded: string[] = [];
		const { asked, index } = indexOf(3, takes(100_000, embedded));
		const trace = "at budget.spend (src/budget.ts:7)\n".repeat(1_000);
		await index.search(proseQuery(`Why does it fail? ${trace} Where is it caught?`), 5, never);
		assert.equal(embedded.length, 1);
		assert.match(embedded[0] ?? "", /^Why does it fail\? [\s\S]* Where is it caught\?$/);
		assert.ok((embedded[0]?.length ?? 0) < 5_000);
		assert.equal(asked[0]?.vector?.length, 3);
	});

	it("cuts no character of a long question in two", async () => {
		const embedded: string[] = [];
		const { index } = indexOf(3, takes(100_000, embedded));
		await index.search(proseQuery(`a${"🚀".repeat(3_000)}`), 5, never);
		assert.equal(embedded.length, 1);
		assert.ok(embedded[0]?.isWellFormed());
	});

	it("embeds a text in parts if the model does not accept it as a whole", async () => {
		const embedded: string[] = [];
		const { asked, index } = indexOf(3, takes(700, embedded));
		await index.search(proseQuery("what is left of the budget ".repeat(80)), 5, never);
		assert.ok(embedded.length > 2);
		assert.equal(asked[0]?.vector?.length, 3);
	});

	it("does not hold back a build that is stopped", async () => {
		const questions = new QueryPriorityGate();
		questions.holdUntil(new Promise(() => {}));
		const abort = new AbortController();
		const free = questions.free(abort.signal);
		abort.abort();
		await free;
	});

	it("is by keywords alone if the model's vectors have another dimension now, and says so", async () => {
		const { asked, found } = search(3, 4);
		const { chunks, keywordsAlone } = await found;
		assert.deepEqual([chunks.length, asked[0]?.vector], [1, undefined]);
		assert.match(keywordsAlone?.cause.message ?? "", /with 4 dimensions, but those in the index have 3/);
		const { index } = indexOf(3, async () => [new Float32Array(4)], []);
		await assert.rejects(index.search(budget, 5, never), UserError);
	});
});

describe("index: its comparison with the workspace", () => {
	const names = (from: number, to: number): readonly FileEntry[] =>
		Array.from({ length: to - from }, (_, i) => {
			const path = `file${from + i}.ts`;
			return { path, location: { file: path, folder: "" } };
		});

	/** Creates an index over slices of files, in which every tenth counts as changed, and records the calls in order. */
	function setUp(
		slices: readonly (readonly FileEntry[])[],
		onSlice = () => {},
		read: WorkspaceFiles["read"] = async () => undefined,
	) {
		const calls: string[] = [];
		const cut: FileToCut[] = [];
		const store = storeOf({
			catalogue: {
				lock: async () => true,
				agreed: async () => ["folder", "share"],
				unlock: async () => {},
				beginListing: async (within = ["all"]) => void calls.push(`begin ${within.join()}`),
				listed: async (files: readonly FileEntry[]) => {
					calls.push(`compare ${files.length}`);
					return files.filter(({ path }) => path.endsWith("0.ts")).map(({ path, size = 0 }) => ({ path, size }));
				},
				endListing: async (except = [""]) => void calls.push(`end but ${except.join()}`),
				facts: async () => ({ missing: 0 }) as IndexFacts,
			},
			chunker: {
				cut: async (files: readonly FileToCut[]) => {
					calls.push(`cut ${files.length}`);
					cut.push(...files);
				},
				missing: async () => [],
				countMissing: async () => 0,
				sample: async () => ({ texts: [], times: 0 }),
				unfinishedFiles: async () => 0,
				prune: async () => {},
			},
		});
		const files = {
			folders: () => [
				{ id: "folder", path: "" },
				{ id: "share", path: "Share" },
				{ id: "virtual", path: "Virtual" },
			],
			async *list() {
				for (const entries of slices) {
					calls.push("list");
					onSlice();
					yield entries;
				}
			},
			unlisted: () => ["share", "virtual"],
			read,
		};
		type Parameters = ConstructorParameters<typeof WorkspaceIndex>;
		const target = { gatewayName: "Demo", model: "demo-embed" } as Parameters[0];
		const index = new WorkspaceIndex(target, new SharedStore(async () => store), { files } as unknown as Parameters[2]);
		return { calls, cut, index };
	}

	const never = new AbortController().signal;

	it("handles some files at a time, so that other work can run", async () => {
		const { calls, index } = setUp([names(0, 100), names(100, 200), names(200, 250)]);
		const totals: number[] = [];
		await index.prepare(never, ({ total }) => totals.push(total));
		const compared = ["list", "compare 100", "list", "compare 100", "list", "compare 50"];
		assert.deepEqual(calls, ["begin all", ...compared, "end but Share", "cut 25"]);
		assert.equal(totals.at(-1), 25);
	});

	it("reads little in one step, because a search may wait behind it, but files of any size", async () => {
		const sizes = [400_000, 600_000, 100_000, 1_000_000, 1_000_000, 100, 9_000_000, 100];
		const large = sizes.map((size, i) => ({ path: `large${i}0.ts`, size }));
		const small = Array.from({ length: 300 }, (_, i) => ({ path: `small${i}0.ts`, size: 1 }));
		const { calls, index } = setUp([large, small]);
		await index.prepare(never, () => {});
		// A file that is too large to be indexed is not read.
		assert.deepEqual(
			calls.filter((call) => call.startsWith("cut")),
			["cut 2", "cut 1", "cut 1", "cut 256", "cut 48"],
		);
	});

	it("does not ask about a folder that could not be listed", async () => {
		const { index } = setUp([names(0, 10)]);
		assert.deepEqual((await index.prepare(never, () => {})).folders, ["folder"]);
		assert.equal(await index.consent(), "given");
	});

	it("can be limited to a folder, and treats a named file as changed in any case", async () => {
		const { calls, index } = setUp([names(0, 15)]);
		await index.follow(["file3.ts", "src"], never);
		assert.deepEqual(calls, ["begin file3.ts,src,Virtual", "list", "compare 15", "end but Share", "cut 3"]);
	});

	it("downloads no remote file that its name or size excludes", async () => {
		const fetched: string[] = [];
		const entries = [
			{ path: "film.mp4", size: 9 },
			{ path: ".env", size: 9 },
			{ path: "10.ts", size: 2_000_000 },
			{ path: "20.ts", size: 9 },
			{ path: "30.ts", location: { file: "30.ts", folder: "" } },
		];
		const { cut, index } = setUp([entries], undefined, async ({ path }) => {
			fetched.push(path);
			return new Uint8Array(1);
		});
		await index.follow(
			entries.map(({ path }) => path),
			never,
		);
		assert.deepEqual(fetched, ["20.ts"]);
		assert.deepEqual(
			cut.map(({ entry, bytes }) => [entry.path, bytes?.length]),
			[
				["film.mp4", undefined],
				[".env", undefined],
				["10.ts", undefined],
				["20.ts", 1],
				["30.ts", undefined],
			],
		);
	});

	it("drops nothing when it is stopped in the middle", async () => {
		const stop = new AbortController();
		const { calls, index } = setUp([names(0, 15), names(15, 30)], () => stop.abort());
		await assert.rejects(
			index.prepare(stop.signal, () => {}),
			{ name: "AbortError" },
		);
		assert.ok(!calls.some((call) => call.startsWith("end")));
	});
});
