import assert from "node:assert/strict";
import { type FillInGateway, type FillInWay, fillIn } from "../../../../../src/core/gateway/fillIn/fillIn";
import type { ChatEvent, ChatRequest } from "../../../../../src/core/gateway/gateway";
import { completionLimits } from "../../../../../src/shared/untrusted/limits";
import { never } from "../gatewayHarness";

const code = { before: "a", after: "", related: "", languageId: "python" };

/** Creates a gateway with an endless answer, and records whether reading was ended. */
function endless(piece: string) {
	const seen = { pieces: 0, isLeft: false, asked: undefined as ChatRequest | undefined };
	async function* answer(): AsyncGenerator<ChatEvent> {
		try {
			for (;;) {
				seen.pieces++;
				yield { type: "text", text: piece };
			}
		} finally {
			seen.isLeft = true;
		}
	}
	const gateway: FillInGateway = {
		complete: answer,
		chat: (request) => {
			seen.asked = request;
			return answer();
		},
	};
	return { gateway, seen };
}

describe("completions: an endless answer", () => {
	const ask = (gateway: FillInGateway, way: FillInWay) =>
		fillIn(gateway, { model: "m", way, code, acceptsTemperature: false, maxTokens: 64 }, never);

	for (const [name, piece, way, length] of [
		["of blank lines", "\n", { rung: "suffix" }, completionLimits.answerLength],
		["in one piece of 10 MB", "x".repeat(10_000_000), { rung: "suffix" }, completionLimits.answerLength],
		["of prose without the tag", "Well, ", { rung: "chat" }, 0],
		["in the tag", "<fill>x", { rung: "chat" }, undefined],
	] as const)
		it(`is read up to the maximum length of code: ${name}`, async () => {
			const { gateway, seen } = endless(piece);
			const answer = await ask(gateway, way);
			if (length !== undefined) assert.equal(answer.code.length, length);
			assert.ok(answer.code.length <= completionLimits.answerLength);
			assert.ok(seen.isLeft);
			assert.ok(seen.pieces <= completionLimits.answerLength);
		});

	it("is requested without tools, and without the model's usual reasoning effort", async () => {
		const { gateway, seen } = endless("x");
		await ask(gateway, { rung: "chat" });
		const { tools, mustCall, ignoresEffort } = seen.asked ?? {};
		assert.deepEqual([tools, mustCall, ignoresEffort], [undefined, undefined, true]);
	});
});
