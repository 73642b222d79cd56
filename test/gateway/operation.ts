import type { Exchange } from "./exchange";
import type { KeyRing } from "./keyRing";
import type { KeyStore } from "./keys/keyStore";
import type { ModelCatalog } from "./modelCatalog";
import type { ProviderSet } from "./providers/providerSet";
import type { UsageLimit, UsageLimiter } from "./usageLimit";
import type { SessionStore } from "./web/sessionStore";

/** A header that a gateway requires besides the key, and its value. */
export interface RequiredHeader {
	readonly name: string;
	readonly value: string;
}

/** Services that the operations share. */
export interface Service {
	/** `http://127.0.0.1:PORT`. */
	readonly url: string;
	/** The base path of the operations, such as `/v1`. */
	readonly path: string;
	/** The name in the file in which the gateway describes itself; without one, there is no such file. */
	readonly name: string | undefined;
	readonly limits: readonly UsageLimit[];
	readonly limiter: UsageLimiter | undefined;
	/** A header that each request to an operation must have. */
	readonly requiredHeader: RequiredHeader | undefined;
	/** All accepted keys. */
	readonly keys: KeyRing;
	/** The keys that users have created. */
	readonly keyStore: KeyStore;
	readonly sessions: SessionStore;
	readonly models: ModelCatalog;
	readonly providers: ProviderSet;
	/** Interval between two pieces of a streamed answer, in milliseconds. */
	readonly streamDelayMs: number;
	random(): number;
	/** The time, in milliseconds since the epoch. */
	now(): number;
}

/** Answers one kind of request. @throws ApiError for errors that the client receives. */
export type Operation = (exchange: Exchange, service: Service) => void | Promise<void>;
