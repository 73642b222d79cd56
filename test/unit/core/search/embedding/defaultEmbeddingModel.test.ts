import assert from "node:assert/strict";
import { splitByKind } from "../../../../../src/core/connections/models/offeredModels";
import {
	defaultEmbeddingModel,
	suggestedEmbeddingModel,
} from "../../../../../src/core/search/embedding/defaultEmbeddingModel";

describe("index: the default embedding model", () => {
	const models = [
		{ id: "chat", kind: "chat" },
		{ id: "first", kind: "embedding" },
		{ id: "second", kind: "embedding" },
		{ id: "riddle", kind: "unknown" },
	] as const;
	const among = (ids: readonly string[], indexed: readonly string[] = []) =>
		defaultEmbeddingModel(
			models.filter(({ id }) => ids.includes(id)),
			(id) => indexed.includes(id),
		);

	it("is the only known embedding model", () => {
		assert.equal(among(["chat", "first", "riddle"]), "first");
	});

	it("does not exist if there are several embedding models, or none is known", () => {
		assert.equal(among(["first", "second"]), undefined);
		assert.equal(among(["chat", "riddle"]), undefined);
	});

	it("is the only one with an index here, whatever other models the gateway offers", () => {
		assert.equal(among(["first", "second"], ["first"]), "first");
		assert.equal(among(["first", "riddle"], ["riddle"]), "riddle");
		assert.equal(among(["first", "second"], ["first", "second"]), undefined);
		assert.equal(among(["second"], ["first"]), "second", "one that is gone is not meant");
	});

	it("is suggested for a choice: one with an index here, or the first known embedding model", () => {
		const suggested = (...indexed: readonly string[]) => suggestedEmbeddingModel(models, (id) => indexed.includes(id));
		assert.equal(suggested(), "first");
		assert.equal(suggested("second"), "second");
		assert.equal(suggested("riddle"), "riddle");
		assert.equal(
			suggestedEmbeddingModel([models[0], models[3]], () => false),
			undefined,
		);
	});

	it("is listed above models that are not known to embed", () => {
		const ids = splitByKind(models, "embedding").map((part) => part.map(({ id }) => id));
		assert.deepEqual(ids, [
			["first", "second"],
			["chat", "riddle"],
		]);
	});
});
