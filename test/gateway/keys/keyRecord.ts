/**
 * The stored record of a key. Spec, section 2: bound to the account of its creator. The key itself is not
 * stored.
 */
export interface KeyRecord {
	/** The key's id in the web space's addresses, which reveals nothing about it. */
	readonly id: string;
	readonly account: string;
	/** The name that its owner gave it, only for display. */
	readonly name: string;
	/** SHA-256 of the key, as hexadecimal digits. */
	readonly hash: string;
	/** The time of creation, in milliseconds since the epoch. */
	readonly madeOn: number;
	/** The time from which it is refused, in milliseconds since the epoch; null for a permanent key. */
	readonly endsOn: number | null;
}

export const keyKinds = ["permanent", "temporary"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Spec, sections 2 and 8: the validity of a temporary key from its creation or last renewal. */
export const temporaryDays = 30;

export function kindOf({ endsOn }: KeyRecord): KeyKind {
	return endsOn === null ? "permanent" : "temporary";
}

/** Returns the end of a temporary key that is created or renewed now. */
export function temporaryEnd(now: number): number {
	return now + temporaryDays * 24 * 60 * 60 * 1000;
}

export function hasExpired({ endsOn }: KeyRecord, now: number): boolean {
	return endsOn !== null && now >= endsOn;
}
