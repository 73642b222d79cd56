import * as vscode from "vscode";
import { messageOf, UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import type { ProbeAddress } from "../../core/connections/checkAddress";
import { addressEntry } from "../../core/connections/connection";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ExtraHeaders } from "../../core/connections/extraHeaders";
import type { FoundGateway } from "../../core/connections/findGateway";
import type { KeyStore } from "../../core/connections/keyStore";
import type { ModelChoice } from "../../core/connections/models/modelChoice";
import { chatModels } from "../../core/connections/models/modelLists";
import { firstChatModel } from "../../core/connections/models/offeredModels";
import type { AddressedProfile } from "../../core/connections/setup/gatewayProfile";
import { type OwnProfile, type ProbeFile, requestOwnProfile } from "../../core/connections/setup/ownProfile";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import type { OpenGateway } from "../../core/gateway/gateway";
import type { DescribedLimits } from "../../core/gateway/limits/describedLimits";
import { isNoGateway, withEnd } from "../../core/gateway/noGateway";
import type { OnWait } from "../../core/gateway/retry";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { notify } from "../adapters/messages";
import { commandIds } from "../commands";
import { confirmHttp } from "./confirmAddress";
import {
	type AskedAddress,
	askAcceptedKey,
	askCheckedAddress,
	askModel,
	askModelNames,
	type ConnectDraft,
} from "./connectSteps";
import { anotherGateway, chooseKnownGateway } from "./gatewayList";
import { askHeaderSecret } from "./gatewayPrompts";
import { back } from "./wizardSteps";

export interface ConnectDeps {
	readonly openGateway: OpenGateway;
	readonly connections: ConnectionStore;
	readonly keys: KeyStore;
	readonly headers: ExtraHeaders;
	readonly models: ModelChoice;
	readonly describedLimits: DescribedLimits;
	readonly probe: ProbeAddress;
	readonly probeFile: ProbeFile;
	readonly clock: Clock;
	/** Returns the gateways of the administrator's file. @throws UserError with the reason when it is not accepted. */
	administrators(): Promise<readonly AddressedProfile[]>;
	/** Logs a failure that a step shows. */
	onError(error: unknown): void;
}

/** The values suggested in the wizard, from the last attempt or from a link. */
export type SuggestedGateway = Omit<ConnectDraft, "key">;

/**
 * Asks for a gateway's address, its key and the model that answers, each in a step from which the user can go back, and
 * stores them once the gateway has accepted the key. By default, the gateway is named after its host and its key counts
 * as permanent; a profile can suggest otherwise, and the user can change both later.
 *
 * @param onTried called with the values to suggest next time.
 * @returns whether the gateway is connected; false when the user cancels.
 * @throws what storing the key or the setting throws.
 */
export async function connectGateway(
	deps: ConnectDeps,
	suggested: SuggestedGateway,
	onTried: (tried: SuggestedGateway) => void,
): Promise<boolean> {
	const known = await knownGateways(deps);
	const described = new Map<string, Promise<OwnProfile>>();
	const first = suggested.address === undefined && known.length > 0 ? await draftFromList(known) : suggested;
	if (!first) return false;
	for (let draft: ConnectDraft = first; ; ) {
		const asked = await askAddressOf(deps, draft, known, described);
		if (!asked) return false;
		const { address, name, key, suggested: profile, isFromLink } = asked;
		const again = {
			address,
			...(name ? { name } : {}),
			...(profile ? { profile } : {}),
			...(isFromLink ? { isFromLink } : {}),
		};
		draft = { ...again, ...(key ? { key } : {}) };
		onTried(again);
		const accepted = await deps.keys.tryHeaderSecret(asked.addresses[0].origin, async () => {
			const chosen = await askKeyAndModel(deps, asked);
			if (chosen && chosen !== back) await store(deps, asked, chosen);
			return chosen;
		});
		if (accepted === back) continue;
		if (!accepted) return false;
		onTried({});
		return true;
	}
}

async function draftFromList(known: readonly AddressedProfile[]): Promise<ConnectDraft | undefined> {
	const chosen = await chooseKnownGateway(known);
	return chosen === anotherGateway ? {} : chosen && { address: chosen.address, profile: chosen };
}

/** Returns the administrator's gateways; reports a file that is not accepted, and lets the user connect anyway. */
async function knownGateways({ administrators, onError }: ConnectDeps): Promise<readonly AddressedProfile[]> {
	try {
		return await administrators();
	} catch (error) {
		onError(error);
		void notify("warning", inertLine(messageOf(error)));
		return [];
	}
}

function askAddressOf(
	{ connections, probe, probeFile, clock, onError }: ConnectDeps,
	draft: ConnectDraft,
	known: readonly AddressedProfile[],
	described: Map<string, Promise<OwnProfile>>,
) {
	return askCheckedAddress(
		{
			probe,
			onError,
			// Requested once for each origin, however often the user goes through the steps.
			async describeItself(base, signal) {
				const request = described.get(base.origin) ?? requestOwnProfile(base, probeFile, clock, signal);
				described.set(base.origin, request);
				try {
					return await request;
				} catch (error) {
					described.delete(base.origin);
					throw error;
				}
			},
			async chooseKnown() {
				const chosen = await chooseKnownGateway(known);
				return chosen === anotherGateway ? undefined : chosen;
			},
			isConfirmed: ({ insecure, origin }) => !insecure || connections.addresses.allowsHttp(origin),
			confirmHttp: (base) => confirmHttp(base, connections),
		},
		draft,
	);
}

/** A gateway that has accepted a key. */
interface AcceptedKey extends FoundGateway {
	readonly key: string;
}

