import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { embeddingModels, type ModelCatalog } from "../../core/models/modelCatalog";
import type { EmbeddingTarget, IndexOwner } from "../../core/search/embeddingTarget";
import { unnamedModel } from "../../core/search/unnamedModel";
import type { CapabilityStore } from "../../core/wire/capabilityStore";
import { KnownModels } from "../models/knownModels";
import { assertInEffect, pickModel } from "../models/modelPick";
import type { Settings } from "../settings";

export interface EmbeddingChoiceDeps {
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly settings: Settings;
	readonly capabilities: CapabilityStore;
	/** Told of a refresh of the models that failed. */
	onError(error: unknown): void;
}

/** Which model embeds: the one that the setting names, else the one that is meant; else the user is asked. */
export class EmbeddingChoice {
	readonly #models: KnownModels;

	/** @param hasIndex whether the workspace has an index of a gateway's model. */
	constructor(
		private readonly deps: EmbeddingChoiceDeps,
		private readonly hasIndex: (of: IndexOwner) => boolean,
	) {
		this.#models = new KnownModels(deps.catalog);
	}

	/** `undefined` when the user has to choose. @throws UserError; GatewayError when a gateway that was never asked does not tell. */
	async current(): Promise<EmbeddingTarget | undefined> {
		const { connections, settings } = this.deps;
		const connection = connections.required();
		const { name: gatewayName, base } = connection;
		const { href } = base;
		const hasIndex = (model: string) => this.hasIndex({ href, model });
		const model = settings.embeddingModel || unnamedModel(await this.#models.of(connection), hasIndex);
		return model ? { gateway: connections.open(connection), href, gatewayName, model } : undefined;
	}

	/** Whether the gateway is known to have several that the user may choose among. */
	get isFree(): boolean {
		const { connections, catalog } = this.deps;
		return embeddingModels(catalog.cached(connections.required()) ?? []).length > 1;
	}

	/**
	 * Has the user choose, and writes it into the setting.
	 *
	 * @param reason why they are asked, where they did not want to be.
	 * @returns whether they did.
	 * @throws UserError when there is none to choose, or the workspace has its own; as `current`.
	 */
	async ask(reason?: string): Promise<boolean> {
		const { connections, catalog, settings, capabilities, onError } = this.deps;
		const connection = connections.required();
		if (embeddingModels(await this.#models.of(connection)).length === 0) {
			throw new UserError(
				vscode.l10n.t(
					"{0} offers no model that could embed: write its name into the setting gatehouse.embeddingModel.",
					connection.name,
				),
				["openSettings"],
			);
		}
		const model = await pickModel({
			connection,
			catalog,
			capabilities,
			title: vscode.l10n.t("Choose the Embedding Model: {0}", connection.name),
			placeholder: reason ?? vscode.l10n.t("The model that the index is made with; each has an index of its own"),
			current: (await this.current())?.model,
			offered: embeddingModels,
			onError,
		});
		if (!model) return false;
		await settings.setEmbeddingModel(model);
		assertInEffect(model, settings.embeddingModel);
		return true;
	}
}
