import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { addressEntry } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import { addressesOf, type BaseUrl } from "../../core/wire/baseUrl";
import { GatewayError } from "../../core/wire/gatewayError";
import { inertLine } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { type Commands, focusChat } from "../commands";
import { confirmAddress, confirmHttp } from "./confirmAddress";
import { askAddress, askKey, askKeyEnd, askName, connectTitle } from "./connectWizard";
import type { KeyActions } from "./keyActions";

interface ConnectionDeps {
	readonly commands: Commands;
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly clock: Clock;
	readonly keyActions: KeyActions;
}

/** Connecting to gateways, and choosing among them. */
export function registerConnections(deps: ConnectionDeps): vscode.Disposable {
	const { commands, connections, keys, models, clock, keyActions } = deps;
	const disposables = new Disposables();

	/** What did not work the last time, so that it need not be typed again. The key is not kept. */
	let tried: { readonly address: string; readonly name: string } | undefined;

	async function connect(): Promise<void> {
		const address = await askGoodAddress(connections, tried?.address);
		if (!address) return;
		const addresses = addressesOf(address);
		const name = await askName(addresses[0], tried?.address === address ? tried.name : undefined);
		if (!name) return;
		tried = { address, name };
		const accepted = await askGoodKey(addresses, name);
		if (!accepted) return;
		tried = undefined;
		const { base, key, endsAt } = accepted;
		const connection = await connections.add({ name, ...addressEntry(base) }, key, endsAt ?? undefined);
		await models.connected(connection, accepted.models);
		void notify("info", inertLine(answeredAt(name, base, addresses[0])));
		await vscode.commands.executeCommand(focusChat);
	}

	/** Asks for a key until the gateway takes one; `undefined` when the user leaves. */
	async function askGoodKey(addresses: readonly BaseUrl[], name: string) {
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

	/** Asks about the address of the gateway in use, and for the key that belongs there. */
	async function confirmCurrent(): Promise<void> {
		const connection = connections.required();
		if (!(await confirmAddress(connection, connections))) return;
		if (!(await keys.get(connection.base.origin))) await keyActions.set(connection);
	}

	const gatewayActions = async () => new (await import("./gatewayActions")).GatewayActions({ ...deps, connect });
	disposables.add(commands.register("connect", connect));
	disposables.add(commands.register("selectGateway", async () => (await gatewayActions()).choose()));
	disposables.add(commands.register("removeGateway", async () => (await gatewayActions()).chooseAndRemove()));
	disposables.add(commands.register("confirmAddress", confirmCurrent));

	const tellStanding = () => {
		const { current, addresses } = connections;
		const question = current && addresses.question(current);
		// Told the other way round, for until Gatehouse is needed nobody can know; then the palette had better offer too much.
		void vscode.commands.executeCommand("setContext", "gatehouse.disconnected", current === undefined);
		void vscode.commands.executeCommand("setContext", "gatehouse.addressUnconfirmed", question !== undefined);
		if (question?.type === "moved" && !addresses.isDeclined(current as NonNullable<typeof current>)) {
			confirmCurrent().catch((error: unknown) => commands.show(error));
		}
	};
	disposables.add(connections.onDidChange(tellStanding));
	disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && connections.recheck()));
	tellStanding();
	return disposables;
}

/** Asks for an address until requests may go there; `undefined` when the user leaves. */
async function askGoodAddress(connections: ConnectionStore, suggested?: string): Promise<string | undefined> {
	for (let text = suggested; ; ) {
		text = await askAddress(text);
		if (!text || (await confirmHttp(addressesOf(text)[0], connections, connectTitle(1)))) return text;
	}
}

/** Which of the addresses that were asked is the gateway's. */
function answeredAt(name: string, { href }: BaseUrl, first: BaseUrl): string {
	if (href === first.href) return vscode.l10n.t("Connected. {0} answers at {1}", name, href);
	return vscode.l10n.t("Connected. {0} answers at {1}, the address as given, not at {2}", name, href, first.href);
}
