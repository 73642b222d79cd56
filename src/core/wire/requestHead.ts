import type { OpenAI } from "openai";

/** What the openai package asks with: all of a request but its body, which is the JSON of what is asked. */
export interface RequestHead {
	readonly url: string;
	readonly headers: Headers;
}

const clients = new Map<string, OpenAI>();
const heads = new Map<string, RequestHead>();

const headKey = (baseURL: string, method: string, path: string) => `${method} ${baseURL} ${path}`;

/**
 * The request that the openai package builds for an operation; the package (400 KB) is loaded with the first. It is
 * built once for each address: all that differs later is the body, and building costs a quarter of the time to the first
 * token. So does what the package does around `fetch` (its retries, time-outs, logging and error reading), which is
 * Gatehouse's own: requests are sent by `gatewayFetch`.
 */
export async function requestHead(baseURL: string, method: "get" | "post", path: string): Promise<RequestHead> {
	const { req, url } = await (await openaiClient(baseURL)).buildRequest({
		method,
		path,
		...(method === "post" ? { body: {} } : {}),
	});
	const head = { url, headers: new Headers(req.headers) };
	heads.set(headKey(baseURL, method, path), head);
	return head;
}

/** The same, if it was built before: without a turn of the event loop. */
export function knownHead(baseURL: string, method: "get" | "post", path: string): RequestHead | undefined {
	return heads.get(headKey(baseURL, method, path));
}

/** One for each address. It holds no key and sends nothing. */
async function openaiClient(baseURL: string): Promise<OpenAI> {
	const known = clients.get(baseURL);
	if (known) return known;
	const { OpenAI } = await import("openai");
	// Each of these would else be read from the environment; the key is set by gatewayFetch, and this one never leaves.
	const client = new OpenAI({ baseURL, apiKey: "unused", organization: null, project: null, logLevel: "off" });
	clients.set(baseURL, client);
	return client;
}
