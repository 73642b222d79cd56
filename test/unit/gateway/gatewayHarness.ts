import assert from "node:assert/strict";
import { type DemoGateway, type GatewayOptions, startGateway } from "../../gateway/demoGateway";
import type { JsonObject } from "../../gateway/requestBody";

/** A gateway for one test, and helpers for requests to it. */
export interface Harness {
	readonly gateway: DemoGateway;
	get(path: string, init?: RequestInit): Promise<Response>;
	post(path: string, body: unknown, init?: RequestInit): Promise<Response>;
}

export const chatPath = "/v1/chat/completions";
export const embedPath = "/v1/embeddings";

const open = new Set<DemoGateway>();

/** Closes every gateway that a test has opened. Call it in each suite. */
export function closeGatewaysAfterEach(): void {
	afterEach(async () => {
		await Promise.all([...open].map((gateway) => gateway.close()));
		open.clear();
	});
}

/** Starts a gateway without pauses, and sends its key with every request. */
export async function openGateway(options: GatewayOptions = {}): Promise<Harness> {
	const gateway = await startGateway({ streamDelayMs: 0, ...options });
	open.add(gateway);
	const ask = (method: string, path: string, body: string | undefined, init: RequestInit = {}) => {
		const headers = new Headers({ authorization: `Bearer ${gateway.key}` });
		if (body !== undefined) headers.set("content-type", "application/json");
		new Headers(init.headers).forEach((value, name) => {
			headers.set(name, value);
		});
		return fetch(gateway.url + path, { method, ...(body === undefined ? {} : { body }), ...init, headers });
	};
	return {
		gateway,
		get: (path, init) => ask("GET", path, undefined, init),
		post: (path, body, init) => ask("POST", path, typeof body === "string" ? body : JSON.stringify(body), init),
	};
}

/** Returns the body of a chat request with one question. */
export function question(content: string, more: JsonObject = {}): JsonObject {
	return { model: "demo-echo", messages: [{ role: "user", content }], ...more };
}

/** Asserts that an answer is this error, in the shape of all errors; returns its message. */
export async function assertError(response: Response, status: number, code: string, param?: string): Promise<string> {
	const text = await response.text();
	assert.equal(response.status, status, text);
	assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
	const { error, ...rest } = JSON.parse(text);
	assert.deepEqual(rest, {});
	assert.deepEqual(Object.keys(error).sort(), ["code", "message", "param", "type"]);
	assert.equal(error.code, code);
	assert.equal(error.param, param ?? null);
	assert.equal(typeof error.type, "string");
	assert.match(error.message, /^["A-Z].*\.$/);
	return error.message;
}

/** Yields an answer's body in the pieces in which it arrives. */
export async function* pieces(response: Response): AsyncGenerator<string> {
	assert.ok(response.body);
	const decoder = new TextDecoder();
	for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
		yield decoder.decode(bytes, { stream: true });
	}
}

/** A `chat.completion.chunk` as a client reads it. */
export interface ReadChunk {
	readonly id: string;
	readonly object: string;
	readonly model: string;
	readonly choices: readonly {
		readonly index: number;
		readonly delta: { readonly role?: string; readonly content?: string };
		readonly finish_reason: string | null;
	}[];
	readonly usage?: JsonObject;
}

/** Returns the events of a whole stream: the chunks, and whether `[DONE]` came last. */
export function readStream(text: string): { readonly chunks: readonly ReadChunk[]; readonly done: boolean } {
	const events = text.split("\n\n").filter((event) => event !== "");
	for (const event of events) assert.ok(event.startsWith("data: "), event);
	const data = events.map((event) => event.slice("data: ".length));
	const done = data.at(-1) === "[DONE]";
	return { chunks: (done ? data.slice(0, -1) : data).map((json) => JSON.parse(json)), done };
}

/** Returns the text of all deltas. */
export function joined(chunks: readonly ReadChunk[]): string {
	return chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
}
