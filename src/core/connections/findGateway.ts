import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { BaseUrl } from "../wire/baseUrl";
import type { OpenGateway } from "../wire/gateway";
import { GatewayError } from "../wire/gatewayError";
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
 * it refuses the key, is the answer: only where none is, or a list without models, the next address is asked.
 *
 * @param addresses of one origin, which the key is for; see `addressesOf`.
 * @throws what `checkConnection` throws.
 */
export async function findGateway(
	openGateway: OpenGateway,
	addresses: readonly [BaseUrl, ...BaseUrl[]],
	key: string,
	signal: AbortSignal,
	onWait?: OnWait,
): Promise<FoundGateway> {
	let first: GatewayError | UserError | undefined;
	for (const base of addresses) {
		try {
			return { base, models: await checkConnection(openGateway, base, key, signal, onWait) };
		} catch (error) {
			if (!isNoGateway(error) && !(error instanceof UserError)) throw error;
			// A gateway without models is one all the same, and says more than that there is none at another address.
			if (!first || error instanceof UserError) first = error;
		}
	}
	throw first instanceof GatewayError ? noGatewayAnywhere(first, addresses.slice(1)) : first;
}
