// The gateway from which the part `wire` streams, in a separate process; it sends its port to its parent.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type ChunkShape, chunkShapes, chunkTexts, firstTokenModel } from "./streamClient";

/** Number of chunks in one write. A gateway writes each separately, but a reader that falls behind gets many at once. */
const chunksAtOnce = 256;

const encode = (choice: object, beside: object = {}) =>
	`data: ${JSON.stringify({
		id: "chatcmpl-6f1c2f0a9b7d4e21",
		object: "chat.completion.chunk",
		created: 1_760_000_000,
		model: "bench",
		choices: [choice],
		...beside,
	})}\n\n`;

/** One chunk of each shape; `index` makes chunks differ, in shapes whose chunks differ. */
const shaped: Readonly<Record<ChunkShape, (content: string, index: number) => string>> = {
	plain: (content) => encode({ index: 0, delta: { content }, finish_reason: null }),
	CRLF: (content, index) => shaped.plain(content, index).replaceAll("\n", "\r\n"),
	// Like OpenAI's, which hides the length of its tokens.
	padding: (content, index) =>
		encode(
			{ index: 0, delta: { content }, finish_reason: null },
			{ obfuscation: "aK3tZ9xQm2Lw7".slice(index % 13) + (index * 7919).toString(36) },
		),
	reasoning: (content) => encode({ index: 0, delta: { reasoning_content: content }, finish_reason: null }),
	// Like vLLM's with `continuous_usage_stats`.
	usage: (content, index) =>
		encode(
			{ index: 0, delta: { content }, finish_reason: null },
			{ usage: { prompt_tokens: 21, completion_tokens: index + 1, total_tokens: index + 22 } },
		),
};

const batch = (count: number, shape: ChunkShape) =>
	Buffer.from(
		Array.from({ length: count }, (_, i) => shaped[shape](chunkTexts[i % chunkTexts.length] ?? "", i)).join(""),
	);
const fullBatches = new Map(chunkShapes.map((shape) => [shape, batch(chunksAtOnce, shape)]));
const firstText = batch(1, "plain");
const done = "data: [DONE]\n\n";
const end = encode({ index: 0, delta: {}, finish_reason: "stop" });

async function stream(response: ServerResponse, chunks: number, shape: ChunkShape): Promise<void> {
	const full = fullBatches.get(shape);
	for (let left = chunks; left > 0; left -= chunksAtOnce) {
		if (!response.write(left >= chunksAtOnce ? full : batch(left, shape))) await once(response, "drain");
	}
	response.end(end + done);
}

/** Sends text, reason and end in separate packets, like gateways over uvicorn. */
async function firstToken(response: ServerResponse): Promise<void> {
	response.write(firstText);
	await setImmediate();
	response.write(end + done);
	await setImmediate();
	response.end();
}

const server = createServer(async (request, response) => {
	let body = "";
	for await (const part of request.setEncoding("utf8")) body += part;
	const { model } = JSON.parse(body) as { model: string };
	response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
	const [, chunks, shape] = model.split("-");
	await (model === firstTokenModel ? firstToken(response) : stream(response, Number(chunks), shape as ChunkShape));
});

server.on("connection", (socket) => socket.setNoDelay(true));
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