/** A gateway that has accepted a key, and the model that answers there if the user had a choice. */
interface ChosenGateway extends AcceptedKey {
	readonly model?: string | undefined;
}

/**
 * Asks for the key and the model. If the user leaves the last step, the connection is kept with the suggested model,
 * because the key is accepted by then.
 */
async function askKeyAndModel(
	{ openGateway, keys, headers, models, onError }: ConnectDeps,
	asked: AskedAddress,
): Promise<ChosenGateway | typeof back | undefined> {
	const { findByModel, findGateway } = await import("../../core/connections/findGateway");
	/** The key with which no list of models was found: pressing Enter again continues without a list. */
	let unlisted: string | undefined;
	const check = async (key: string, ...watched: [signal: AbortSignal, onWait: OnWait]): Promise<FoundGateway> => {
		if (unlisted === key) return { base: asked.addresses[0], models: [] };
		try {
			return await findGateway(openGateway, asked.addresses, key, ...watched);
		} catch (error) {
			if (!(error instanceof Error && (isNoGateway(error) || isNoGateway(error.cause)))) throw error;
			unlisted = key;
			const text = vscode.l10n.t(
				"{0} If it does not list its models, press Enter again to name one.",
				withEnd(error.message),
			);
			throw new UserError(text, [], { cause: error });
		}
	};
	const { host } = new URL(asked.addresses[0].href);
	const { origin } = asked.addresses[0];
	for (let { key } = asked; ; ) {
		const accepted = headers.needsSecret(origin)
			? await askKeyAndSecret({ check, onError }, { origin, keys }, asked, key)
			: await askAcceptedKey({ check, onError }, host, asked, key);
		if (accepted === undefined || accepted === back) return accepted;
		key = accepted.key;
		const withKey = (named: readonly string[], ...watched: [signal: AbortSignal, onWait: OnWait]) =>
			findByModel(openGateway, asked.addresses, accepted.key, named, ...watched);
		const found = accepted.models.length > 0 ? accepted : await askModelNames({ check: withKey, onError });
		if (found === undefined) return undefined;
		if (found === back) continue;
		const offered = chatModels(found.models);
		const connected = { ...found, key };
		if (offered.length < 2) return connected;
		const chosen = models.chosen({ name: host, base: found.base, keysPage: found.base.origin }, "chat");
		const suggested = firstChatModel(offered, [
			asked.model,
			chosen,
			...(found.named ?? asked.profile.models?.chat ?? []),
		]);
		const model = await askModel(offered, suggested?.id);
		if (model !== back) return { ...connected, model };
	}
}

/** Asks for a key, and then for the secret of the gateway's headers, without which the key cannot be checked. */
async function askKeyAndSecret(
	{
		check,
		onError,
	}: {
		check(key: string, signal: AbortSignal, onWait: OnWait): Promise<FoundGateway>;
		onError(error: unknown): void;
	},
	{ origin, keys }: { readonly origin: string; readonly keys: KeyStore },
	asked: AskedAddress,
	suggested: string | undefined,
): Promise<AcceptedKey | typeof back | undefined> {
	for (let key = suggested; ; ) {
		const typed = await askAcceptedKey({ check: async () => ({}), onError }, new URL(origin).host, asked, key);
		if (typed === undefined || typed === back) return typed;
		key = typed.key;
		const found = await askHeaderSecret({
			...{ origin, keys, canGoBack: true, onError },
			check: (signal, onWait) => check(typed.key, signal, onWait),
		});
		if (found !== back) return found && { ...found, key };
	}
}

async function store(
	{ connections, models, describedLimits }: ConnectDeps,
	asked: AskedAddress,
	{ base, key, models: found, named, model }: ChosenGateway,
): Promise<void> {
	const { keysPage, keyDays, models: recommended, limits = [] } = asked.profile;
	await describedLimits.set(base.origin, limits);
	const name = nameOf(asked, base, connections);
	const entry = {
		name,
		...addressEntry(base),
		...(keysPage === undefined ? {} : { keysPage }),
		...(named && { models: named }),
	};
	const connection = await connections.add(entry, key, keyDays);
	await models.connected(connection, found);
	const embedding = recommended?.embedding.find((model) => found.some(({ id }) => id === model));
	if (embedding !== undefined && models.chosen(connection, "embedding") === undefined)
		await models.choose(connection, "embedding", embedding);
	if (model !== undefined) await models.choose(connection, "chat", model);
	const [first] = addressesOf(asked.address);
	if (base.href !== first.href) void showAddress(name, base, first);
}

/** Returns the name to store. A name that is suggested is never that of a gateway at another origin. */
function nameOf({ name, profile }: AskedAddress, base: BaseUrl, connections: ConnectionStore): string {
	const all = connections.all();
	const host = new URL(base.href).host;
	const known = all.find(({ base: { href } }) => href === base.href);
	const wanted = name ?? known?.name ?? profile.name ?? host;
	const isTaken = all.some((other) => other.name === wanted && other.base.origin !== base.origin);
	return isTaken && name === undefined ? host : wanted;
}

/** Shows that the gateway is not at the usual address, but at the one that the user gave. */
async function showAddress(name: string, { href }: BaseUrl, first: BaseUrl): Promise<void> {
	const check = inertName(vscode.l10n.t("Check Connection"));
	const text = vscode.l10n.t("Connected. {0} answers at {1}, the address as given, not at {2}", name, href, first.href);
	if ((await notify("info", inertLine(text), check)) === check)
		await vscode.commands.executeCommand(commandIds.diagnose);
}
