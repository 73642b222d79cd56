import * as vscode from "vscode";
import type { ProbeAddress } from "../../core/connections/checkAddress";
import { addressEntry } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { chatModels, firstChatModel } from "../../core/connections/models/modelCatalog";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import type { PastedConnection } from "../../core/connections/pastedConnection";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import type { OpenGateway } from "../../core/gateway/gateway";
import type { OnWait } from "../../core/gateway/retry";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { commandIds } from "../commands";
import { confirmHttp } from "./confirmAddress";
import { type AcceptedKey, type AskedAddress, askAcceptedKey, askCheckedAddress, askModel } from "./connectSteps";
import { back } from "./wizardSteps";

export interface ConnectDeps {
	readonly openGateway: OpenGateway;
	readonly connections: ConnectionStore;
	readonly models: ModelChoice;
	readonly probe: ProbeAddress;
	/** Logs a failure that a step shows. */
	onError(error: unknown): void;
}

/** What is suggested in the wizard: from the last attempt, or from a link. */
export type SuggestedGateway = Partial<Pick<PastedConnection, "address" | "name">>;

/**
 * Asks for a gateway's address, its key and the model that answers, each in a step that can be returned from, and stores
 * them once the gateway has accepted the key. Its name is its host, and its key permanent, until the user changes that.
 *
 * @param keep called with the values to suggest next time.
 * @returns whether the gateway is connected; false when the user cancels.
 * @throws what storing the key or the setting throws.
 */
export async function connectGateway(
	deps: ConnectDeps,
	suggested: SuggestedGateway,
	keep: (tried: SuggestedGateway) => void,
): Promise<boolean> {
	for (let draft: Partial<PastedConnection> = suggested; ; ) {
		const asked = await askAddressOf(deps, draft);
		if (!asked) return false;
		draft = asked;
		keep({ address: asked.address, ...(asked.name ? { name: asked.name } : {}) });
		const accepted = await askKeyAndModel(deps, asked);
		if (accepted === back) continue;
		if (!accepted) return false;
		await store(deps, asked, accepted);
		keep({});
		return true;
	}
}

function askAddressOf({ connections, probe, onError }: ConnectDeps, draft: Partial<PastedConnection>) {
	return askCheckedAddress(
		{
			probe,
			onError,
			isConfirmed: ({ insecure, origin }) => !insecure || connections.addresses.allowsHttp(origin),
			confirmHttp: (base) => confirmHttp(base, connections),
		},
		draft,
	);
}

/** A gateway that has accepted a key, and the model that answers there if the user had a choice. */
interface ChosenGateway extends AcceptedKey {
	readonly model?: string | undefined;
}

/** Leaving the last step keeps the connection, with the suggested model: the key is accepted by then. */
async function askKeyAndModel(
	{ openGateway, models, onError }: ConnectDeps,
	asked: AskedAddress,
): Promise<ChosenGateway | typeof back | undefined> {
	const { findGateway } = await import("../../core/connections/findGateway");
	const check = (key: string, ...watched: [signal: AbortSignal, onWait: OnWait]) =>
		findGateway(openGateway, asked.addresses, key, ...watched);
	const { host } = new URL(asked.addresses[0].href);
	for (let { key } = asked; ; ) {
		const accepted = await askAcceptedKey({ check, onError }, host, asked, key);
		if (accepted === undefined || accepted === back) return accepted;
		key = accepted.key;
		const offered = chatModels(accepted.models);
		if (offered.length < 2) return accepted;
		const chosen = models.chosen({ name: host, base: accepted.base, keysPage: accepted.base.origin }, "chat");
		const suggested = offered.find(({ id }) => id === chosen) ?? firstChatModel(offered);
		const model = await askModel(offered, suggested?.id);
		if (model !== back) return { ...accepted, model };
	}
}

async function store(
	{ connections, models }: ConnectDeps,
	asked: AskedAddress,
	{ base, key, models: found, model }: ChosenGateway,
): Promise<void> {
	const known = connections.all().find(({ base: { href } }) => href === base.href);
	const name = asked.name ?? known?.name ?? new URL(base.href).host;
	const connection = await connections.add({ name, ...addressEntry(base) }, key);
	await models.connected(connection, found);
	if (model !== undefined && models.current(connection) !== model) await models.choose(connection, "chat", model);
	const [first] = addressesOf(asked.address);
	if (base.href !== first.href) void showAddress(name, base, first);
}

/** Shows that the gateway is not at the usual address, but at the one that the user gave. */
async function showAddress(name: string, { href }: BaseUrl, first: BaseUrl): Promise<void> {
	const check = inertName(vscode.l10n.t("Check Connection"));
	const text = vscode.l10n.t("Connected. {0} answers at {1}, the address as given, not at {2}", name, href, first.href);
	if ((await notify("info", inertLine(text), check)) === check)
		await vscode.commands.executeCommand(commandIds.diagnose);
}
