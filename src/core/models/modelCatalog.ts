import type { ModelInfo, ModelKind } from "../../shared/conversation";
import { Emitter, type Event } from "../base/event";
import type { Clock, StateStore } from "../base/ports";
import type { Connection } from "../connections/connection";
import type { CapabilityStore } from "../wire/capabilityStore";
import type { Gateway } from "../wire/gateway";
import type { OnWait } from "../wire/retry";

interface CachedModels {
	readonly at: number;
	readonly models: readonly ModelInfo[];
}

/** Models that are gone from a gateway's list. */
interface LostModels {
	readonly connection: Connection;
	readonly models: readonly string[];
}

/** After so long the list is asked for anew with its next use, in milliseconds. */
const staleAfter = 60 * 60 * 1000;
const keyPrefix = "gatehouse.models:";

/** The models of each gateway: kept over restarts, refreshed when stale or on demand. */
export class ModelCatalog {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #onDidLose = new Emitter<LostModels>();
	/** Fires when a gateway does not list any more what it listed before. */
	readonly onDidLose: Event<LostModels> = this.#onDidLose.event;

	constructor(
		private readonly state: StateStore,
		private readonly clock: Clock,
		private readonly open: (connection: Connection) => Gateway,
		private readonly capabilities: CapabilityStore,
	) {
		capabilities.onDidChange(() => this.#onDidChange.fire());
	}

	/** What is known without asking; `undefined` when the gateway was never asked. */
	cached(connection: Connection): readonly ModelInfo[] | undefined {
		return this.#read(connection)?.models.map((model) => this.#corrected(connection, model));
	}

	/** What is known of a model: also of one that the list does not have, as far as anything was learned. */
	find(connection: Connection, model: string): ModelInfo {
		const listed = this.cached(connection)?.find(({ id }) => id === model);
		return listed ?? this.#corrected(connection, { id: model, kind: "unknown" });
	}

	/** How many tokens a model takes in; a refusal that said less goes before what the list promises. Null: nobody knows. */
	contextLimit(connection: Connection, model: string): number | null {
		const learned = this.capabilities.get(connection.base.href, model).contextLength;
		const told = this.find(connection, model).contextLength;
		return told === undefined ? null : Math.min(told, learned ?? told);
	}

	/** Whether the cached list is too old to be shown as it is. */
	isStale(connection: Connection): boolean {
		const cached = this.#read(connection);
		return !cached || this.clock.now() - cached.at > staleAfter;
	}

	/**
	 * Asks the gateway.
	 *
	 * @throws GatewayError; the cached list stays as it was.
	 */
	async refresh(connection: Connection, signal: AbortSignal, onWait?: OnWait): Promise<readonly ModelInfo[]> {
		const models = await this.open(connection).listModels(signal, onWait);
		await this.keep(connection, models);
		return models.map((model) => this.#corrected(connection, model));
	}

	/** Keeps a list that was just received, such as by the check of a new connection. */
	async keep(connection: Connection, models: readonly ModelInfo[]): Promise<void> {
		const before = this.#read(connection)?.models ?? [];
		await this.state.set(keyPrefix + connection.base.href, { at: this.clock.now(), models } satisfies CachedModels);
		this.#onDidChange.fire();
		const listed = new Set(models.map(({ id }) => id));
		const lost = before.filter(({ id }) => !listed.has(id)).map(({ id }) => id);
		if (lost.length > 0) this.#onDidLose.fire({ connection, models: lost });
	}

	/** Drops what is known of a gateway that was removed. */
	async forget(connection: Connection): Promise<void> {
		await this.state.set(keyPrefix + connection.base.href, undefined);
		this.#onDidChange.fire();
	}

	/** What a refusal showed goes before the guess; what the gateway says of a context length, before what was learned. */
	#corrected({ base }: Connection, model: ModelInfo): ModelInfo {
		const { kind, contextLength, images } = this.capabilities.get(base.href, model.id);
		return {
			...(contextLength === undefined ? {} : { contextLength }),
			...model,
			...(kind ? { kind } : {}),
			...(images === undefined ? {} : { images }),
		};
	}

	#read(connection: Connection): CachedModels | undefined {
		const value = this.state.get(keyPrefix + connection.base.href);
		const fits =
			typeof value === "object" && value !== null && "at" in value && "models" in value && Array.isArray(value.models);
		return fits ? (value as CachedModels) : undefined;
	}
}

/** The models that a chat can use; those of unknown kind are offered too. */
export function chatModels(models: readonly ModelInfo[]): readonly ModelInfo[] {
	return ofKinds(models, ["chat", "unknown"]);
}

/** The model to ask where the user has chosen none: of those known to chat, else of the others, the one that suits best. */
export function firstChatModel(models: readonly ModelInfo[]): ModelInfo | undefined {
	const offered = chatModels(models);
	const kind = offered[0]?.kind;
	const suited = offered.filter((model) => model.kind === kind);
	const [first, ...rest] = suited;
	return rest.reduce((best, model) => ((model.suitability ?? 0) > (best?.suitability ?? 0) ? model : best), first);
}

/** The models that an index can be made with; those of unknown kind are offered too. */
export function embeddingModels(models: readonly ModelInfo[]): readonly ModelInfo[] {
	return ofKinds(models, ["embedding", "unknown"]);
}

function ofKinds(models: readonly ModelInfo[], kinds: readonly ModelKind[]): readonly ModelInfo[] {
	return kinds.flatMap((wanted) => models.filter(({ kind }) => kind === wanted));
}
