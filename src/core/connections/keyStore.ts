import { Emitter, type Event } from "../base/event";
import type { SecretStore, StateStore } from "../base/ports";
import type { KeyFacts } from "./connection";

const secretPrefix = "gatehouse.key:";
const factsPrefix = "gatehouse.keyFacts:";

/** The keys, each under its gateway's origin: the secret in the secret store, beside it only facts. */
export class KeyStore {
	readonly #onDidChange = new Emitter<string>();
	readonly #known = new Set<string>();

	/** Fires with the origin whose key was set or deleted, in this window or another. */
	readonly onDidChange: Event<string> = this.#onDidChange.event;

	constructor(
		private readonly secrets: SecretStore,
		private readonly state: StateStore,
	) {
		secrets.onDidChange((name) => {
			if (name.startsWith(secretPrefix)) this.#onDidChange.fire(name.slice(secretPrefix.length));
		});
	}

	async get(origin: string): Promise<string | undefined> {
		const key = await this.secrets.get(secretPrefix + origin);
		if (key) this.#known.add(key);
		return key;
	}

	/** Keeps a key. It is trimmed: a pasted newline would not even make a header. */
	async set(origin: string, key: string, facts: KeyFacts): Promise<void> {
		this.#known.add(key.trim());
		await this.secrets.set(secretPrefix + origin, key.trim());
		await this.state.set(factsPrefix + origin, facts);
	}

	async delete(origin: string): Promise<void> {
		await this.secrets.delete(secretPrefix + origin);
		await this.state.set(factsPrefix + origin, undefined);
	}

	facts(origin: string): KeyFacts | undefined {
		const facts = this.state.get(factsPrefix + origin);
		if (typeof facts !== "object" || facts === null || !("addedAt" in facts)) return undefined;
		return facts as KeyFacts;
	}

	/** Every key this window has seen, for the redactor. */
	get known(): Iterable<string> {
		return this.#known;
	}
}
