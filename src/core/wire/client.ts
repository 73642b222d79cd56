import type { BaseUrl } from "./baseUrl";
import type { ChatEvent, Gateway } from "./gateway";
import type { Wire } from "./sender";

/**
 * The gateway behind an address. What sends and reads (50 KB, and the openai package with 400 KB) is loaded with the first
 * request.
 *
 * @param readKey asked at each request, so that a renewed key counts at once.
 * @throws GatewayError in each operation; `readKey`'s own error if there is no key.
 */
export function createGateway(base: BaseUrl, readKey: () => Promise<string>, wire: Wire): Gateway {
	let loading: Promise<Gateway> | undefined;
	const loaded = () => {
		loading ??= import("./httpGateway").then(({ httpGateway }) => httpGateway(base, readKey, wire));
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
