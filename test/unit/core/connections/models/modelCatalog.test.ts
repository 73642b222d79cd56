import assert from "node:assert/strict";
import { chatModels } from "../../../../../src/core/connections/models/modelLists";
import { embeddingModels } from "../../../../../src/core/connections/models/offeredModels";
import type { ModelInfo } from "../../../../../src/shared/conversation";

const models: readonly ModelInfo[] = [
	{ id: "riddle", kind: "unknown" },
	{ id: "ears", kind: "other" },
	{ id: "vectors", kind: "embedding" },
	{ id: "talker", kind: "chat" },
];
const ids = (offered: readonly ModelInfo[]) => offered.map(({ id }) => id);

describe("models: those that are offered", () => {
	it("to chat with: chat models first, then those of unknown kind", () => {
		assert.deepEqual(ids(chatModels(models)), ["talker", "riddle"]);
	});

	it("to make an index with: embedding models first, then those of unknown kind, no chat models", () => {
		assert.deepEqual(ids(embeddingModels(models)), ["vectors", "riddle"]);
	});
});
