import assert from "node:assert/strict";
import { sseChunk, sseDone, sseEvent } from "../../../../gateway/endpoints/sseChunk";
import { connectedGatewayEach, never, question } from "../gatewayHarness";

describe("chat: tokens from the gateway's cache", () => {
	const current = connectedGatewayEach();

	/** Returns the cached tokens of an answer whose last chunk has these fields beside its token counts. */
	async function cached(fields: object): Promise<readonly (number | undefined)[]> {
		const usage = { prompt_tokens: 70, completion_tokens: 1, ...fields };
		const data = sseChunk("Hi.") + sseChunk({}, "stop") + sseEvent({ choices: [], usage }) + sseDone;
		current.server.script({ match: "/v1/chat/completions", chunks: [{ type: "bytes", data }] });
		const found: (number | undefined)[] = [];
		for await (const event of current.client.chat(question("hello"), never, current.hurry))
			if (event.type === "usage") found.push(event.usage.cachedTokens);
		return found;
	}

	for (const [name, fields, expected] of [
		["OpenAI's field", { prompt_tokens_details: { cached_tokens: 64 } }, 64],
		["DeepSeek's field", { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 6 }, 64],
		// vercel/ai#12352, earendil-works/pi#8075
		["Moonshot's place", { cached_tokens: 64 }, 64],
		["Moonshot's place beside details without the number", { cached_tokens: 64, prompt_tokens_details: {} }, 64],
		["nothing in the cache", { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 70 }, undefined],
		["an invalid number", { prompt_cache_hit_tokens: "64" }, undefined],
	] as const) {
		it(`are read: ${name}`, async () => assert.deepEqual(await cached(fields), [expected]));
	}
});
