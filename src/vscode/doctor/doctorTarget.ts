import * as vscode from "vscode";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { addressesOf } from "../../core/gateway/baseUrl";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../adapters/messages";
import { confirmHttp } from "../connections/confirmAddress";
import { askAddress, askKey } from "../connections/gatewayPrompts";

/** The gateway to check: a known one, or an address that is not connected. */
export type DoctorTarget =
	| { readonly type: "known"; readonly connection: Connection }
	/** The address as typed, and its host; the key is not stored. */
	| { readonly type: "new"; readonly address: string; readonly host: string; readonly key: string };

/** Asks which gateway to check, if there is a choice; returns `undefined` when the user cancels. */
export async function askTarget(
	known: readonly Connection[],
	current: Connection | undefined,
	connections: ConnectionStore,
): Promise<DoctorTarget | undefined> {
	if (known.length === 0) return askNew(connections);
	if (current && known.length === 1) return { type: "known", connection: current };
	// VS Code selects the first row: that of the gateway in use.
	const inOrder = current ? [current, ...known.filter(({ name }) => name !== current.name)] : known;
	const items = inOrder.map((connection) => ({
		label: inertName(connection.name),
		description: inertLine(
			connection === current ? vscode.l10n.t("{0} · current", connection.base.href) : connection.base.href,
		),
		connection,
	}));
	const another = { label: inertName(vscode.l10n.t("Another Address…")), connection: undefined };
	const chosen = await pickOne<PickRow & { connection: Connection | undefined }>([...items, another], {
		title: inertLine(heading()),
		placeHolder: inertLine(vscode.l10n.t("Which gateway?")),
	});
	if (!chosen) return undefined;
	return chosen.connection ? { type: "known", connection: chosen.connection } : askNew(connections);
}

/**
 * Asks whether to send another question with a field that some gateways do not support; returns `undefined` when the
 * user cancels.
 */
export async function askUsageConsent(completesCode: boolean): Promise<boolean | undefined> {
	const without = {
		label: inertName(vscode.l10n.t("Check the connection")),
		detail: inertLine(
			completesCode
				? vscode.l10n.t("Requests the list of models, two short answers, two short embeddings and a few completions.")
				: vscode.l10n.t("Requests the list of models, two short answers and two short embeddings."),
		),
	};
	const withUsage = {
		label: inertName(vscode.l10n.t("Also test whether the gateway counts tokens when asked")),
		detail: inertLine(vscode.l10n.t("Sends one more short question, with the additional field stream_options.")),
	};
	const chosen = await pickOne([without, withUsage], { title: inertLine(heading()) });
	return chosen && chosen === withUsage;
}

async function askNew(connections: ConnectionStore): Promise<DoctorTarget | undefined> {
	const address = await askAddress(heading());
	if (!address) return undefined;
	const [base] = addressesOf(address);
	if (!(await confirmHttp(base, connections, heading()))) return undefined;
	const { host } = new URL(base.href);
	const key = await askKey(host);
	return key ? { type: "new", address, host, key } : undefined;
}

function heading(): string {
	return vscode.l10n.t("Check Connection");
}
