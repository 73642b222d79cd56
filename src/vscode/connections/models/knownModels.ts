import * as vscode from "vscode";
import type { Connection } from "../../../core/connections/connection";
import type { ModelCatalog } from "../../../core/connections/models/modelCatalog";
import type { ModelInfo } from "../../../shared/conversation";
import { inertLine } from "../../../shared/untrusted/inertText";
import { showLateProgress } from "../../progress";

/**
 * The known models of gateways. The models of a gateway that was never asked are requested, which the user can cancel.
 */
export class KnownModels {
	/** Requests in progress, by base URL, shared by all callers. */
	readonly #asking = new Map<string, Promise<readonly ModelInfo[]>>();

	constructor(
		private readonly catalog: ModelCatalog,
		private readonly inProgress: typeof showLateProgress<readonly ModelInfo[]> = showLateProgress,
	) {}

	/**
	 * @throws GatewayError when the request to a gateway that was never asked fails; the signal's reason when the user
	 * cancels.
	 */
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
