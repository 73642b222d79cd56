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

describe("models: which are offered", () => {
	it("for chat: chat models first, and then those of unknown kind", () => {
		assert.deepEqual(ids(chatModels(models)), ["talker", "riddle"]);
	});

	it("for an index: embedding models first, then those of unknown kind, but no chat models", () => {
		assert.deepEqual(ids(embeddingModels(models)), ["vectors", "riddle"]);
	});
});
