import * as vscode from "vscode";
import { UserError } from "../../../core/base/errors";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import type { ModelCatalog } from "../../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../../core/connections/models/modelChoice";
import { embeddingModels } from "../../../core/connections/models/offeredModels";
import type { CapabilityStore } from "../../../core/gateway/capabilities/capabilityStore";
import { defaultEmbeddingModel, suggestedEmbeddingModel } from "../../../core/search/embedding/defaultEmbeddingModel";
import type { EmbeddingTarget, IndexOwner } from "../../../core/search/model/embeddingTarget";
import { KnownModels } from "../../connections/models/knownModels";
import { pickModel } from "../../connections/models/modelPick";
import type { Settings } from "../../settings";

export interface EmbeddingChoiceDeps {
	readonly connections: ConnectionStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly settings: Settings;
	readonly capabilities: CapabilityStore;
	/** Called when a refresh of the models fails. */
	onError(error: unknown): void;
}

/**
 * Determines the embedding model: the one that the setting or the user has chosen, otherwise the default one; otherwise
 * the user has to choose.
 */
export class EmbeddingChoice {
	readonly #models: KnownModels;

	/** @param hasIndex returns whether the workspace has an index for a gateway's model. */
	constructor(
		private readonly deps: EmbeddingChoiceDeps,
		private readonly hasIndex: (of: IndexOwner) => boolean,
	) {
		this.#models = new KnownModels(deps.catalog);
	}

	/**
	 * Returns `undefined` when the user has to choose.
	 *
	 * @throws UserError; GatewayError when a gateway that was never asked cannot list its models.
	 */
	async current(): Promise<EmbeddingTarget | undefined> {
		const { connections, models, settings } = this.deps;
		const connection = connections.required();
		const { name: gatewayName, base } = connection;
		const { href } = base;
		const hasIndex = (model: string) => this.hasIndex({ href, model });
		const listed = await this.#models.of(connection);
		const chosen = models.chosen(connection, "embedding");
		// If the gateway lists no embedding model, only the setting can name one.
		const unlisted = embeddingModels(listed).length === 0 ? settings.embeddingModel : "";
		const model = chosen || unlisted || defaultEmbeddingModel(listed, hasIndex);
		return model ? { gateway: connections.open(connection), href, gatewayName, model } : undefined;
	}

	/** Why the user has to choose another model, in a sentence: the gateway no longer lists the chosen one. */
	get vanished(): string | undefined {
		const { connections, models } = this.deps;
		const connection = connections.required();
		const model = models.vanished(connection, "embedding");
		return model && vscode.l10n.t("{0} no longer lists the chosen model {1}.", connection.name, model);
	}

	/** Whether the gateway is known to have several models to choose from. */
	get isFree(): boolean {
		const { connections, catalog } = this.deps;
		const listed = catalog.cached(connections.required()) ?? [];
		// If no model looks like an embedding model, any may be one.
		return (embeddingModels(listed).length || listed.length) > 1;
	}

	/** Returns a function that restores the model that is chosen now, for when the user does not confirm another one. */
	remember(): () => Promise<void> {
		const { connections, models } = this.deps;
		return models.remember(connections.required(), "embedding");
	}

	/**
	 * Lets the user choose, and remembers the choice for the gateway.
	 *
	 * @param reason why they are asked, if not at their own request.
	 * @returns whether they chose a model.
	 * @throws UserError when there is none to choose, or a setting takes precedence; also as `current` does.
	 */
	async ask(reason?: string): Promise<boolean> {
		const { connections, catalog, models, capabilities, onError } = this.deps;
		const connection = connections.required();
		const listed = await this.#models.of(connection);
		if (listed.length === 0) {
			throw new UserError(
				vscode.l10n.t(
					"{0} lists no model for embeddings. If it has one, enter the model's name in the setting gatehouse.embeddingModel.",
					connection.name,
				),
				["openSettings"],
			);
		}
		const model = await pickModel({
			connection,
			catalog,
			capabilities,
			title: vscode.l10n.t("Choose Embedding Model: {0}", connection.name),
			placeholder: reason ?? vscode.l10n.t("The model to build the index with; each model has its own index"),
			current: (await this.current())?.model,
			suggested: suggestedEmbeddingModel(listed, (model) => this.hasIndex({ href: connection.base.href, model })),
			offered: embeddingModels,
			kind: "embedding",
			onError,
		});
		if (!model) return false;
		await models.choose(connection, "embedding", model);
		return true;
	}
}
