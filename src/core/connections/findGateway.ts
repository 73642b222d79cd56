import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { BaseUrl } from "../gateway/baseUrl";
import type { OpenGateway } from "../gateway/gateway";
import { GatewayError } from "../gateway/gatewayError";
import { isNoGateway, noGatewayAnywhere } from "../gateway/noGateway";
import type { OnWait } from "../gateway/retry";
import { checkConnection } from "./checkConnection";

/** A gateway that answered, and its models. */
export interface FoundGateway {
	readonly base: BaseUrl;
	readonly models: readonly ModelInfo[];
}

/**
 * Requests the models at one address after the other, until a gateway answers. Whatever a gateway says there counts,
 * even that it refuses the key: the next address is tried only where there is no gateway, or one without models.
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
			// The error of a gateway without models is more informative than that there is no gateway at another
			// address.
			if (!first || error instanceof UserError) first = error;
		}
	}
	throw first instanceof GatewayError ? noGatewayAnywhere(first, addresses.slice(1)) : first;
}
