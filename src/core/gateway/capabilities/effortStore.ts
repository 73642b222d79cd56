import { type EffortChoice, effortFields, effortLevels } from "../../../shared/reasoningEffort";
import { hasFields, ownField } from "../../../shared/untrusted/ownField";
import type { StateStore } from "../../base/ports";
import type { BaseUrl } from "../baseUrl";

const keyPrefix = "gatehouse.reasoningEffort:";

/** The reasoning effort that the user chose for each gateway's models, persisted. */
export class EffortStore {
	constructor(private readonly state: StateStore) {}

	/** Returns the choice; `undefined` for the model's own default. @param gateway the base URL's `href`. */
	get(gateway: string, model: string): EffortChoice | undefined {
		const choice = ownField(this.#all(gateway), model);
		return isChoice(choice) ? choice : undefined;
	}

	/** @param choice `undefined` for the model's own default. */
	async set(gateway: string, model: string, choice: EffortChoice | undefined): Promise<void> {
		const others = Object.entries(this.#all(gateway)).filter(([id]) => id !== model);
		const all = choice ? [...others, [model, choice] as const] : others;
		await this.state.set(keyPrefix + gateway, all.length > 0 ? Object.fromEntries(all) : undefined);
	}

	/**
	 * Copies the choices for a gateway from its previous origin to its new one, unless the new one has choices already.
	 */
	async move(from: string, { href, origin }: BaseUrl): Promise<void> {
		const before = this.state.get(keyPrefix + from + href.slice(origin.length));
		if (before && !this.state.get(keyPrefix + href)) await this.state.set(keyPrefix + href, before);
	}

	/** Deletes the choices for a removed gateway. */
	async forget(gateway: string): Promise<void> {
		await this.state.set(keyPrefix + gateway, undefined);
	}

	#all(gateway: string): Readonly<Record<string, unknown>> {
		const value = this.state.get(keyPrefix + gateway);
		return hasFields(value) ? value : {};
	}
}

function isChoice(value: unknown): value is EffortChoice {
	const { level, field } = hasFields(value) ? value : {};
	return [effortLevels, effortFields].every((known, at) => (known as readonly unknown[]).includes([level, field][at]));
}
