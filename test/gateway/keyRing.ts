import { createHash, randomBytes } from "node:crypto";
import { ApiError } from "./apiError";
import type { RecordedRequest } from "./recordedRequest";

/** The state of a key at the gateway. */
export type KeyVerdict = "good" | "expired" | "unknown";

/** The keys that are let in. */
export interface KeyRing {
	check(key: string): KeyVerdict;
}

/** A fresh key of 192 random bits. */
export function newKey(): string {
	return `demo-${randomBytes(24).toString("base64url")}`;
}

/**
 * A ring that knows exactly these keys, kept as hashes.
 * @throws RangeError on no key at all, or on one that an HTTP header cannot carry.
 */
export function keyRingOf(keys: readonly string[]): KeyRing {
	if (keys.length === 0) throw new RangeError("A gateway needs at least one key.");
	if (!keys.every((key) => /^[\x21-\x7e]+$/.test(key))) {
		throw new RangeError("A key is one or more printable ASCII characters, without blanks.");
	}
	const known = new Set(keys.map(hashKey));
	return { check: (key) => (known.has(hashKey(key)) ? "good" : "unknown") };
}

/** A ring that takes what any of these takes; a key that only expired is not called unknown. */
export function joinKeyRings(rings: readonly KeyRing[]): KeyRing {
	return {
		check(key) {
			const verdicts = rings.map((ring) => ring.check(key));
			return (["good", "expired"] as const).find((verdict) => verdicts.includes(verdict)) ?? "unknown";
		},
	};
}

/**
 * Returns the stored form of a key: SHA-256, as hexadecimal digits. A key is random and long enough to need no more.
 */
export function hashKey(key: string): string {
	return createHash("sha256").update(key).digest("hex");
}

/**
 * Lets a request with a good key through. Spec, section 5: `Authorization` is exactly `Bearer <API_KEY>`.
 *
 * @returns the key.
 * @throws ApiError 401 otherwise.
 */
export function requireKey(request: RecordedRequest, keys: KeyRing): string {
	const { authorization } = request.headers;
	if (authorization === undefined) {
		throw unauthorized("missing_api_key", "This needs an API key, in the header Authorization: Bearer <API_KEY>.");
	}
	const key = /^Bearer (\S+)$/.exec(authorization)?.[1];
	if (key === undefined) {
		throw unauthorized("invalid_authorization", "The header Authorization must have the form Bearer <API_KEY>.");
	}
	const verdict = keys.check(key);
	if (verdict === "expired") {
		throw unauthorized("expired_api_key", `The API key has expired: its owner can renew it in the tab "My keys".`);
	}
	if (verdict === "unknown") {
		throw unauthorized("invalid_api_key", "The API key is not a key of this gateway: it is wrong, or was deleted.");
	}
	return key;
}

function unauthorized(code: string, message: string): ApiError {
	return new ApiError(401, code, message, { headers: { "www-authenticate": "Bearer" } });
}
