import { parseBaseUrl } from "../../../../src/core/wire/baseUrl";
import { createGateway } from "../../../../src/core/wire/client";
import type { ChatEvent, ChatRequest } from "../../../../src/core/wire/gateway";
import { type DemoGateway, type GatewayOptions, startGateway } from "../../../gateway/demoGateway";

/** The key that every wire test uses: easy to find where it must not be. */
export const canaryKey = "sk-canary-0123456789";

export const never = new AbortController().signal;

/** A demo gateway with the real client connected to it. */
export async function wire(options: GatewayOptions = {}) {
	const server = await startGateway({ keys: [canaryKey], streamDelayMs: 0, ...options });
	return { server, client: clientOf(server.url) };
}

export function clientOf(url: string, key = canaryKey) {
	return createGateway(parseBaseUrl(url), async () => key);
}

export const question = (content: string, model = "demo-echo"): ChatRequest => ({
	model,
	messages: [{ role: "user", content }],
});

/** What an answer came to: its texts joined, and its last event. */
export async function collect(events: AsyncIterable<ChatEvent>) {
	const all: ChatEvent[] = [];
	for await (const event of events) all.push(event);
	const join = (type: "text" | "reasoning") => all.map((event) => (event.type === type ? event.text : "")).join("");
	return { text: join("text"), reasoning: join("reasoning"), end: all.at(-1), events: all };
}

export async function closing(server: DemoGateway | undefined): Promise<void> {
	await server?.close();
}
