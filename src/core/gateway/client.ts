import { lazy } from "../base/lazy";
import type { BaseUrl } from "./baseUrl";
import type { ChatEvent, Gateway } from "./gateway";
import type { GatewayKey } from "./gatewayKey";
import { bulkWait } from "./limits/bulkWait";
import type { GatewayServices, RetryPolicy } from "./request/sender";

type HttpModule = typeof import("./httpGateway");

/** Loads the code that sends requests. */
const loadHttp = lazy(async () => {
	loadedHttp = await import("./httpGateway");
	return loadedHttp;
});
/** That code once it is loaded: waiting for it again would delay each request. */
let loadedHttp: HttpModule | undefined;

/**
 * Creates the client of the gateway at an address: the only wrapper around `httpGateway`, which is loaded with the
 * first request (50 KB, and the openai package with 400 KB).
 *
 * @throws GatewayError in each operation; the error of `key.read` if there is no key.
 */
export function createGateway(
	base: BaseUrl,
	key: GatewayKey,
	gatewayServices: GatewayServices,
	policy: RetryPolicy = {},
): Gateway {
	let opened: ReturnType<HttpModule["httpGateway"]> | undefined;
	const open = ({ httpGateway }: HttpModule) => {
		opened ??= httpGateway(base, key, gatewayServices, policy);
		return opened;
	};
	const gateway = async () => open(loadedHttp ?? (await loadHttp()));
	const streamed = (ask: (from: ReturnType<typeof open>) => AsyncIterable<ChatEvent>) =>
		loadedHttp ? ask(open(loadedHttp)) : lazily(async () => ask(await gateway()));
	return {
		listModels: async (...question) => (await gateway()).listModels(...question),
		chat: (...question) => streamed((from) => from.chat(...question)),
		complete: (...question) => streamed((from) => from.complete(...question)),
		embed: async (...question) => (await gateway()).embed(...question),
		hasSpareRequests: () => gatewayServices.limits.hasSpareRequests(base.origin),
		requestsLeft: () => gatewayServices.limits.requestsLeft(base.origin),
		sendsReasoning: (model) => gatewayServices.capabilities.get(base.href, model).needsReasoning === true,
		bulkWait: () => bulkWait(base.origin, gatewayServices),
		bulkBegan: () => gatewayServices.limits.bulkBegan(base.origin),
		onDidReportLimits: (listener) =>
			gatewayServices.limits.onDidChange((origin) => {
				if (origin === base.origin) listener();
			}),
	};
}

/**
 * Iterates over the result of a promise. Not an async generator, because passing an event through one takes as much
 * time as reading it.
 */
function lazily(open: () => Promise<AsyncIterable<ChatEvent>>): AsyncIterable<ChatEvent> {
	return {
		[Symbol.asyncIterator]: () => {
			let opened: AsyncIterator<ChatEvent> | undefined;
			const first = async () => {
				opened = (await open())[Symbol.asyncIterator]();
				return opened.next();
			};
			return {
				next: () => (opened ? opened.next() : first()),
				return: async () => (await opened?.return?.()) ?? { done: true, value: undefined },
			};
		},
	};
}
