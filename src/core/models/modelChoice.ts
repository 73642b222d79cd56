import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { Connection } from "../connections/connection";
import { chatModels, type ModelCatalog } from "./modelCatalog";

/** The setting `gatehouse.model`. */
export interface ModelSetting {
	readonly model: string;
	setModel(model: string): Promise<void>;
}

/** Which model answers. */
export class ModelChoice {
	constructor(
		private readonly setting: ModelSetting,
		private readonly catalog: ModelCatalog,
	) {}

	/**
	 * The model to ask: the chosen one's id; without a choice, the first of the gateway's chat models that are known.
	 *
	 * @param wanted in place of these, unless the gateway is known not to have it.
	 */
	current(connection: Connection, wanted?: string): string | undefined {
		const listed = this.catalog.cached(connection);
		if (wanted && (!listed || listed.some(({ id }) => id === wanted))) return wanted;
		return this.setting.model || chatModels(listed ?? [])[0]?.id;
	}

	/** The same. @throws UserError with the action to choose, when there is none. */
	required(connection: Connection, wanted?: string): string {
		const model = this.current(connection, wanted);
		if (!model) throw new UserError(l10n.t("No model is chosen yet."), ["selectModel"]);
		return model;
	}

	/** Keeps the models of a gateway just connected; a model that it does not have gives way to its first. */
	async connected(connection: Connection, models: readonly ModelInfo[]): Promise<void> {
		await this.catalog.keep(connection, models);
		await this.settle(models);
	}

	/** Chooses among the models of the gateway in use: one that it does not have gives way to its first. */
	async settle(models: readonly ModelInfo[]): Promise<void> {
		const first = chatModels(models)[0];
		if (first && !models.some(({ id }) => id === this.setting.model)) await this.setting.setModel(first.id);
	}
}
