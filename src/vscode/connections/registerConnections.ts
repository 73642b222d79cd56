import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock, Log } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { OpenGateway } from "../../core/gateway/gateway";
import type { GatewayServices } from "../../core/gateway/request/sender";
import type { Disposable } from "../../shared/disposable";

import { type Commands, commandIds } from "../commands";
import { logFailure } from "../logFailure";
import { confirmAddress } from "./confirmAddress";
import type { ConnectDeps, SuggestedGateway } from "./connectGateway";
import type { KeyActions } from "./keyActions";

interface ConnectionDeps {
	readonly commands: Commands;
	readonly clock: Clock;
	readonly gateways: {
		readonly connections: ConnectionStore;
		readonly keys: KeyStore;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
		readonly openGateway: OpenGateway;
		readonly gatewayServices: GatewayServices;
	};
	readonly keyActions: KeyActions;
	readonly log: Log;
}

/** The commands that connect to gateways and choose among them. */
interface ConnectionFeature extends Disposable {
	/** Asks about the address of the current gateway, and for its key if there is none. */
	confirmCurrent(): Promise<void>;
}

/** Registers the commands that connect to gateways and switch between them. */
export function registerConnections({ commands, clock, gateways, keyActions, log }: ConnectionDeps): ConnectionFeature {
	const { connections, keys, catalog, models } = gateways;
	const disposables = new Disposables();

	/** The values of the last failed attempt, so that the user need not type them again. The key is not kept. */
	let tried: SuggestedGateway = {};
	const probe: ConnectDeps["probe"] = async (base, signal) => {
		const { probeRequest } = await import("../../core/gateway/request/probeRequest");
		return probeRequest({ base, key: "", url: `${base.href}/models` }, gateways.gatewayServices, signal);
	};
	const onError = (error: unknown) => logFailure(error, log);

	async function connect(): Promise<void> {
		const { connectGateway } = await import("./connectGateway");
		const { openGateway } = gateways;
		const connected = await connectGateway({ openGateway, connections, models, probe, onError }, tried, (next) => {
			tried = next;
		});
		if (!connected) return;
		// The wizard has the model chosen, too.
		commands.ran("selectModel");
		await vscode.commands.executeCommand(commandIds.openChat);
	}

	async function confirmCurrent(): Promise<void> {
		const connection = connections.required();
		if (!(await confirmAddress(connection, connections))) return;
		if (!(await keys.get(connection.base.origin))) await keyActions.set(connection);
	}

	const gatewayActions = async () => {
		const { GatewayActions } = await import("./gatewayActions");
		return new GatewayActions({ connections, keys, catalog, models, clock, keyActions, connect });
	};
	disposables.add(commands.register("connect", connect));
	disposables.add(commands.register("selectGateway", async () => (await gatewayActions()).choose()));
	disposables.add(commands.register("removeGateway", async () => (await gatewayActions()).chooseAndRemove()));
	disposables.add(commands.register("confirmAddress", confirmCurrent));
	return { confirmCurrent, dispose: () => disposables.dispose() };
}
