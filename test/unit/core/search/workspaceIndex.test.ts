import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import type { FileEntry, IndexFacts, IndexStore, SearchRequest } from "../../../../src/core/search/indexStore";
import { SharedStore } from "../../../../src/core/search/sharedStore";
import { WorkspaceIndex } from "../../../../src/core/search/workspaceIndex";
import { foundChunk } from "./foundChunk";

describe("a search in an index", () => {
	/** An index of vectors of some length, and a gateway that makes some of another. Whatever else is asked of them fails. */
	function search(dimension: number, embeds: number) {
		const asked: SearchRequest[] = [];
		const store = {
			ended: false,
			dimension: async () => dimension,
			search: async (request: SearchRequest) => {
				asked.push(request);
				return [foundChunk()];
			},
		} as unknown as IndexStore;
		const gateway = { embed: async () => [new Float32Array(embeds)] };
		const target = { gateway, href: "", gatewayName: "Demo", model: "demo-embed" };
		type Parameters = ConstructorParameters<typeof WorkspaceIndex>;
		const index = new WorkspaceIndex(
			target as unknown as Parameters[0],
			new SharedStore(async () => store),
			{} as Parameters[2],
		);
		return { asked, found: index.search("budget", 5, new AbortController().signal) };
	}

	it("counts nothing of it", async () => {
		const { asked, found } = search(3, 3);
		assert.equal((await found).length, 1);
		assert.equal(asked[0]?.vector?.length, 3);
	});

	it("is by keywords alone while there are no vectors", async () => {
		const { asked, found } = search(0, 3);
		await found;
		assert.equal(asked[0]?.vector, undefined);
	});

	it("says when the model now makes vectors of another length", async () => {
		await assert.rejects(
			search(3, 4).found,
			(error) => error instanceof UserError && /of 4 numbers, and those of the index have 3/.test(error.message),
		);
	});
});

describe("an index compares itself with the workspace", () => {
	const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `file${from + i}.ts`);

	/** An index over slices of files, of which the store takes every tenth for changed; what is asked of them, in order. */
	function setUp(slices: readonly (readonly string[])[], onSlice = () => {}) {
		const calls: string[] = [];
		const store = {
			ended: false,
			lock: async () => true,
			unlock: async () => {},
			beginListing: async (within = ["all"]) => void calls.push(`begin ${within.join()}`),
			listed: async (files: readonly FileEntry[]) => {
				calls.push(`compare ${files.length}`);
				return files.filter(({ path }) => path.endsWith("0.ts")).map(({ path }) => path);
			},
			endListing: async () => void calls.push("end"),
			cut: async (files: readonly unknown[]) => void calls.push(`cut ${files.length}`),
			missing: async () => [],
			facts: async () => ({ missing: 0 }) as IndexFacts,
		} as unknown as IndexStore;
		const files = {
			async *list() {
				for (const paths of slices) {
					calls.push("list");
					onSlice();
					yield paths.map((path) => ({ path, location: { file: path, folder: "" } }));
				}
			},
			read: async () => undefined,
		};
		type Parameters = ConstructorParameters<typeof WorkspaceIndex>;
		const target = { gatewayName: "Demo", model: "demo-embed" } as Parameters[0];
		const index = new WorkspaceIndex(target, new SharedStore(async () => store), { files } as unknown as Parameters[2]);
		return { calls, index };
	}

	const never = new AbortController().signal;

	it("some files at a time, so that others have their turn", async () => {
		const { calls, index } = setUp([names(0, 100), names(100, 200), names(200, 250)]);
		const totals: number[] = [];
		await index.prepare(never, ({ total }) => totals.push(total));
		const compared = ["list", "compare 100", "list", "compare 100", "list", "compare 50"];
		assert.deepEqual(calls, ["begin all", ...compared, "end", "cut 25"]);
		assert.equal(totals.at(-1), 25);
	});

	it("in a folder alone; what is named itself has changed, whatever it looks like", async () => {
		const { calls, index } = setUp([names(0, 15)]);
		await index.follow(["file3.ts", "src"], never);
		assert.deepEqual(calls, ["begin file3.ts,src", "list", "compare 15", "end", "cut 3"]);
	});

	it("and drops nothing when it is stopped in the middle", async () => {
		const stop = new AbortController();
		const { calls, index } = setUp([names(0, 15), names(15, 30)], () => stop.abort());
		await assert.rejects(
			index.prepare(stop.signal, () => {}),
			{ name: "AbortError" },
		);
		assert.ok(!calls.includes("end"));
	});
});
