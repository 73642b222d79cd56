import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { addressEntry } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { findGateway } from "../../core/connections/findGateway";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { addressesOf } from "../../core/gateway/baseUrl";
import type { OpenGateway } from "../../core/gateway/gateway";

/**
 * Connects to the gateway named in the environment, so that `npm start` and the tests begin connected. Only for an
 * Extension Development Host: an installed Gatehouse reads nothing from the environment.
 *
 * @throws UserError on plain http to another computer; the errors of `findGateway`.
 */
export async function connectDemo(
	openGateway: OpenGateway,
	connections: ConnectionStore,
	models: ModelChoice,
): Promise<void> {
	const { GATEHOUSE_DEMO_URL: url, GATEHOUSE_DEMO_KEY: key } = process.env;
	if (!url || !key) return;
	const addresses = addressesOf(url);
	// The user cannot be asked about it yet.
	if (addresses[0].insecure) throw new UserError(vscode.l10n.t("GATEHOUSE_DEMO_URL must begin with https://."));
	const { base, models: found } = await findGateway(openGateway, addresses, key, new AbortController().signal);
	const connection = await connections.add({ name: "Demo", ...addressEntry(base) }, key);
	await models.connected(connection, found);
}
