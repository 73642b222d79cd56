/**
 * The stored record of a key. Spec, section 2: bound to the account of the user who created it. The key itself is not
 * kept.
 */
export interface KeyRecord {
	/** The key's name in the web space's addresses; reveals nothing about it. */
	readonly id: string;
	readonly account: string;
	/** The name that its owner gave it: for people alone. */
	readonly name: string;
	/** SHA-256 of the key, as hexadecimal digits. */
	readonly hash: string;
	/** Milliseconds since the epoch. */
	readonly madeOn: number;
	/** Milliseconds since the epoch, the first at which it is refused; null for a permanent key. */
	readonly endsOn: number | null;
}

export const keyKinds = ["permanent", "temporary"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Spec, sections 2 and 8: how long a temporary key is valid, from its making or its last renewal. */
export const temporaryDays = 30;

export function kindOf({ endsOn }: KeyRecord): KeyKind {
	return endsOn === null ? "permanent" : "temporary";
}

/** When a temporary key ends that is made or renewed now. */
export function temporaryEnd(now: number): number {
	return now + temporaryDays * 24 * 60 * 60 * 1000;
}

export function hasExpired({ endsOn }: KeyRecord, now: number): boolean {
	return endsOn !== null && now >= endsOn;
}
