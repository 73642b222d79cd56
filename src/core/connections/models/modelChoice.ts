import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../../shared/conversation";
import { UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import type { Connection } from "../connection";
import type { ConnectionStore } from "../connectionStore";
import type { ChosenModelStore, ModelUse } from "./chosenModelStore";
import type { ModelCatalog } from "./modelCatalog";
import { firstChatModel } from "./offeredModels";
import type { ProvidedModels } from "./providedModels";
import { rememberSetModel } from "./rememberSetModel";

/** The settings `gatehouse.model` and `gatehouse.embeddingModel`; empty when not set. */
export interface ModelSettings {
	readonly model: string;
	readonly embeddingModel: string;
	readonly onDidChangeModel: Event<void>;
	readonly onDidChangeEmbeddingModel: Event<void>;
	/** Returns the user's own value, never a workspace's; empty when not set. */
	userModel(use: ModelUse): string;
	removeUserModel(use: ModelUse): Promise<void>;
}

/** A chosen model that its gateway no longer lists. It stays chosen: switching silently would be a surprise. */
export interface VanishedModel {
	readonly connection: Connection;
	readonly model: string;
}

/**
 * Decides which model answers, and which one embeds. A setting takes precedence at a gateway that lists its model;
 * otherwise, the model chosen for the gateway is used.
 */
export class ModelChoice {
	readonly #onDidChange = new Emitter<void>();
	readonly #onDidVanish = new Emitter<VanishedModel>();

	/** Fires when the chosen model may have changed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	/** Fires when a gateway no longer lists the model that was chosen to answer. */
	readonly onDidVanish: Event<VanishedModel> = this.#onDidVanish.event;

	constructor(
		private readonly settings: ModelSettings,
		private readonly store: ChosenModelStore,
		private readonly catalog: ModelCatalog,
		private readonly connections: Pick<ConnectionStore, "all" | "current">,
		private readonly provided: Pick<ProvidedModels, "use">,
		/** Returns a gateway's previous origin, while the user has not agreed to its new one. */
		private readonly movedFrom: (connection: Connection) => string | undefined = () => undefined,
	) {
		for (const event of [settings.onDidChangeModel, settings.onDidChangeEmbeddingModel, store.onDidChange])
			event(() => this.#onDidChange.fire());
		catalog.onDidLose(({ connection, models }) => {
			const model = [this.settings.model, this.#own(connection, "chat")].find((id) => id && models.includes(id));
			if (model) this.#onDidVanish.fire({ connection, model });
		});
	}

	/**
	 * Returns the id of the model to ask: the chosen one, or else the most suitable of the gateway's known chat models.
	 *
	 * @param wanted takes precedence, unless the gateway is known not to have it.
	 */
	current(connection: Connection, wanted?: string): string | undefined {
		if (wanted && this.#mayHave(connection, wanted)) return wanted;
		// Without any choice, the model of the setting is requested, so that the gateway's refusal names it.
		const { model } = this.settings;
		return this.chosen(connection, "chat") ?? (model || firstChatModel(this.catalog.cached(connection) ?? [])?.id);
	}

	/** Returns the model to ask. @throws UserError with the action to choose a model, when there is none. */
	required(connection: Connection, wanted?: string): string {
		const model = this.current(connection, wanted);
		if (!model) throw new UserError(l10n.t("No model is chosen yet."), ["selectModel"]);
		return model;
	}

	/** Returns the model that the settings or the user have chosen at a gateway, even if it is no longer listed. */
	chosen(connection: Connection, use: ModelUse): string | undefined {
		const set = use === "chat" ? this.settings.model : this.settings.embeddingModel;
		if (set && this.#mayHave(connection, set)) return set;
		const from = this.movedFrom(connection);
		if (from !== undefined) return this.store.last(from, use);
		const stored = this.store.get(connection, use);
		return stored && (stored.own || this.#mayHave(connection, stored.model)) ? stored.model : undefined;
	}

	/** Returns the chosen model if the gateway is known not to list it any more. */
	vanished(connection: Connection, use: ModelUse): string | undefined {
		const model = this.chosen(connection, use);
		return model && !this.#mayHave(connection, model) ? model : undefined;
	}

	/**
	 * Saves the user's choice at a gateway; VS Code's picker shows a model for chat from then on. The user's own setting that would override it is removed, and its model is
	 * saved for the other gateways that list it.
	 *
	 * @throws UserError when a workspace's setting overrides the choice; it is saved nevertheless.
	 */
	async choose(connection: Connection, use: ModelUse, model: string): Promise<void> {
		await this.store.set(connection, use, model);
		if (use === "chat") await this.provided.use(connection, model);
		const set = this.settings.userModel(use);
		if (set && this.chosen(connection, use) === set && set !== model) {
			await rememberSetModel(use, set, { connections: this.connections, catalog: this.catalog, store: this.store });
			await this.settings.removeUserModel(use);
		}
		const inEffect = this.chosen(connection, use);
		if (inEffect === undefined || inEffect === model) return;
		const setting = use === "chat" ? "gatehouse.model" : "gatehouse.embeddingModel";
		throw new UserError(
			l10n.t("The setting {0} names {1}, which takes precedence over your own choice, {2}.", setting, inEffect, model),
			["openSettings"],
		);
	}

	/** Returns a function that restores the choice now in effect, in case the user does not confirm a new one. */
	remember(connection: Connection, use: ModelUse): () => Promise<void> {
		const [before, own] = [this.chosen(connection, use), this.#own(connection, use)];
		const isBack = () => this.chosen(connection, use) === before;
		return async () => {
			if (isBack()) return;
			// The choice in effect may be one for another gateway at the same origin.
			if (own === undefined) await this.store.unset(connection, use);
			if (before !== undefined && !isBack()) await this.store.set(connection, use, before);
		};
	}

	/** Saves the models of a newly connected gateway, and chooses one of them. */
	async connected(connection: Connection, models: readonly ModelInfo[]): Promise<void> {
		await this.catalog.save(connection, models);
		await this.settle(connection);
	}

	/**
	 * Chooses the most suitable chat model of a gateway that comes into use, unless one was chosen there before. Fires
	 * `onDidVanish` if that one is no longer listed.
	 */
	async settle(connection: Connection): Promise<void> {
		const model = this.vanished(connection, "chat");
		if (model) this.#onDidVanish.fire({ connection, model });
		if (this.chosen(connection, "chat")) return;
		const first = firstChatModel(this.catalog.cached(connection) ?? []);
		if (first) await this.store.set(connection, "chat", first.id);
	}

	/** Deletes the choices for a removed gateway. */
	forget(connection: Connection): Promise<void> {
		return this.store.forget(connection);
	}

	#own(connection: Connection, use: ModelUse): string | undefined {
		const stored = this.store.get(connection, use);
		return stored?.own ? stored.model : undefined;
	}

	/** Returns whether a gateway lists a model, or its list is unknown. */
	#mayHave(connection: Connection, model: string): boolean {
		const listed = this.catalog.cached(connection) ?? [];
		return listed.length === 0 || listed.some(({ id }) => id === model);
	}
}
