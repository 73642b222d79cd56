import * as vscode from "vscode";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { BaseUrl } from "../../core/gateway/baseUrl";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify, pickOne } from "../adapters/messages";

/**
 * Asks whether to use plain http, once for each origin; the default answer is no.
 *
 * @returns whether requests may be sent there.
 */
export async function confirmHttp(base: BaseUrl, connections: ConnectionStore, title?: string): Promise<boolean> {
	const { addresses } = connections;
	if (!base.insecure || addresses.allowsHttp(base.origin)) return true;
	const refuse = {
		label: inertName(vscode.l10n.t("Don't Use http")),
		detail: inertLine(vscode.l10n.t("Ask your gateway's administrator for an address that begins with https://.")),
	};
	const use = {
		label: inertName(vscode.l10n.t("Use http Anyway")),
		detail: inertLine(vscode.l10n.t("Anyone on the network path can read your key, questions and answers.")),
	};
	const chosen = await pickOne([refuse, use], {
		title: inertLine(title ?? vscode.l10n.t("Plain http to {0}", base.origin)),
		placeHolder: inertLine(vscode.l10n.t("{0} is not encrypted. Use it anyway?", base.origin)),
		ignoreFocusOut: true,
	});
	if (chosen !== use) return false;
	await addresses.allowHttp(base.origin);
	return true;
}

/** Open questions about moved gateways, so that none is asked twice at the same time. */
const open = new Set<string>();

/**
 * Asks the questions that must be answered before anything is sent to a gateway.
 *
 * @returns whether requests may be sent there.
 */
export async function confirmAddress(connection: Connection, connections: ConnectionStore): Promise<boolean> {
	const question = connections.addresses.question(connection);
	if (question?.type === "moved") {
		const id = `${connection.name} ${question.to}`;
		if (open.has(id)) return false;
		open.add(id);
		try {
			if (!(await confirmMove(connection, question.from))) {
				await connections.addresses.decline(connection);
				return false;
			}
		} finally {
			open.delete(id);
		}
		await connections.useAddress(connection);
	}
	if (!(await confirmHttp(connection.base, connections))) return false;
	connections.recheck();
	return true;
}

async function confirmMove({ name, base }: Connection, from: string): Promise<boolean> {
	const use = inertName(vscode.l10n.t("Use the New Address"));
	const question = vscode.l10n.t(
		"The address of {0} was {1}, but your settings now say {2}. Nothing is sent to the new address before you agree. The key stays with the old one.",
		inertName(name),
		inertName(from),
		inertName(base.origin),
	);
	return (await notify("warning", inertLine(question), use, inertName(vscode.l10n.t("Don't Use")))) === use;
}
