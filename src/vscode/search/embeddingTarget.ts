import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import type { EmbeddingTarget } from "../../core/search/embeddingTarget";

/**
 * The gateway in use and the model that embeds: the one that the setting names, else the gateway's first.
 *
 * @throws UserError when there is none; GatewayError when the gateway, never asked before, does not tell.
 */
export async function embeddingTarget(
	connections: ConnectionStore,
	catalog: ModelCatalog,
	chosen: string,
): Promise<EmbeddingTarget> {
	const connection = connections.required();
	const models = async () =>
		catalog.cached(connection) ?? (await catalog.refresh(connection, new AbortController().signal));
	const model = chosen || (await models()).find(({ kind }) => kind === "embedding")?.id;
	if (!model) {
		throw new UserError(
			vscode.l10n.t(
				"{0} offers no embedding model that Gatehouse knows as one: write its name into the setting gatehouse.embeddingModel.",
				connection.name,
			),
		);
	}
	const { name: gatewayName, base } = connection;
	return { gateway: connections.open(connection), href: base.href, gatewayName, model };
}
