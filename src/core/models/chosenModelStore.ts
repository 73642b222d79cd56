import { Emitter, type Event } from "../base/event";
import type { StateStore } from "../base/ports";
import type { Connection } from "../connections/connection";

/** What a model is chosen for. */
export const modelUses = ["chat", "embedding"] as const;
export type ModelUse = (typeof modelUses)[number];

/** A model that was chosen. */
interface ChosenModel {
	readonly model: string;
	/** Whether it was chosen for this very gateway, and not for another one at its origin. */
	readonly own: boolean;
}

/** The models chosen for one gateway. */
interface Entry extends Readonly<Partial<Record<ModelUse, string>>> {
	/** The gateway's base URL. */
	readonly base: string;
}

/** A key for each origin, so that no text from outside is the name of a property. */
const keyPrefix = "gatehouse.modelsOf:";
/** Gateways of one origin whose models are kept. */
const mostEntries = 20;

/** The models that the user has chosen for each gateway, kept under its origin. */
export class ChosenModelStore {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when this window has changed a choice. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	constructor(private readonly state: StateStore) {}

	/** The model chosen for a gateway; where there is none, the one chosen last for another at its origin. */
	get({ base }: Connection, use: ModelUse): ChosenModel | undefined {
		const entries = this.#entries(base.origin);
		const own = entries.find((entry) => entry.base === base.href)?.[use];
		if (own) return { model: own, own: true };
		const other = entries.findLast((entry) => entry[use])?.[use];
		return other ? { model: other, own: false } : undefined;
	}

	/** The model chosen last at an origin that a gateway was at before. */
	last(origin: string, use: ModelUse): string | undefined {
		return this.#entries(origin).findLast((entry) => entry[use])?.[use];
	}

	async set({ base }: Connection, use: ModelUse, model: string): Promise<void> {
		const entries = this.#entries(base.origin);
		const known = entries.find((entry) => entry.base === base.href);
		const others = entries.filter((entry) => entry.base !== base.href);
		await this.#write(base.origin, [...others, { ...known, base: base.href, [use]: model }]);
	}

	/** Drops what was chosen for a gateway that was removed. */
	async forget({ base }: Connection): Promise<void> {
		const left = this.#entries(base.origin).filter((entry) => entry.base !== base.href);
		await this.#write(base.origin, left);
	}

	/** A gateway has moved: what was chosen for it at its last origin holds at the new one, unless there is a choice there. */
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

	/** The one written last comes last. */
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
