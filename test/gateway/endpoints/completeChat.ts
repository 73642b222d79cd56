import { randomUUID } from "node:crypto";
import type { Exchange } from "../exchange";
import type { DemoCall } from "../model";
import { requireModel } from "../modelCatalog";
import type { Operation } from "../operation";
import { forward } from "../providers/forward";
import { requireJsonObject } from "../requestBody";
import { requiredString } from "../requestFields";
import { answerChat, type ChatAnswer } from "./chatAnswer";
import { type ChatRequest, checkChatLimits, parseChatRequest } from "./chatRequest";
import { type ChunkMeta, sseChunk, sseDone, sseUsage, type ToolCallDelta } from "./sseChunk";

/** Spec, section 4.2: answers a list of messages, in one piece or as a stream of server-sent events. */
export const completeChat: Operation = async (exchange, service) => {
	const body = requireJsonObject(exchange);
	const elsewhere = service.providers.find(requiredString(body, "model"));
	if (elsewhere) {
		checkChatLimits(body);
		return forward(exchange, elsewhere, body);
	}
	const model = await requireModel(service.models, requiredString(body, "model"), "chat");
	const request = parseChatRequest(body, model.step !== undefined);
	const answer = answerChat(model, request, service.random);
	const meta = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(service.now() / 1000), model: model.id };
	if (request.stream) await streamAnswer(exchange, request, answer, meta, service.streamDelayMs);
	else sendAnswer(exchange, answer, meta);
};

function sendAnswer(exchange: Exchange, { pieces, calls, finishReason, usage }: ChatAnswer, meta: ChunkMeta): void {
	const called = calls.length > 0 ? { tool_calls: calls.map(callField) } : {};
	const message = { role: "assistant", content: pieces.join(""), ...called };
	const choice = { index: 0, message, finish_reason: finishReason };
	exchange.sendJson(200, { ...meta, object: "chat.completion", choices: [choice], usage });
}

async function streamAnswer(
	exchange: Exchange,
	request: ChatRequest,
	{ pieces, calls, finishReason, usage }: ChatAnswer,
	meta: ChunkMeta,
	delayMs: number,
): Promise<void> {
	const { cut } = exchange;
	exchange.head(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
	await exchange.write(sseChunk({ role: "assistant", content: "" }, null, meta));
	for (const piece of pieces.slice(0, cut?.afterChunks)) {
		await exchange.pause(delayMs);
		await exchange.write(sseChunk(piece, null, meta));
	}
	if (cut?.how === "reset") return exchange.reset();
	if (cut?.how === "stall") return exchange.stall();
	if (!cut) {
		if (calls.length > 0) await exchange.write(sseChunk({ tool_calls: calls.map(callField) }, null, meta));
		await exchange.write(sseChunk({}, finishReason, meta));
		if (request.includeUsage) await exchange.write(sseUsage(usage, meta));
	}
	if (cut?.how !== "end") await exchange.write(sseDone);
	exchange.end();
}

function callField({ name, given }: DemoCall, index: number): ToolCallDelta {
	const called = { name, arguments: JSON.stringify(given) };
	return { index, id: `call_${randomUUID()}`, type: "function", function: called };
}
