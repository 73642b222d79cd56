import { Emitter, type Event } from "../../base/event";
import type { StateStore } from "../../base/ports";
import type { Connection } from "../connection";

/** The purposes that a model is chosen for. */
export const modelUses = ["chat", "embedding"] as const;
export type ModelUse = (typeof modelUses)[number];

/** A chosen model. */
interface ChosenModel {
	readonly model: string;
	/** Whether it was chosen for this very gateway, rather than for another one at its origin. */
	readonly own: boolean;
}

/** The models chosen for one gateway. */
interface Entry extends Readonly<Partial<Record<ModelUse, string>>> {
	/** The gateway's base URL. */
	readonly base: string;
}

/** The prefix of a state key for each origin, so that no text from outside becomes the name of a property. */
const keyPrefix = "gatehouse.modelsOf:";
/** Maximum number of gateways per origin whose models are kept. */
const mostEntries = 20;

/** The models that the user has chosen for each gateway, stored by origin. */
export class ChosenModelStore {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when this window has changed a choice. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	constructor(private readonly state: StateStore) {}

	/**
	 * Returns the model chosen for a gateway; if there is none, the one chosen last for another gateway at its origin.
	 */
	get({ base }: Connection, use: ModelUse): ChosenModel | undefined {
		const entries = this.#entries(base.origin);
		const own = entries.find((entry) => entry.base === base.href)?.[use];
		if (own) return { model: own, own: true };
		const other = entries.findLast((entry) => entry[use])?.[use];
		return other ? { model: other, own: false } : undefined;
	}

	/** Returns the model chosen last at a gateway's previous origin. */
	last(origin: string, use: ModelUse): string | undefined {
		return this.#entries(origin).findLast((entry) => entry[use])?.[use];
	}

	async set({ base }: Connection, use: ModelUse, model: string): Promise<void> {
		const entries = this.#entries(base.origin);
		const known = entries.find((entry) => entry.base === base.href);
		const others = entries.filter((entry) => entry.base !== base.href);
		await this.#write(base.origin, [...others, { ...known, base: base.href, [use]: model }]);
	}

	/** Deletes a choice; the gateway's other one stays. */
	async unset({ base }: Connection, use: ModelUse): Promise<void> {
		const entries = this.#entries(base.origin).map((entry): Entry => {
			const { [use]: _, ...rest } = entry;
			return entry.base === base.href ? rest : entry;
		});
		const left = entries.filter((entry) => modelUses.some((one) => entry[one]));
		await this.#write(base.origin, left);
	}

	/** Deletes the choices for a removed gateway. */
	async forget({ base }: Connection): Promise<void> {
		const left = this.#entries(base.origin).filter((entry) => entry.base !== base.href);
		await this.#write(base.origin, left);
	}

	/**
	 * Moves the choices for a gateway from its previous origin to its new one, unless there is a choice there already.
	 */
	async move(from: string, connection: Connection): Promise<void> {
		const last = this.#entries(from).at(-1);
		if (!last) return;
		for (const use of modelUses) {
			const model = last[use];
			if (model && !this.get(connection, use)?.own) await this.set(connection, use, model);
		}
	}

	async #write(origin: string, entries: readonly Entry[]): Promise<void> {
		await this.state.set(keyPrefix + origin, entries.length > 0 ? entries.slice(-mostEntries) : undefined);
		this.#onDidChange.fire();
	}

	/** Returns the entries of an origin, the one written last at the end. */
	#entries(origin: string): readonly Entry[] {
		const value = this.state.get(keyPrefix + origin);
		return Array.isArray(value) ? value.filter(isEntry) : [];
	}
}

function isEntry(value: unknown): value is Entry {
	if (typeof value !== "object" || value === null) return false;
	const { base, chat, embedding } = value as Record<string, unknown>;
	return typeof base === "string" && [chat, embedding].every((id) => id === undefined || typeof id === "string");
}
