import { createHash, randomBytes } from "node:crypto";
import { ApiError } from "./apiError";
import type { RecordedRequest } from "./recordedRequest";

/** The state of a key at the gateway. */
export type KeyVerdict = "good" | "expired" | "unknown";

/** The accepted keys. */
export interface KeyRing {
	check(key: string): KeyVerdict;
}

/** Returns a new key of 192 random bits. */
export function newKey(): string {
	return `demo-${randomBytes(24).toString("base64url")}`;
}

/**
 * Creates a ring of exactly these keys, stored as hashes.
 * @throws RangeError without any key, or on one that an HTTP header cannot contain.
 */
export function keyRingOf(keys: readonly string[]): KeyRing {
	if (keys.length === 0) throw new RangeError("A gateway needs at least one key.");
	if (!keys.every((key) => /^[\x21-\x7e]+$/.test(key))) {
		throw new RangeError("A key is one or more printable ASCII characters, without blanks.");
	}
	const known = new Set(keys.map(hashKey));
	return { check: (key) => (known.has(hashKey(key)) ? "good" : "unknown") };
}

/** Creates a ring that accepts the keys of all these rings; an expired key is not reported as unknown. */
export function joinKeyRings(rings: readonly KeyRing[]): KeyRing {
	return {
		check(key) {
			const verdicts = rings.map((ring) => ring.check(key));
			return (["good", "expired"] as const).find((verdict) => verdicts.includes(verdict)) ?? "unknown";
		},
	};
}

/**
 * Returns the stored form of a key: SHA-256, as hexadecimal digits. Keys are long and random, so that this hash is
 * enough.
 */
export function hashKey(key: string): string {
	return createHash("sha256").update(key).digest("hex");
}

/**
 * Accepts a request with a valid key. Spec, section 5: `Authorization` is exactly `Bearer <API_KEY>`.
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
