// The gateway that the part `wire` streams from, in a process of its own; it sends its parent the port it listens on.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { chunkTexts, firstTokenModel } from "./streamClient";

/** Chunks that go out with one write. A gateway writes each alone, but a reader that falls behind gets many at once. */
const chunksAtOnce = 256;

const encode = (choice: object) =>
	`data: ${JSON.stringify({
		id: "chatcmpl-6f1c2f0a9b7d4e21",
		object: "chat.completion.chunk",
		created: 1_760_000_000,
		model: "bench",
		choices: [choice],
	})}\n\n`;

const texts = chunkTexts.map((content) => encode({ index: 0, delta: { content }, finish_reason: null }));
const batch = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => texts[i % texts.length]).join(""));
const fullBatch = batch(chunksAtOnce);
const firstText = batch(1);
const done = "data: [DONE]\n\n";
const end = encode({ index: 0, delta: {}, finish_reason: "stop" });

async function stream(response: ServerResponse, chunks: number): Promise<void> {
	for (let left = chunks; left > 0; left -= chunksAtOnce) {
		if (!response.write(left >= chunksAtOnce ? fullBatch : batch(left))) await once(response, "drain");
	}
	response.end(end + done);
}

/** Text, reason and end each as a packet of their own, as gateways over uvicorn send them. */
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
	await (model === firstTokenModel ? firstToken(response) : stream(response, Number(model.split("-")[1])));
});

server.on("connection", (socket) => socket.setNoDelay(true));
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit(0));
