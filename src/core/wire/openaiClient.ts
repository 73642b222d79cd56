import type { OpenAI } from "openai";
import type { Attempt } from "./attempt";
import { gatewayFetch } from "./gatewayFetch";
import { responseError } from "./responseError";

/** Gatehouse's own timers rule; the package's default would end a request after ten minutes, and its 0 fires at once. */
const noTimeout = 2 ** 31 - 1;

const attemptKey = Symbol("attempt");

type PackageFetchOptions = NonNullable<NonNullable<Awaited<Parameters<OpenAI["get"]>[1]>>["fetchOptions"]>;

/** What the package hands on to `fetch` untouched: beside nothing else, the attempt that the request belongs to. */
type AttemptMark = PackageFetchOptions & { readonly [attemptKey]?: Attempt };

/** One for each address: making one costs as much as sending a request with it. It holds no key. */
const clients = new Map<string, OpenAI>();

/** The openai package's client for an address, and the package (400 KB) with the first. */
export async function openaiClient(baseURL: string): Promise<OpenAI> {
	const { OpenAI } = await import("openai");
	const client = new OpenAI({
		baseURL,
		// Set by gatewayFetch; this one never leaves.
		apiKey: "unused",
		organization: null,
		project: null,
		logLevel: "off",
		maxRetries: 0,
		timeout: noTimeout,
		fetch: (input, init) => send(input, init, baseURL),
	});
	clients.set(baseURL, client);
	return client;
}

/** The client, if it is there already: without a turn of the event loop. */
export function knownClient(baseURL: string): OpenAI | undefined {
	return clients.get(baseURL);
}

/** What the package needs to know of a request beside its body. */
export interface RequestOptions {
	readonly signal: AbortSignal;
	readonly fetchOptions: AttemptMark;
}

/** The options of a request that belongs to this attempt. */
export function requestOptions(attempt: Attempt): RequestOptions {
	return { signal: attempt.signal, fetchOptions: { [attemptKey]: attempt } };
}

async function send(
	input: string | URL | Request,
	init: (RequestInit & Pick<AttemptMark, typeof attemptKey>) | undefined,
	baseURL: string,
): Promise<Response> {
	const attempt = init?.[attemptKey];
	if (!attempt) throw new Error("A request belongs to no attempt.");
	const response = await gatewayFetch(attempt)(input, init);
	if (response.ok) return response;
	throw await responseError(response, attempt.urlOf(response, baseURL), attempt);
}
