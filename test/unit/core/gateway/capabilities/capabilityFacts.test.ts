import assert from "node:assert/strict";
import type { Capabilities } from "../../../../../src/core/gateway/capabilities/capabilities";
import { capabilityFacts } from "../../../../../src/core/gateway/capabilities/capabilityFacts";

describe("what was learned, in words", () => {
	for (const [can, facts] of [
		[{}, []],
		[{ temperature: true, system: true, encodingFormat: true }, []],
		[{ temperature: false }, ["It refuses a temperature: none is sent."]],
		[{ lengthField: "none" }, ["It refuses a length limit: none is sent."]],
		[{ lengthField: "max_completion_tokens" }, ["The length limit is sent as max_completion_tokens."]],
		[
			{ system: false, contextLength: 8192 },
			["It refuses system messages: their text opens the first question.", "It takes in 8,192 tokens."],
		],
		[{ usage: false }, ["It does not count tokens, even when asked."]],
		[
			{ embeddingArrays: true, embeddingBatch: 32, embeddingBatchLimited: true, dimension: 1024 },
			["It embeds several texts at once.", "It embeds at most 32 texts at once.", "Its embeddings have 1,024 numbers."],
		],
		[
			{ encodingFormat: false, embeddingArrays: false },
			["It embeds one text at a time.", "It refuses encoding_format: none is sent."],
		],
		[{ kind: "embedding" }, ["It embeds and does not chat."]],
		[{ kind: "chat" }, ["It does not embed."]],
	] as const satisfies readonly (readonly [Capabilities, readonly string[]])[]) {
		it(`${JSON.stringify(can)}`, () => assert.deepEqual(capabilityFacts(can, "en"), facts));
	}
});
