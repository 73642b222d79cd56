import type { ModelInfo } from "../../../shared/conversation";
import { Emitter, type Event } from "../../base/event";
import type { Clock, StateStore } from "../../base/ports";
import type { CapabilityStore } from "../../gateway/capabilities/capabilityStore";
import type { Gateway } from "../../gateway/gateway";
import type { OnWait } from "../../gateway/retry";
import type { Connection } from "../connection";
import { cachedModels, type SavedModels, savedModels, savedModelsPrefix, withLearned } from "./modelLists";

/** Models that have disappeared from a gateway's list. */
interface LostModels {
	readonly connection: Connection;
	readonly models: readonly string[];
}

/** Age after which the list is requested again on its next use, in milliseconds. */
const staleAfter = 60 * 60 * 1000;

/** The models of each gateway: persisted, and refreshed when stale or on demand. */
export class ModelCatalog {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #onDidLose = new Emitter<LostModels>();
	/** Fires when a gateway no longer lists models that it listed before. */
	readonly onDidLose: Event<LostModels> = this.#onDidLose.event;

	constructor(
		private readonly state: StateStore,
		private readonly clock: Clock,
		private readonly open: (connection: Connection) => Gateway,
		private readonly capabilities: CapabilityStore,
	) {
		capabilities.onDidChange(() => this.#onDidChange.fire());
	}

	/** Returns the cached models; `undefined` when the gateway was never asked. */
	cached(connection: Connection): readonly ModelInfo[] | undefined {
		return cachedModels(this.state, this.capabilities, connection);
	}

	/** Returns the known facts about a model, including learned ones about a model that is not in the list. */
	find(connection: Connection, model: string): ModelInfo {
		const listed = this.cached(connection)?.find(({ id }) => id === model);
		return listed ?? this.#corrected(connection, { id: model, kind: "unknown" });
	}

	/**
	 * Returns a model's context length in tokens: a smaller one learned from a refusal takes precedence over the list.
	 * `null` if unknown.
	 */
	contextLimit(connection: Connection, model: string): number | null {
		return this.find(connection, model).contextLength ?? null;
	}

	/** Returns whether the cached list is too old to be shown without a refresh. */
	isStale(connection: Connection): boolean {
		const cached = savedModels(this.state, connection);
		return !cached || this.clock.now() - cached.at > staleAfter;
	}

	/**
	 * Requests the list from the gateway.
	 *
	 * @throws GatewayError; the cached list stays as it was.
	 */
	async refresh(connection: Connection, signal: AbortSignal, onWait?: OnWait): Promise<readonly ModelInfo[]> {
		const models = await this.open(connection).listModels(signal, onWait);
		await this.save(connection, models);
		return models.map((model) => this.#corrected(connection, model));
	}

	/** Saves a list that was just received, for example by the check of a new connection. */
	async save(connection: Connection, models: readonly ModelInfo[]): Promise<void> {
		const before = savedModels(this.state, connection)?.models ?? [];
		await this.state.set(savedModelsPrefix + connection.base.href, {
			at: this.clock.now(),
			models,
		} satisfies SavedModels);
		this.#onDidChange.fire();
		const listed = new Set(models.map(({ id }) => id));
		const lost = before.filter(({ id }) => !listed.has(id)).map(({ id }) => id);
		if (lost.length > 0) this.#onDidLose.fire({ connection, models: lost });
	}

	/** Deletes the list of a removed gateway. */
	async forget(connection: Connection): Promise<void> {
		await this.state.set(savedModelsPrefix + connection.base.href, undefined);
		this.#onDidChange.fire();
	}

	#corrected({ base }: Connection, model: ModelInfo): ModelInfo {
		return withLearned(model, this.capabilities.get(base.href, model.id));
	}
}
