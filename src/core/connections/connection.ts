import { type BaseUrl, endsInV1, parseBaseUrl } from "../wire/baseUrl";

/** One line of the setting `gatehouse.gateways`. */
export interface GatewayEntry {
	readonly name: string;
	readonly url: string;
	/** False where the gateway answers at its address as it is; else `/v1` follows an address that does not end in it. */
	readonly appendV1?: boolean;
	/** The page where its keys are made and renewed. */
	readonly keysPage?: string;
}

/** A gateway that one knows, its address understood. */
export interface Connection {
	readonly name: string;
	readonly base: BaseUrl;
	readonly keysPage: string;
}

/** The address of an entry, understood. @throws UserError that says what is wrong with it. */
export function baseOf({ url, appendV1 }: Pick<GatewayEntry, "url" | "appendV1">): BaseUrl {
	return parseBaseUrl(url, appendV1 !== false);
}

/** How an address is written into an entry. */
export function addressEntry({ href }: BaseUrl): Pick<GatewayEntry, "url" | "appendV1"> {
	return endsInV1(href) ? { url: href } : { url: href, appendV1: false };
}

/** What is remembered of a key beside the secret itself. Times are milliseconds since the epoch. */
export interface KeyFacts {
	readonly addedAt: number;
	/** When a temporary key ends; absent for a permanent one. */
	readonly endsAt?: number;
	/** When the gateway refused it first; absent for a key in good standing. */
	readonly refusedAt?: number;
}

/** How long a temporary key is valid: docs/gateway-spec.md#8-limits. */
const temporaryKeyDays = 30;

/** When a temporary key that was made on that day ends. */
export function temporaryKeyEnd(madeAt: number): number {
	return madeAt + temporaryKeyDays * 24 * 60 * 60 * 1000;
}
