import { randomUUID } from "node:crypto";
import { ApiError, invalidField } from "../apiError";
import { requireContext, requireModel } from "../modelCatalog";
import type { Operation } from "../operation";
import { forward } from "../providers/forward";
import { requireJsonObject } from "../requestBody";
import { optionalBoolean, optionalPositiveInteger, requiredString } from "../requestFields";
import { countTokens, splitTokens } from "../tokens";
import { sseDone, sseEvent } from "./sseChunk";

/**
 * Not in the specification, but common on servers: fills in the code between `prompt` and `suffix`, in one piece or as a
 * stream of server-sent events. Only with models that support it.
 */
export const completeCode: Operation = async (exchange, service) => {
	const body = requireJsonObject(exchange);
	const id = requiredString(body, "model");
	const elsewhere = service.providers.find(id);
	if (elsewhere) return forward(exchange, elsewhere, body);
	const model = await requireModel(service.models, id, "chat");
	if (!model.fillIn) {
		throw new ApiError(400, "unsupported_operation", `The model "${id}" completes no code.`, { param: "model" });
	}
	const before = requiredString(body, "prompt");
	const { suffix = "" } = body;
	if (typeof suffix !== "string") throw invalidField("suffix", `"suffix" must be a string.`);
	const maxTokens = optionalPositiveInteger(body, "max_tokens");
	requireContext(model, countTokens(before) + countTokens(suffix) + 1, "prompt");
	const whole = splitTokens(model.fillIn(before, suffix));
	const pieces = whole.slice(0, maxTokens);
	const reason = pieces.length < whole.length ? "length" : "stop";
	const created = Math.floor(service.now() / 1000);
	const facts = { id: `cmpl-${randomUUID()}`, object: "text_completion", created, model: id };
	const answer = (text: string, finishReason: string | null) => ({
		...facts,
		choices: [{ index: 0, text, finish_reason: finishReason }],
	});
	if (!optionalBoolean(body, "stream")) {
		exchange.sendJson(200, answer(pieces.join(""), reason));
		return;
	}
	exchange.head(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
	for (const piece of pieces) {
		await exchange.pause(service.streamDelayMs);
		await exchange.write(sseEvent(answer(piece, null)));
	}
	await exchange.write(sseEvent(answer("", reason)) + sseDone);
	exchange.end();
};
