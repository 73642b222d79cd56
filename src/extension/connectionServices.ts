import * as vscode from "vscode";
import type { ConnectionStatus } from "../core/connections/connectionStatus";
import { ConnectionStore } from "../core/connections/connectionStore";
import { ExtraHeaders } from "../core/connections/extraHeaders";
import type { KeyReminder } from "../core/connections/keyReminders";
import { KeyStore } from "../core/connections/keyStore";
import { ChosenModelStore } from "../core/connections/models/chosenModelStore";
import { migrateChosenModels } from "../core/connections/models/migrateChosenModels";
import { ModelCatalog } from "../core/connections/models/modelCatalog";
import { ModelChoice, type VanishedModel } from "../core/connections/models/modelChoice";
import { rememberedSecrets } from "../core/connections/rememberedSecrets";
import { CapabilityStore } from "../core/gateway/capabilities/capabilityStore";
import { EffortStore } from "../core/gateway/capabilities/effortStore";
import { createGateway } from "../core/gateway/client";
import type { OpenGateway } from "../core/gateway/gateway";
import { RequestLedger } from "../core/gateway/ledger/requestLedger";
import { DescribedLimits } from "../core/gateway/limits/describedLimits";
import { limitText } from "../core/gateway/limits/limitText";
import { ReportedLimits } from "../core/gateway/limits/reportedLimits";
import type { GatewayServices } from "../core/gateway/request/sender";
import { connectionWatch } from "../vscode/adapters/connectionWatch";
import { registerStatus } from "../vscode/connections/models/registerStatus";
import { registerKeyReminders } from "../vscode/connections/registerKeyReminders";
import { explainAgentHost } from "../vscode/languageModels/harnessHint";
import type { HostServices } from "./hostServices";
import { registerEach } from "./registerEach";

/** Questions and notifications that appear without a command of the user. */
interface ConnectionNotices {
	/** Asks about the address of the gateway in use. */
	confirmCurrent(): Promise<void>;
	notifyVanished(vanished: VanishedModel): Promise<void>;
	remind(reminder: KeyReminder): Promise<void>;
}

/** The gateways, their keys and their models. The code that talks to a gateway is loaded with the first request. */
export interface ConnectionServices {
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly headers: ExtraHeaders;
	readonly catalog: ModelCatalog;
	readonly models: ModelChoice;
	readonly capabilities: CapabilityStore;
	readonly efforts: EffortStore;
	readonly ledger: RequestLedger;
	readonly gatewayServices: GatewayServices;
	readonly describedLimits: DescribedLimits;
	readonly openGateway: OpenGateway;
}

/**
 * Creates the services, and shows the state of the connection from now on.
 *
 * @param loadNotices called when the user must be asked about an address, or notified about a model or a key.
 */
export function createConnectionServices(
	host: HostServices,
	loadNotices: () => Promise<ConnectionNotices>,
): ConnectionServices {
	const { clock, log, globalState, settings, commands } = host;
	const onError = (error: unknown) => void commands.show(error);
	const keys = new KeyStore(rememberedSecrets(host.secrets), globalState);
	host.redactWith(keys.known.redact);
	const capabilities = new CapabilityStore(globalState);
	const efforts = new EffortStore(globalState);
	const ledger = new RequestLedger(clock, log);
	const headers = new ExtraHeaders(settings.gateways.read, keys);
	const describedLimits = new DescribedLimits(globalState);
	const gatewayServices = {
		clock,
		capabilities,
		efforts,
		limits: new ReportedLimits(clock, describedLimits),
		ledger,
		connections: connectionWatch(),
		keys: keys.known,
		headers: (origin: string) => headers.of(origin),
		timeouts: () => settings.timeouts,
		random: Math.random,
		log,
		language: vscode.env.language,
	};
	const openGateway: OpenGateway = (base, readKey, retries) =>
		createGateway(base, readKey, gatewayServices, { retries });
	const connections = new ConnectionStore(settings.gateways, keys, globalState, clock, log, openGateway);
	const catalog = new ModelCatalog(globalState, clock, (connection) => connections.open(connection), capabilities);
	const chosenModels = new ChosenModelStore(globalState);
	const models = new ModelChoice(settings, chosenModels, catalog, connections, host.providedModels, (connection) => {
		const question = connections.addresses.question(connection);
		return question?.type === "moved" ? question.from : undefined;
	});
	connections.onDidMove(({ from, connection }) => {
		const moves = [chosenModels.move(from, connection), efforts.move(from, connection.base)];
		Promise.all(moves).catch(onError);
	});
	migrateChosenModels({ state: globalState, connections, catalog, store: chosenModels, settings }).catch(onError);
	const services = {
		connections,
		keys,
		headers,
		catalog,
		models,
		capabilities,
		efforts,
		ledger,
		gatewayServices,
		describedLimits,
		openGateway,
	};
	const { limits } = gatewayServices;
	const limitTexts = (origin: string) => {
		const texts = limits.current(origin).map((limit) => limitText(limit, clock.now(), vscode.env.language));
		return texts.filter(Boolean);
	};
	host.languageModels.showLimits(limitTexts, limits.onDidChange);
	host.languageModels.showReach((where) => !ledger.isUnreached(where), ledger.onDidChangeReach);
	// The setting of VS Code's agent host is explained only once there are models that VS Code could show.
	const explain = () => {
		if (host.languageModels.hasModels) explainAgentHost(globalState).catch(onError);
	};
	catalog.onDidChange(explain);
	explain();
	watchConnections(host, services, (how) => {
		loadNotices().then(how).catch(onError);
	});
	return services;
}

/** Shows changes, and asks or notifies the user where necessary. */
function watchConnections(
	host: HostServices,
	gateways: ConnectionServices,
	notify: (how: (notices: ConnectionNotices) => Promise<void>) => void,
): void {
	const { clock, log, globalState, commands, savedStatus, fingerprint, display } = host;
	const { connections, models } = gateways;
	const askAboutMove = () => {
		const { current, addresses } = connections;
		if (!current || addresses.question(current)?.type !== "moved" || addresses.isDeclined(current)) return;
		notify(({ confirmCurrent }) => confirmCurrent());
	};
	const remind = (reminder: KeyReminder) => notify((notices) => notices.remind(reminder));
	const onError = (error: unknown) => void commands.show(error);
	const show = (connectionStatus: ConnectionStatus) => display.show(connectionStatus);
	registerEach(host, {
		keyReminders: () => registerKeyReminders({ gateways, globalState, clock, log, remind }),
		status: () => registerStatus({ gateways, clock, savedStatus, fingerprint, show, onError }),
	});
	host.own(models.onDidVanish((vanished) => notify(({ notifyVanished }) => notifyVanished(vanished))));
	host.own(connections.onDidChange(askAboutMove));
	host.own(vscode.window.onDidChangeWindowState(({ focused }) => focused && connections.recheck()));
	askAboutMove();
}
