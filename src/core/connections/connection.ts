import type { BaseUrl } from "../wire/baseUrl";

/** One line of the setting `gatehouse.gateways`. */
export interface GatewayEntry {
	readonly name: string;
	readonly url: string;
	/** The page where its keys are made and renewed. */
	readonly keysPage?: string;
}

/** A gateway that one knows, its address understood. */
export interface Connection {
	readonly name: string;
	readonly base: BaseUrl;
	readonly keysPage: string;
}

/** What is remembered of a key beside the secret itself. Times are milliseconds since the epoch. */
export interface KeyFacts {
	readonly addedAt: number;
	/** When a temporary key ends; absent for a permanent one. */
	readonly endsAt?: number;
	/** When the gateway refused it first; absent for a key in good standing. */
	readonly refusedAt?: number;
}

/** How long a temporary key is valid: gateway-spec.md, section 8. */
const temporaryKeyDays = 30;

/** When a temporary key that was made on that day ends. */
export function temporaryKeyEnd(madeAt: number): number {
	return madeAt + temporaryKeyDays * 24 * 60 * 60 * 1000;
}
