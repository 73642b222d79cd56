import type { BaseUrl } from "../gateway/baseUrl";
import type { GatewayError } from "../gateway/gatewayError";
import { isNoGateway, noGatewayAnywhere } from "../gateway/noGateway";
import type { ProbeAnswer } from "../gateway/request/probeRequest";

/** Addresses at which a gateway may answer. */
export type CandidateAddresses = readonly [BaseUrl, ...BaseUrl[]];

/** Sends one `GET …/models` without a key. @throws GatewayError when there is no answer. */
export type ProbeAddress = (base: BaseUrl, signal: AbortSignal) => Promise<Pick<ProbeAnswer, "status" | "error">>;

/** The result of checking a gateway's addresses. */
export interface CheckedAddress {
	/** The addresses that may be the gateway's: the one that answered, and those after it. */
	readonly addresses: CandidateAddresses;
	/** Whether the models are listed without a key. */
	readonly isOpen: boolean;
}

/**
 * Checks whether a gateway answers, before a key is asked for: one request to each address, until one is answered with
 * something other than "there is nothing here". A refusal counts as an answer. Only requests with the key show which
 * address is the gateway's, because some servers refuse every path without a key.
 *
 * @throws GatewayError that names the problem.
 */
export async function checkAddress(
	addresses: CandidateAddresses,
	probe: ProbeAddress,
	signal: AbortSignal,
): Promise<CheckedAddress> {
	let first: GatewayError | undefined;
	for (const [index, base] of addresses.entries()) {
		const { status, error } = await probed(probe, base, signal);
		const refused = status === 401 || status === 403;
		if (!error || refused || !isNoGateway(error))
			return { addresses: [base, ...addresses.slice(index + 1)], isOpen: !error };
		first ??= error;
	}
	throw first === undefined ? new Error("There is no address.") : noGatewayAnywhere(first, addresses.slice(1));
}

/** Probes an address. An error that shows that no gateway is there is returned, not thrown. */
async function probed(
	probe: ProbeAddress,
	base: BaseUrl,
	signal: AbortSignal,
): Promise<{ readonly status?: number | undefined; readonly error?: GatewayError | undefined }> {
	try {
		return await probe(base, signal);
	} catch (error) {
		if (!isNoGateway(error)) throw error;
		return { error };
	}
}
