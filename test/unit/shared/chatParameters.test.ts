import assert from "node:assert/strict";
import { isChatParameters } from "../../../src/shared/chatParameters";

describe("parameters: from outside", () => {
	it("are accepted if each of them is valid", () => {
		for (const parameters of [{}, { temperature: 0 }, { temperature: 1, maxTokens: 1, systemPrompt: "" }]) {
			assert.ok(isChatParameters(parameters), JSON.stringify(parameters));
		}
	});

	it("are refused otherwise, including the valid ones", () => {
		for (const value of [
			null,
			7,
			"x",
			[],
			{ temperature: 1.1 },
			{ temperature: "0" },
			{ temperature: Number.NaN },
			{ maxTokens: 0 },
			{ maxTokens: 1.5 },
			{ maxTokens: Number.POSITIVE_INFINITY },
			{ systemPrompt: 7 },
			{ systemPrompt: "x".repeat(100_001) },
			{ model: "other" },
		]) {
			assert.ok(!isChatParameters(value), JSON.stringify(value));
		}
	});
});
