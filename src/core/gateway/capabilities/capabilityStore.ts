import { ownField } from "../../../shared/untrusted/ownField";
import { Emitter, type Event } from "../../base/event";
import type { StateStore } from "../../base/ports";
import type { Capabilities } from "./capabilities";

const keyPrefix = "gatehouse.capabilities:";

/** The learned capabilities of each gateway's models, persisted except for `effortBesideTools`. */
export class CapabilityStore {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	/** By gateway, the models that accept no reasoning effort in a request with tools. */
	readonly #toolsAlone = new Map<string, Set<string>>();

	constructor(private readonly state: StateStore) {}

	/** @param gateway the base URL's `href`. */
	get(gateway: string, model: string): Capabilities {
		const known = ownField(this.#all(gateway), model) ?? {};
		return this.#toolsAlone.get(gateway)?.has(model) ? { ...known, effortBesideTools: false } : known;
	}

	/** Returns the models with learned capabilities. */
	models(gateway: string): readonly string[] {
		return Object.keys(this.#all(gateway)).sort();
	}

	async record(gateway: string, model: string, { effortBesideTools, ...learned }: Capabilities): Promise<void> {
		if (effortBesideTools === false) this.#toolsAlone.set(gateway, new Set(this.#toolsAlone.get(gateway)).add(model));
		const all = this.#all(gateway);
		const known = ownField(all, model) ?? {};
		const merged = { ...known, ...learned };
		if (JSON.stringify(merged) === JSON.stringify(known)) return;
		await this.state.set(keyPrefix + gateway, { ...all, [model]: merged });
		this.#onDidChange.fire();
	}

	/** Removes one fact that turned out to be wrong. */
	async unlearn(gateway: string, model: string, fact: keyof Capabilities): Promise<void> {
		if (fact === "effort") this.#toolsAlone.get(gateway)?.delete(model);
		const all = this.#all(gateway);
		const { [fact]: known, ...rest } = ownField(all, model) ?? {};
		if (known === undefined) return;
		await this.state.set(keyPrefix + gateway, { ...all, [model]: rest });
		this.#onDidChange.fire();
	}

	/** Deletes the learned capabilities of one model, or of all the gateway's models. */
	async reset(gateway: string, model?: string): Promise<void> {
		if (model === undefined) this.#toolsAlone.delete(gateway);
		else this.#toolsAlone.get(gateway)?.delete(model);
		const all: Record<string, Capabilities> = { ...this.#all(gateway) };
		if (model !== undefined) delete all[model];
		const empty = model === undefined || Object.keys(all).length === 0;
		await this.state.set(keyPrefix + gateway, empty ? undefined : all);
		this.#onDidChange.fire();
	}

	#all(gateway: string): Readonly<Record<string, Capabilities>> {
		const value = this.state.get(keyPrefix + gateway);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? (value as Record<string, Capabilities>)
			: {};
	}
}
