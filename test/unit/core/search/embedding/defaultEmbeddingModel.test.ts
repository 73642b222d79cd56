import assert from "node:assert/strict";
import { splitByKind } from "../../../../../src/core/connections/models/offeredModels";
import {
	defaultEmbeddingModel,
	suggestedEmbeddingModel,
} from "../../../../../src/core/search/embedding/defaultEmbeddingModel";

describe("index: the embedding model that the user has not named", () => {
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

	it("is the only one that is known to embed", () => {
		assert.equal(among(["chat", "first", "riddle"]), "first");
	});

	it("is to be chosen where there are several, or none is known to embed", () => {
		assert.equal(among(["first", "second"]), undefined);
		assert.equal(among(["chat", "riddle"]), undefined);
	});

	it("is the one that has an index here, whichever others the gateway gets", () => {
		assert.equal(among(["first", "second"], ["first"]), "first");
		assert.equal(among(["first", "riddle"], ["riddle"]), "riddle");
		assert.equal(among(["first", "second"], ["first", "second"]), undefined);
		assert.equal(among(["second"], ["first"]), "second", "one that is gone is not meant");
	});

	it("is suggested where it is to be chosen: one with an index here, or the first that is known to embed", () => {
		const suggested = (...indexed: readonly string[]) => suggestedEmbeddingModel(models, (id) => indexed.includes(id));
		assert.equal(suggested(), "first");
		assert.equal(suggested("second"), "second");
		assert.equal(suggested("riddle"), "riddle");
		assert.equal(
			suggestedEmbeddingModel([models[0], models[3]], () => false),
			undefined,
		);
	});

	it("is listed above those that are not known to embed", () => {
		const ids = splitByKind(models, "embedding").map((part) => part.map(({ id }) => id));
		assert.deepEqual(ids, [
			["first", "second"],
			["chat", "riddle"],
		]);
	});
});
