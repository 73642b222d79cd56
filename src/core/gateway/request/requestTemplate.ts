import type { OpenAI } from "openai";

/** A request of the openai package without its body, which is the JSON of the question. */
export interface RequestTemplate {
	readonly url: string;
	/** By names in lower case. */
	readonly headers: Readonly<Record<string, string>>;
}

const clients = new Map<string, OpenAI>();
const heads = new Map<string, RequestTemplate>();

const headKey = (baseURL: string, method: string, path: string) => `${method} ${baseURL} ${path}`;

/**
 * Returns the request that the openai package builds for an operation; the package (400 KB) is loaded for the first
 * request. Built once per address: only the body differs later, and building takes a quarter of the time to the first
 * token. The package's work around `fetch` (retries, timeouts, logging and reading errors) would take as much again;
 * Gatehouse does this itself, and sends requests with `gatewayFetch`.
 */
export async function requestTemplate(baseURL: string, method: "get" | "post", path: string): Promise<RequestTemplate> {
	const { req, url } = await (await openaiClient(baseURL)).buildRequest({
		method,
		path,
		...(method === "post" ? { body: {} } : {}),
	});
	const head = { url, headers: Object.fromEntries(new Headers(req.headers)) };
	heads.set(headKey(baseURL, method, path), head);
	return head;
}

/** Returns the request if it was built before, without waiting for a turn of the event loop. */
export function knownTemplate(baseURL: string, method: "get" | "post", path: string): RequestTemplate | undefined {
	return heads.get(headKey(baseURL, method, path));
}

/** Returns the package's client for an address. It has no key and sends nothing. */
async function openaiClient(baseURL: string): Promise<OpenAI> {
	const known = clients.get(baseURL);
	if (known) return known;
	const { OpenAI } = await import("openai");
	// Otherwise, each of these would be read from the environment; gatewayFetch sets the actual key, and this one is
	// never sent.
	const client = new OpenAI({ baseURL, apiKey: "unused", organization: null, project: null, logLevel: "off" });
	clients.set(baseURL, client);
	return client;
}
