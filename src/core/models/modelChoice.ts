import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Connection } from "../connections/connection";
import type { ConnectionStore } from "../connections/connectionStore";
import type { ChosenModelStore, ModelUse } from "./chosenModelStore";
import { firstChatModel, type ModelCatalog } from "./modelCatalog";
import { rememberSetModel } from "./rememberSetModel";

/** The settings `gatehouse.model` and `gatehouse.embeddingModel`; empty: not set. */
export interface ModelSettings {
	readonly model: string;
	readonly embeddingModel: string;
	readonly onDidChangeModel: Event<void>;
	readonly onDidChangeEmbeddingModel: Event<void>;
	/** The user's own value, never a workspace's; empty: not set. */
	userModel(use: ModelUse): string;
	removeUserModel(use: ModelUse): Promise<void>;
}

/** A chosen model that its gateway does not list any more. It stays chosen: another one would be a surprise. */
export interface VanishedModel {
	readonly connection: Connection;
	readonly model: string;
}

/**
 * Which model answers, and which one embeds. A setting wins at a gateway that lists its model; else what was chosen for the
 * gateway counts.
 */
export class ModelChoice {
	readonly #onDidChange = new Emitter<void>();
	readonly #onDidVanish = new Emitter<VanishedModel>();

	/** Fires when another model may be chosen. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	/** Fires when a gateway turns out not to list the model that was chosen to answer. */
	readonly onDidVanish: Event<VanishedModel> = this.#onDidVanish.event;

	constructor(
		private readonly settings: ModelSettings,
		private readonly store: ChosenModelStore,
		private readonly catalog: ModelCatalog,
		private readonly connections: Pick<ConnectionStore, "all" | "current">,
		/** The origin that a gateway was at, where the user has not agreed to its new one yet. */
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
	 * The model to ask: the chosen one's id; without a choice, the one that suits best of the gateway's chat models that are known.
	 *
	 * @param wanted in place of these, unless the gateway is known not to have it.
	 */
	current(connection: Connection, wanted?: string): string | undefined {
		if (wanted && this.#mayHave(connection, wanted)) return wanted;
		// Where nothing was ever chosen, what the setting names is asked, and refused by its name.
		const { model } = this.settings;
		return this.chosen(connection, "chat") ?? (model || firstChatModel(this.catalog.cached(connection) ?? [])?.id);
	}

	/** The same. @throws UserError with the action to choose, when there is none. */
	required(connection: Connection, wanted?: string): string {
		const model = this.current(connection, wanted);
		if (!model) throw new UserError(l10n.t("No model is chosen yet."), ["selectModel"]);
		return model;
	}

	/** The model that the settings or the user have chosen at a gateway, even one that it does not list any more. */
	chosen(connection: Connection, use: ModelUse): string | undefined {
		const set = use === "chat" ? this.settings.model : this.settings.embeddingModel;
		if (set && this.#mayHave(connection, set)) return set;
		const from = this.movedFrom(connection);
		if (from !== undefined) return this.store.last(from, use);
		const stored = this.store.get(connection, use);
		return stored && (stored.own || this.#mayHave(connection, stored.model)) ? stored.model : undefined;
	}

	/** The chosen model where the gateway is known not to list it any more. */
	vanished(connection: Connection, use: ModelUse): string | undefined {
		const model = this.chosen(connection, use);
		return model && !this.#mayHave(connection, model) ? model : undefined;
	}

	/**
	 * Remembers what the user has chosen at a gateway. Their own setting that goes before it is removed, and what it names is
	 * remembered for the other gateways that list it.
	 *
	 * @throws UserError when a workspace's setting goes before it; it is remembered all the same.
	 */
	async choose(connection: Connection, use: ModelUse, model: string): Promise<void> {
		await this.store.set(connection, use, model);
		const set = this.settings.userModel(use);
		if (set && this.chosen(connection, use) === set && set !== model) {
			await rememberSetModel(use, set, { connections: this.connections, catalog: this.catalog, store: this.store });
			await this.settings.removeUserModel(use);
		}
		const inEffect = this.chosen(connection, use);
		if (inEffect === undefined || inEffect === model) return;
		const setting = use === "chat" ? "gatehouse.model" : "gatehouse.embeddingModel";
		throw new UserError(
			l10n.t("The setting {0} asks for {1}, which goes before your own choice, {2}.", setting, inEffect, model),
			["openSettings"],
		);
	}

	/** Keeps the models of a gateway just connected, and chooses among them. */
	async connected(connection: Connection, models: readonly ModelInfo[]): Promise<void> {
		await this.catalog.keep(connection, models);
		await this.settle(connection);
	}

	/** Chooses at a gateway that is used from now on: the chat model that suits best, where nothing was chosen there before. */
	async settle(connection: Connection): Promise<void> {
		const model = this.vanished(connection, "chat");
		if (model) this.#onDidVanish.fire({ connection, model });
		if (this.chosen(connection, "chat")) return;
		const first = firstChatModel(this.catalog.cached(connection) ?? []);
		if (first) await this.store.set(connection, "chat", first.id);
	}

	/** Drops what was chosen at a gateway that was removed. */
	forget(connection: Connection): Promise<void> {
		return this.store.forget(connection);
	}

	#own(connection: Connection, use: ModelUse): string | undefined {
		const stored = this.store.get(connection, use);
		return stored?.own ? stored.model : undefined;
	}

	/** Whether a gateway lists a model, or its list is not known. */
	#mayHave(connection: Connection, model: string): boolean {
		const listed = this.catalog.cached(connection) ?? [];
		return listed.length === 0 || listed.some(({ id }) => id === model);
	}
}
