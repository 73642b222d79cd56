import type { BaseUrl } from "./baseUrl";
import type { ChatEvent, Gateway } from "./gateway";
import type { GatewayKey } from "./gatewayKey";
import type { Wire } from "./sender";

/**
 * Gives the gateway behind an address: the only wrapper around `httpGateway`, which is loaded with the first request (50 KB,
 * and the openai package with 400 KB).
 *
 * @throws GatewayError in each operation; the error of `key.read` if there is no key.
 */
export function createGateway(base: BaseUrl, key: GatewayKey, wire: Wire): Gateway {
	let loading: Promise<Gateway> | undefined;
	const loaded = () => {
		loading ??= import("./httpGateway").then(({ httpGateway }) => httpGateway(base, key, wire));
		return loading;
	};
	return {
		listModels: async (...question) => (await loaded()).listModels(...question),
		chat: (...question) => lazily(async () => (await loaded()).chat(...question)),
		embed: async (...question) => (await loaded()).embed(...question),
	};
}

/**
 * Iterates over what the first step opens. Not a generator: each one that an event passes through costs as much as reading
 * it.
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
