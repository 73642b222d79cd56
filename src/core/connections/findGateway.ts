import type { ModelInfo } from "../../shared/conversation";
import type { BaseUrl } from "../wire/baseUrl";
import type { OpenGateway } from "../wire/gateway";
import type { GatewayError } from "../wire/gatewayError";
import { isNoGateway, noGatewayAnywhere } from "../wire/noGateway";
import type { OnWait } from "../wire/retry";
import { checkConnection } from "./checkConnection";

/** A gateway that answers, and its models. */
export interface FoundGateway {
	readonly base: BaseUrl;
	readonly models: readonly ModelInfo[];
}

/**
 * Asks for the models at one address after the other, until a gateway answers. Whatever a gateway says there, such as that
 * it refuses the key, is the answer: only where none is, the next address is asked.
 *
 * @param addresses of one origin, which the key is for; see `addressesOf`.
 * @throws what `checkConnection` throws.
 */
export async function findGateway(
	openGateway: OpenGateway,
	addresses: readonly BaseUrl[],
	key: string,
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<FoundGateway> {
	let first: GatewayError | undefined;
	for (const base of addresses) {
		try {
			return { base, models: await checkConnection(openGateway, base, key, signal, onWait) };
		} catch (error) {
			if (!isNoGateway(error)) throw error;
			first ??= error;
		}
	}
	throw first ? noGatewayAnywhere(first, addresses.slice(1)) : new Error("There is no address to ask.");
}
