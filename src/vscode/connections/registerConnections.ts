import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/models/modelCatalog";
import type { ModelChoice } from "../../core/models/modelChoice";
import { type Commands, focusChat } from "../commands";
import { confirmAddress } from "./confirmAddress";
import type { TriedGateway } from "./connectGateway";
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
	const { commands, connections, keys, keyActions } = deps;
	const disposables = new Disposables();

	/** What did not work the last time, so that it need not be typed again. The key is not kept. */
	let tried: TriedGateway | undefined;

	async function connect(): Promise<void> {
		const { connectGateway } = await import("./connectGateway");
		const connected = await connectGateway(deps, tried, (next) => {
			tried = next;
		});
		if (connected) await vscode.commands.executeCommand(focusChat);
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
