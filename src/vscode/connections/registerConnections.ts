import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock, Log } from "../../core/base/ports";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ExtraHeaders } from "../../core/connections/extraHeaders";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelCatalog } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { readConnectLink } from "../../core/connections/setup/connectLink";
import { profileBytes } from "../../core/connections/setup/gatewaysFile";
import type { EffortStore } from "../../core/gateway/capabilities/effortStore";
import type { OpenGateway } from "../../core/gateway/gateway";
import type { DescribedLimits } from "../../core/gateway/limits/describedLimits";
import type { GatewayServices } from "../../core/gateway/request/sender";
import type { Disposable } from "../../shared/disposable";

import { administratorsFile, readAdministratorsFile } from "../adapters/administratorsFile";
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
		readonly headers: ExtraHeaders;
		readonly catalog: ModelCatalog;
		readonly models: ModelChoice;
		readonly efforts: EffortStore;
		readonly openGateway: OpenGateway;
		readonly gatewayServices: GatewayServices;
		readonly describedLimits: DescribedLimits;
	};
	readonly keyActions: KeyActions;
	readonly log: Log;
}

/** The commands that connect to gateways and choose among them. */
interface ConnectionFeature extends Disposable {
	/** Asks about the address of the current gateway, and for its key if there is none. */
	confirmCurrent(): Promise<void>;
	/** Connects to the gateway of a link, if the user agrees. @throws UserError with the reason when it is not accepted. */
	openLink(path: string, query: string): Promise<void>;
}

/** Registers the commands that connect to gateways and switch between them. */
export function registerConnections({ commands, clock, gateways, keyActions, log }: ConnectionDeps): ConnectionFeature {
	const { connections, keys, headers, catalog, models, efforts } = gateways;
	const disposables = new Disposables();

	/** The values of the last failed attempt, so that the user need not type them again. The key is not kept. */
	let tried: SuggestedGateway = {};
	const probe: ConnectDeps["probe"] = async (base, signal) => {
		const { probeRequest } = await import("../../core/gateway/request/probeRequest");
		return probeRequest({ base, key: "", url: `${base.href}/models` }, gateways.gatewayServices, signal);
	};
	const probeFile: ConnectDeps["probeFile"] = async (base, url, signal) => {
		const { probeRequest } = await import("../../core/gateway/request/probeRequest");
		// A gateway that does not answer this must not hold up the user.
		const timeouts = () => ({ connect: 5, firstByte: 5, silence: 5 });
		const services = { ...gateways.gatewayServices, timeouts };
		return probeRequest({ base, key: "", url, mostBytes: profileBytes }, services, signal);
	};
	const onError = (error: unknown) => logFailure(error, log);

	async function connect(suggested: SuggestedGateway = tried): Promise<void> {
		const { connectGateway } = await import("./connectGateway");
		const { openGateway } = gateways;
		const administrators = () => readAdministratorsFile(administratorsFile(process.platform, process.env.ProgramData));
		const deps = {
			openGateway,
			connections,
			keys,
			headers,
			models,
			describedLimits: gateways.describedLimits,
			probe,
			probeFile,
			clock,
			administrators,
			onError,
		};
		const connected = await connectGateway(deps, suggested, (next) => {
			tried = next;
		});
		if (!connected) return;
		// The wizard also lets the user choose the model.
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
		return new GatewayActions({
			...{ connections, keys, catalog, models, efforts, clock, keyActions },
			connect: () => connect(),
		});
	};
	disposables.add(commands.register("connect", () => connect()));
	disposables.add(commands.register("selectGateway", async () => (await gatewayActions()).choose()));
	disposables.add(commands.register("removeGateway", async () => (await gatewayActions()).chooseAndRemove()));
	disposables.add(commands.register("confirmAddress", confirmCurrent));
	const openLink = async (path: string, query: string) => {
		const profile = readConnectLink(path, query);
		await connect({ address: profile.address, profile, isFromLink: true });
	};
	return { confirmCurrent, openLink, dispose: () => disposables.dispose() };
}
