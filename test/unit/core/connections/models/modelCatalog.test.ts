import assert from "node:assert/strict";
import { chatModels, withLearned } from "../../../../../src/core/connections/models/modelLists";
import { embeddingModels } from "../../../../../src/core/connections/models/offeredModels";
import type { ModelInfo } from "../../../../../src/shared/conversation";

const models: readonly ModelInfo[] = [
	{ id: "riddle", kind: "unknown" },
	{ id: "ears", kind: "other" },
	{ id: "vectors", kind: "embedding" },
	{ id: "talker", kind: "chat" },
];
const ids = (offered: readonly ModelInfo[]) => offered.map(({ id }) => id);

describe("models: which are offered", () => {
	it("for chat: chat models first, and then those of unknown kind", () => {
		assert.deepEqual(ids(chatModels(models)), ["talker", "riddle"]);
	});

	it("for an index: embedding models first, then those of unknown kind, but no chat models", () => {
		assert.deepEqual(ids(embeddingModels(models)), ["vectors", "riddle"]);
	});
});

describe("models: what was learned of a model", () => {
	it("includes a context length that is shorter than the list's, or that the list does not report", () => {
		const length = (listed: number | undefined, learned: number | undefined) =>
			withLearned(
				{ id: "a", kind: "chat", ...(listed && { contextLength: listed }) },
				learned === undefined ? {} : { contextLength: learned },
			).contextLength;
		assert.equal(length(65_536, 4_096), 4_096);
		assert.equal(length(4_096, 65_536), 4_096);
		assert.equal(length(undefined, 4_096), 4_096);
		assert.equal(length(4_096, undefined), 4_096);
		assert.equal(length(undefined, undefined), undefined);
	});
});
