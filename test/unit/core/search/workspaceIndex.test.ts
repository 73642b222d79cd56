import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import type { IndexStore, SearchRequest } from "../../../../src/core/search/indexStore";
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
