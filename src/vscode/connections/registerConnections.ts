import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Clock } from "../../core/base/ports";
import { checkConnection } from "../../core/connections/checkConnection";
import type { Connection } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelChoice } from "../../core/models/modelChoice";
import type { BaseUrl } from "../../core/wire/baseUrl";
import type { OpenGateway } from "../../core/wire/gateway";
import { GatewayError } from "../../core/wire/gatewayError";
import type { ModelInfo } from "../../shared/conversation";
import { type Commands, focusChat } from "../commands";
import { withProgress } from "../progress";
import { askAddress, askKey, askKeyEnd, askName } from "./connectWizard";

interface ConnectionDeps {
	readonly commands: Commands;
	readonly openGateway: OpenGateway;
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly models: ModelChoice;
	readonly clock: Clock;
}

/** Connecting to gateways, and their keys. */
export function registerConnections({
	commands,
	openGateway,
	connections,
	keys,
	models,
	clock,
}: ConnectionDeps): vscode.Disposable {
	const disposables = new Disposables();

	const check: Check = (base, key, name) =>
		withProgress(vscode.l10n.t("Checking {0}…", name), (signal, onWait) =>
			checkConnection(openGateway, base, key, signal, onWait),
		);

	/** What did not work the last time, so that it need not be typed again. The key is not kept. */
	let tried: { readonly href: string; readonly name: string } | undefined;

	async function connect(): Promise<void> {
		const base = await askAddress(tried?.href);
		const name = base && (await askName(base, tried?.href === base.href ? tried.name : undefined));
		if (!base || !name) return;
		tried = { href: base.href, name };
		const accepted = await askGoodKey(base, name, check);
		if (!accepted) return;
		tried = undefined;
		const connection = await connections.add({ name, url: base.href }, accepted.key, accepted.endsAt ?? undefined);
		await models.connected(connection, accepted.models);
		await vscode.commands.executeCommand(focusChat);
	}

	async function setApiKey(connection: Connection): Promise<void> {
		const key = await askKey(connection.name);
		if (!key) return;
		const endsAt = await askKeyEnd(clock.now());
		if (endsAt === undefined) return;
		const found = await check(connection.base, key, connection.name);
		await keys.set(connection.base.origin, key, { addedAt: clock.now(), ...(endsAt === null ? {} : { endsAt }) });
		await models.connected(connection, found);
		void vscode.window.showInformationMessage(vscode.l10n.t("The key for {0} works and is kept.", connection.name));
	}

	disposables.add(commands.register("connect", connect));
	disposables.add(commands.register("setApiKey", () => setApiKey(connections.required())));
	disposables.add(
		commands.register("openMyKeys", async () => {
			// As a text: a Uri decodes what is escaped in it.
			await vscode.commands.executeCommand("vscode.open", connections.required().keysPage);
		}),
	);
	// Told the other way round, for until Gatehouse is needed nobody can know; then the palette had better offer too much.
	const showConnected = () =>
		vscode.commands.executeCommand("setContext", "gatehouse.disconnected", connections.current === undefined);
	disposables.add(connections.onDidChange(() => void showConnected()));
	void showConnected();
	return disposables;
}

/** Asks a gateway for its models with a key that is not kept yet. */
type Check = (base: BaseUrl, key: string, name: string) => Promise<ModelInfo[]>;

/** Asks for a key until the gateway takes one; `undefined` when the user leaves. */
async function askGoodKey(base: BaseUrl, name: string, check: Check) {
	for (let problem: string | undefined; ; ) {
		const key = await askKey(name, 3, problem);
		const endsAt = key && (await askKeyEnd(Date.now(), 4));
		if (!key || endsAt === undefined || endsAt === "") return undefined;
		try {
			return { key, endsAt, models: await check(base, key, name) };
		} catch (error) {
			if (!(error instanceof GatewayError) || error.reason !== "unauthorized") throw error;
			problem = error.message;
		}
	}
}
