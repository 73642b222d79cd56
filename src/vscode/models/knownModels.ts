import * as vscode from "vscode";
import type { Connection } from "../../core/connections/connection";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelInfo } from "../../shared/conversation";
import { inertLine } from "../../shared/untrusted/inertText";
import { showLateProgress } from "../progress";

/** The models of gateways as they are known. One that was never asked is asked, which the user can cancel. */
export class KnownModels {
	/** What is under way, by the base URL: once for all who want to know. */
	readonly #asking = new Map<string, Promise<readonly ModelInfo[]>>();

	constructor(
		private readonly catalog: ModelCatalog,
		private readonly inProgress: typeof showLateProgress<readonly ModelInfo[]> = showLateProgress,
	) {}

	/** @throws GatewayError when one that was never asked does not tell; the reason of the user's cancelling. */
	async of(connection: Connection): Promise<readonly ModelInfo[]> {
		return this.catalog.cached(connection) ?? this.#ask(connection);
	}

	#ask(connection: Connection): Promise<readonly ModelInfo[]> {
		const { href } = connection.base;
		const under = this.#asking.get(href);
		if (under) return under;
		const title = inertLine(vscode.l10n.t("Asking {0} for its models…", connection.name));
		const asking = this.inProgress(title, (signal, onWait) => this.catalog.refresh(connection, signal, onWait)).finally(
			() => this.#asking.delete(href),
		);
		this.#asking.set(href, asking);
		return asking;
	}
}
