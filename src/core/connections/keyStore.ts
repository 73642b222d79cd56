import { Emitter, type Event } from "../base/event";
import { KnownKeys } from "../base/knownKeys";
import type { SecretStore, StateStore } from "../base/ports";
import { type KeyFacts, temporaryKeyEnd } from "./connection";
import { type KeyState, keyState } from "./keyState";

const secretPrefix = "gatehouse.key:";
const factsPrefix = "gatehouse.keyFacts:";

/** The keys, each under its gateway's origin: the secret in the secret store, beside it only facts. */
export class KeyStore {
	readonly #onDidChange = new Emitter<string>();
	/** Every key that this window has seen. */
	readonly known = new KnownKeys();
	/** Origins whose key turned out to be gone. */
	readonly #missing = new Set<string>();
	/** Counts each origin's changes of key, so that a late refusal does not mark the key that came after. */
	readonly #versions = new Map<string, number>();
	/** Marks that were about a key which another window has replaced; its facts may reach this window late. */
	readonly #outdatedMarks = new Map<string, number>();

	/** Fires with the origin whose key, or what is known of it, changed; keys also when another window did it. */
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

	/** Reads the key, and notices when it is gone although it was given once. */
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

	/** Keeps a key. It is trimmed: a pasted newline would not even make a header. */
	async set(origin: string, key: string, facts: KeyFacts): Promise<void> {
		this.known.add(key.trim());
		const before = this.state.get(factsPrefix + origin);
		// The facts first: whoever hears of the new key finds what belongs to it.
		await this.state.set(factsPrefix + origin, facts);
		try {
			await this.secrets.set(secretPrefix + origin, key.trim());
		} catch (error) {
			await this.state.set(factsPrefix + origin, before);
			throw error;
		}
		this.#missing.delete(origin);
		this.#changed(origin);
	}

	async delete(origin: string): Promise<void> {
		await this.secrets.delete(secretPrefix + origin);
		await this.state.set(factsPrefix + origin, undefined);
		this.#missing.delete(origin);
		this.#changed(origin);
	}

	/** The user renewed a temporary key: it counts its days anew. Gives when it ends. */
	async renew(origin: string, now: number): Promise<number> {
		const endsAt = temporaryKeyEnd(now);
		const { addedAt = now } = this.facts(origin) ?? {};
		await this.state.set(factsPrefix + origin, { addedAt, endsAt } satisfies KeyFacts);
		this.#onDidChange.fire(origin);
		return endsAt;
	}

	facts(origin: string): KeyFacts | undefined {
		const facts = this.#stored(origin);
		if (facts?.refusedAt === undefined || facts.refusedAt !== this.#outdatedMarks.get(origin)) return facts;
		const { refusedAt: _, ...others } = facts;
		return others;
	}

	/** How the key stands, without asking the secret store. */
	stateOf(origin: string, now: number): KeyState {
		return keyState(this.facts(origin), this.#missing.has(origin), now);
	}

	/** Which key this is of those that the origin has had in this window; for {@link mark}. */
	version(origin: string): number {
		return this.#versions.get(origin) ?? 0;
	}

	/**
	 * Marks a key as refused, or, with `undefined`, takes the mark away.
	 *
	 * @param version that of the key in question: the mark of one that was replaced meanwhile is dropped.
	 */
	async mark(origin: string, version: number, refusedAt: number | undefined): Promise<void> {
		if (version !== this.version(origin)) return;
		const shown = this.facts(origin);
		const stored = this.#stored(origin);
		if (refusedAt === undefined ? stored?.refusedAt === undefined : shown?.refusedAt !== undefined) return;
		const { refusedAt: _, ...others } = stored ?? { addedAt: refusedAt ?? 0 };
		await this.state.set(factsPrefix + origin, { ...others, ...(refusedAt === undefined ? {} : { refusedAt }) });
		this.#outdatedMarks.delete(origin);
		this.#onDidChange.fire(origin);
	}

	#stored(origin: string): KeyFacts | undefined {
		const facts = this.state.get(factsPrefix + origin);
		if (typeof facts !== "object" || facts === null || !("addedAt" in facts)) return undefined;
		return facts as KeyFacts;
	}

	#changed(origin: string): void {
		this.#versions.set(origin, this.version(origin) + 1);
		this.#onDidChange.fire(origin);
	}
}
