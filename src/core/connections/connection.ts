import { type BaseUrl, endsInV1, parseBaseUrl } from "../gateway/baseUrl";

/** An entry of the setting `gatehouse.gateways`. */
export interface GatewayEntry {
	readonly name: string;
	readonly url: string;
	/**
	 * False where the gateway answers at the address as it is; otherwise `/v1` is appended unless the address ends in
	 * it.
	 */
	readonly appendV1?: boolean;
	/** The web page where the gateway's keys are created and renewed. */
	readonly keysPage?: string;
	/** Extra headers of its requests, as the user wrote them; `extraHeaders.ts` reads them. */
	readonly headers?: unknown;
	/** The names of its models, as the user wrote them, where the gateway does not list them. */
	readonly models?: unknown;
}

/** A configured gateway whose address could be parsed. */
export interface Connection {
	readonly name: string;
	readonly base: BaseUrl;
	readonly keysPage: string;
	/** The names of its models, where the user has named them because the gateway does not list them. */
	readonly models?: readonly string[];
}

/** Parses the address of an entry. @throws UserError that describes the problem. */
export function baseOf({ url, appendV1 }: Pick<GatewayEntry, "url" | "appendV1">): BaseUrl {
	return parseBaseUrl(url, appendV1 !== false);
}

/**
 * Returns the gateways of the setting whose address can be parsed.
 *
 * @param onUnusable called for each of the others.
 */
export function connectionsOf(
	entries: readonly GatewayEntry[],
	onUnusable: (entry: GatewayEntry, error: unknown) => void = () => {},
): readonly Connection[] {
	return entries.flatMap((entry) => {
		try {
			return [connectionOf(entry, baseOf(entry))];
		} catch (error) {
			onUnusable(entry, error);
			return [];
		}
	});
}

/** Returns the gateway of an entry at its address. */
export function connectionOf({ name, keysPage, models }: GatewayEntry, base: BaseUrl): Connection {
	const named = Array.isArray(models) ? models.filter((id) => typeof id === "string") : [];
	return { name, base, keysPage: webPage(keysPage) ?? base.origin, ...(named.length > 0 ? { models: named } : {}) };
}

/** Returns a page that a browser may open; `undefined` for anything that is not a web address. */
export function webPage(address: string | undefined): string | undefined {
	if (address === undefined || !URL.canParse(address)) return undefined;
	return ["https:", "http:"].includes(new URL(address).protocol) ? address : undefined;
}

/** Returns the fields with which an address is written into an entry. */
export function addressEntry({ href }: BaseUrl): Pick<GatewayEntry, "url" | "appendV1"> {
	return endsInV1(href) ? { url: href } : { url: href, appendV1: false };
}

/** The metadata of a key, stored separately from the secret. Times are milliseconds since the epoch. */
export interface KeyFacts {
	readonly addedAt: number;
	/** When a temporary key expires; absent for a permanent one. */
	readonly endsAt?: number;
	/** How many days the gateway's temporary keys are valid; absent if unknown. */
	readonly days?: number;
	/** When the gateway first refused it; absent for a valid key. */
	readonly refusedAt?: number;
}

/** The prefix of the state key of an origin's {@link KeyFacts}. */
export const keyFactsPrefix = "gatehouse.keyFacts:";

/** Validity of a temporary key, in days, where the gateway does not say otherwise: docs/gateway-spec.md#8-limits. */
export const temporaryKeyDays = 30;

/** Returns when a temporary key expires that was created at this time. */
export function temporaryKeyEnd(madeAt: number, days = temporaryKeyDays): number {
	return madeAt + days * 24 * 60 * 60 * 1000;
}
