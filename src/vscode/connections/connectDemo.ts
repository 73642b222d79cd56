import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { checkConnection } from "../../core/connections/checkConnection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelChoice } from "../../core/models/modelChoice";
import { parseBaseUrl } from "../../core/wire/baseUrl";
import type { OpenGateway } from "../../core/wire/gateway";

/**
 * Connects to the gateway that the environment names, so that `npm start` and the tests begin connected. For an
 * Extension Development Host alone: an installed Gatehouse takes nothing from the environment.
 *
 * @throws UserError on plain http to another computer; what `checkConnection` throws.
 */
export async function connectDemo(
	openGateway: OpenGateway,
	connections: ConnectionStore,
	models: ModelChoice,
): Promise<void> {
	const { GATEHOUSE_DEMO_URL: url, GATEHOUSE_DEMO_KEY: key } = process.env;
	if (!url || !key) return;
	const base = parseBaseUrl(url);
	// There is nobody to ask about it yet.
	if (base.insecure) throw new UserError(vscode.l10n.t("GATEHOUSE_DEMO_URL must begin with https://."));
	const found = await checkConnection(openGateway, base, key, new AbortController().signal);
	const connection = await connections.add({ name: "Demo", url: base.href }, key);
	await models.connected(connection, found);
}
