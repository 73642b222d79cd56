import { Emitter, type Event } from "../base/event";
import { KnownKeys } from "../base/knownKeys";
import type { SecretStore, StateStore } from "../base/ports";
import { type KeyFacts, keyFactsPrefix, temporaryKeyEnd } from "./connection";
import { type KeyState, keyState } from "./keyState";

const secretPrefix = "gatehouse.key:";
const headerPrefix = "gatehouse.headerSecret:";

/** The keys, stored by the origin of their gateway: the secret in the secret store, only metadata in the state. */
export class KeyStore {
	readonly #onDidChange = new Emitter<string>();
	/** Every key that this window has seen. */
	readonly known = new KnownKeys();
	/** Origins whose key has disappeared from the secret store. */
	readonly #missing = new Set<string>();
	/** The number of times that each origin's key has changed, so that a late refusal does not mark the next key. */
	readonly #versions = new Map<string, number>();
	/** Refusal marks of keys that another window has replaced; the new metadata may reach this window late. */
	readonly #outdatedMarks = new Map<string, number>();

	/** Fires with the origin whose key or metadata changed; for keys, also when another window changed it. */
	readonly onDidChange: Event<string> = this.#onDidChange.event;

	constructor(
		private readonly secrets: SecretStore,
		private readonly state: StateStore,
	) {
		secrets.onDidChange((name) => {
			if (!name.startsWith(secretPrefix)) return;
			const origin = name.slice(secretPrefix.length);
			const mark = this.#stored(origin)?.refusedAt;
			if (mark !== undefined) this.#outdatedMarks.set(origin, mark);
			this.#missing.delete(origin);
			this.#changed(origin);
		});
	}

	/** Reads the key, and notices when one that was set has disappeared. */
	async get(origin: string): Promise<string | undefined> {
		const key = await this.secrets.get(secretPrefix + origin);
		if (key) this.known.add(key);
		const missing = !key && this.#stored(origin) !== undefined;
		if (missing !== this.#missing.has(origin)) {
			if (missing) this.#missing.add(origin);
			else this.#missing.delete(origin);
			this.#onDidChange.fire(origin);
		}
		return key;
	}

	/** Reads the secret text of the headers that a gateway requires besides the key. */
	async headerSecret(origin: string): Promise<string | undefined> {
		const secret = await this.secrets.get(headerPrefix + origin);
		if (secret) this.known.add(secret);
		return secret;
	}

	/** Saves the secret text of a gateway's headers. */
	async setHeaderSecret(origin: string, secret: string): Promise<void> {
		this.known.add(secret);
		await this.secrets.set(headerPrefix + origin, secret);
	}

	/** Runs steps that may save another header secret; restores the previous one unless they also save a key. */
	async tryHeaderSecret<T>(origin: string, steps: () => Promise<T>): Promise<T> {
		const name = headerPrefix + origin;
		const before = await this.secrets.get(name);
		const version = this.version(origin);
		try {
			return await steps();
		} finally {
			if (this.version(origin) === version && (await this.secrets.get(name)) !== before)
				await (before === undefined ? this.secrets.delete(name) : this.secrets.set(name, before));
		}
	}

	/** Saves a key. It is trimmed: a pasted newline would make the header invalid. */
	async set(origin: string, key: string, facts: KeyFacts): Promise<void> {
		this.known.add(key.trim());
		const before = this.state.get(keyFactsPrefix + origin);
		// The metadata is set first, so that listeners for the new key find it.
		await this.state.set(keyFactsPrefix + origin, facts);
		try {
			await this.secrets.set(secretPrefix + origin, key.trim());
		} catch (error) {
			await this.state.set(keyFactsPrefix + origin, before);
			throw error;
		}
		this.#missing.delete(origin);
		this.#changed(origin);
	}

	async delete(origin: string): Promise<void> {
		await this.secrets.delete(secretPrefix + origin);
		await this.secrets.delete(headerPrefix + origin);
		await this.state.set(keyFactsPrefix + origin, undefined);
		this.#missing.delete(origin);
		this.#changed(origin);
	}

	/** Records that the user renewed a temporary key, which restarts its days; returns when it expires. */
	async renew(origin: string, now: number): Promise<number> {
		const { addedAt = now, days } = this.facts(origin) ?? {};
		const endsAt = temporaryKeyEnd(now, days);
		const facts: KeyFacts = { addedAt, endsAt, ...(days === undefined ? {} : { days }) };
		await this.state.set(keyFactsPrefix + origin, facts);
		this.#onDidChange.fire(origin);
		return endsAt;
	}

	facts(origin: string): KeyFacts | undefined {
		const facts = this.#stored(origin);
		if (facts?.refusedAt === undefined || facts.refusedAt !== this.#outdatedMarks.get(origin)) return facts;
		const { refusedAt: _, ...others } = facts;
		return others;
	}

	/** Returns the state of the key, without reading the secret store. */
	stateOf(origin: string, now: number): KeyState {
		return keyState(this.facts(origin), this.#missing.has(origin), now);
	}

	/** Returns the version of the origin's key in this window, for {@link mark}. */
	version(origin: string): number {
		return this.#versions.get(origin) ?? 0;
	}

	/**
	 * Marks a key as refused, or removes the mark with `undefined`.
	 *
	 * @param version the version of the key in question; if it was replaced meanwhile, nothing happens.
	 */
	async mark(origin: string, version: number, refusedAt: number | undefined): Promise<void> {
		if (version !== this.version(origin)) return;
		const shown = this.facts(origin);
		const stored = this.#stored(origin);
		if (refusedAt === undefined ? stored?.refusedAt === undefined : shown?.refusedAt !== undefined) return;
		const { refusedAt: _, ...others } = stored ?? { addedAt: refusedAt ?? 0 };
		await this.state.set(keyFactsPrefix + origin, { ...others, ...(refusedAt === undefined ? {} : { refusedAt }) });
		this.#outdatedMarks.delete(origin);
		this.#onDidChange.fire(origin);
	}

	#stored(origin: string): KeyFacts | undefined {
		const facts = this.state.get(keyFactsPrefix + origin);
		if (typeof facts !== "object" || facts === null || !("addedAt" in facts)) return undefined;
		return facts as KeyFacts;
	}

	#changed(origin: string): void {
		this.#versions.set(origin, this.version(origin) + 1);
		this.#onDidChange.fire(origin);
	}
}
