import * as vscode from "vscode";
import type { Clock } from "../../core/base/ports";
import { addressEntry } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import { GatewayError } from "../../core/gateway/gatewayError";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { commandIds } from "../commands";
import { confirmHttp } from "./confirmAddress";
import { askAddress, askKey, askKeyEnd, askName, connectTitle } from "./connectWizard";
import type { KeyActions } from "./keyActions";

interface ConnectDeps {
	readonly connections: ConnectionStore;
	readonly models: ModelChoice;
	readonly clock: Clock;
	readonly keyActions: KeyActions;
}

/** The address and name that the user typed for a gateway that is not connected yet. */
export interface TriedGateway {
	readonly address: string;
	readonly name: string;
}

/**
 * Asks for a gateway and its key until the gateway accepts it, stores both, and shows the address at which it answered.
 *
 * @param tried the suggested values.
 * @param keep called with the values to suggest next time.
 * @returns whether the gateway is connected; false when the user cancels.
 * @throws GatewayError, UserError: nothing is stored.
 */
export async function connectGateway(
	deps: ConnectDeps,
	tried: TriedGateway | undefined,
	keep: (tried: TriedGateway | undefined) => void,
): Promise<boolean> {
	const { connections, models } = deps;
	const address = await askGoodAddress(connections, tried?.address);
	if (!address) return false;
	const addresses = addressesOf(address);
	const name = await askName(addresses[0], tried?.address === address ? tried.name : undefined);
	if (!name) return false;
	keep({ address, name });
	const accepted = await askGoodKey(deps, addresses, name);
	if (!accepted) return false;
	keep(undefined);
	const { base, key, endsAt } = accepted;
	const connection = await connections.add({ name, ...addressEntry(base) }, key, endsAt ?? undefined);
	await models.connected(connection, accepted.models);
	void sayWhere(name, base, addresses[0]);
	return true;
}

/** Asks for an address until requests may be sent there; returns `undefined` when the user cancels. */
async function askGoodAddress(connections: ConnectionStore, suggested?: string): Promise<string | undefined> {
	for (let text = suggested; ; ) {
		text = await askAddress(text);
		if (!text || (await confirmHttp(addressesOf(text)[0], connections, connectTitle(1)))) return text;
	}
}

/** Asks for a key until the gateway accepts one; returns `undefined` when the user cancels. */
async function askGoodKey({ clock, keyActions }: ConnectDeps, addresses: ReturnType<typeof addressesOf>, name: string) {
	for (let problem: string | undefined; ; ) {
		const key = await askKey(name, 3, problem);
		const endsAt = key && (await askKeyEnd(clock.now(), 4));
		if (!key || endsAt === undefined || endsAt === "") return undefined;
		try {
			return { key, endsAt, ...(await keyActions.check(addresses, key, name)) };
		} catch (error) {
			if (!(error instanceof GatewayError) || error.reason !== "unauthorized") throw error;
			problem = error.message;
		}
	}
}

/**
 * Shows which of the addresses is the gateway's. Only a notification with a button is shown in full, and two addresses
 * are long.
 */
async function sayWhere(name: string, { href }: BaseUrl, first: BaseUrl): Promise<void> {
	if (href === first.href) {
		await notify("info", inertLine(vscode.l10n.t("Connected. {0} answers at {1}", name, href)));
		return;
	}
	const check = inertName(vscode.l10n.t("Check Connection"));
	const text = vscode.l10n.t("Connected. {0} answers at {1}, the address as given, not at {2}", name, href, first.href);
	if ((await notify("info", inertLine(text), check)) === check)
		await vscode.commands.executeCommand(commandIds.diagnose);
}
