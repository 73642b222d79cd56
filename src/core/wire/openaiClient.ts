import type { OpenAI } from "openai";

/** One for each address: making one costs as much as sending a request with it. It holds no key and sends nothing. */
const clients = new Map<string, OpenAI>();

/**
 * The openai package's client for an address, which builds the requests; the package (400 KB) is loaded with the first.
 * They are sent by `gatewayFetch`: what the package does around `fetch` (its retries, time-outs, logging and error
 * reading) is Gatehouse's own, and would cost a fifth of the time to the first token.
 */
export async function openaiClient(baseURL: string): Promise<OpenAI> {
	const { OpenAI } = await import("openai");
	// Each of these would else be read from the environment; the key is set by gatewayFetch, and this one never leaves.
	const client = new OpenAI({ baseURL, apiKey: "unused", organization: null, project: null, logLevel: "off" });
	clients.set(baseURL, client);
	return client;
}

/** The client, if it is there already: without a turn of the event loop. */
export function knownClient(baseURL: string): OpenAI | undefined {
	return clients.get(baseURL);
}
