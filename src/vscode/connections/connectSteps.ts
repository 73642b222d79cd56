import * as vscode from "vscode";
import { messageOf } from "../../core/base/errors";
import { type CheckedAddress, checkAddress, type ProbeAddress } from "../../core/connections/checkAddress";
import type { FoundGateway } from "../../core/connections/findGateway";
import { modelNamesIn } from "../../core/connections/namedModels";
import { type PastedConnection, readPastedConnection } from "../../core/connections/pastedConnection";
import {
	type AddressedProfile,
	combineProfiles,
	type GatewayProfile,
} from "../../core/connections/setup/gatewayProfile";
import type { OwnProfile } from "../../core/connections/setup/ownProfile";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import { GatewayError } from "../../core/gateway/gatewayError";
import { withEnd } from "../../core/gateway/noGateway";
import type { OnWait } from "../../core/gateway/retry";
import type { ModelInfo } from "../../shared/conversation";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { describeAddress, describeKey, exampleAddress, keyHelp, keyIn, keyPrompt } from "./gatewayPrompts";
import { modelRow } from "./models/modelRow";
import { profileButtons, profileText } from "./profileText";
import { askInStep, back, pickInStep } from "./wizardSteps";

/** The values that a step begins with: typed last time, pasted, from a link, or from a list. */
export type ConnectDraft = Partial<PastedConnection> & {
	readonly profile?: AddressedProfile;
	/** Whether the values come from a link, which anyone may have made. */
	readonly isFromLink?: boolean;
};

/**
 * A checked address of a gateway, the values pasted with it, and the profile given by the gateway or by whoever
 * suggested it.
 */
export interface AskedAddress extends CheckedAddress, PastedConnection {
	readonly profile: GatewayProfile;
	/** Why the gateway's description of itself was not accepted. */
	readonly refusal?: string;
	/** The profile that the address was suggested with. */
	readonly suggested?: AddressedProfile;
	/** Whether it is the address of a link. */
	readonly isFromLink?: boolean;
}

interface AddressDeps {
	readonly probe: ProbeAddress;
	/** Asks whether to use plain http. */
	confirmHttp(base: BaseUrl): Promise<boolean>;
	/** Returns whether plain http has already been confirmed. */
	isConfirmed(base: BaseUrl): boolean;
	/** Requests the gateway's description of itself. */
	describeItself(base: BaseUrl, signal: AbortSignal): Promise<OwnProfile>;
	/** Lets the user choose among known gateways. */
	chooseKnown(): Promise<AddressedProfile | undefined>;
	onError(error: unknown): void;
}

/**
 * Asks for an address until a gateway answers there. Settings of another program can be pasted too: the address stays in
 * the box, and the key goes to its own step.
 *
 * @param suggested the values typed last time, or those of a link.
 */
export async function askCheckedAddress(
	{ probe, confirmHttp, isConfirmed, describeItself, chooseKnown, onError }: AddressDeps,
	suggested: ConnectDraft,
): Promise<AskedAddress | undefined> {
	let pasted: ConnectDraft = suggested;
	/** The address at which no gateway answered: pressing Enter again continues with it. */
	let doubtful: string | undefined;
	const read = (text: string) => {
		const found = readPastedConnection(text);
		if (found) pasted = found;
		return found?.address ?? text;
	};
	const asked = await askInStep<AskedAddress>({
		title: inertLine(connectTitle(1)),
		prompt: inertLine(
			vscode.l10n.t(
				"The base address that your organisation gave you. You can also paste a curl command, Continue's YAML or VS Code's chatLanguageModels.json.",
			),
		),
		buttons: [
			{
				icon: "list-unordered",
				tooltip: inertName(vscode.l10n.t("Choose Gateway")),
				async use() {
					const profile = await chooseKnown();
					if (profile) pasted = { address: profile.address, profile };
					return profile?.address;
				},
			},
		],
		placeholder: inertName(exampleAddress),
		value: suggested.address ?? "",
		// A message about the text replaces the prompt.
		validate(text) {
			const said = describeAddress(text);
			if (!pasted.isFromLink || pasted.address !== text.trim() || typeof said !== "object") return said;
			return {
				message: inertLine(`${linkPrompt(pasted)} ${said.message}`),
				severity: vscode.InputBoxValidationSeverity.Warning,
			};
		},
		rewrite: read,
		async accept(text, { signal, aside }) {
			// The offer to continue is for this text alone.
			const offered = doubtful;
			doubtful = undefined;
			const address = read(text).trim();
			if (address === "") return undefined;
			const addresses = addressesOf(address);
			const { href } = addresses[0];
			if (!isConfirmed(addresses[0]) && !(await aside(() => confirmHttp(addresses[0])))) return undefined;
			// The name, the key and the model belong to the address that they were pasted with.
			const { name, key, model, profile, isFromLink = false }: ConnectDraft = pasted.address === address ? pasted : {};
			const extra = {
				address,
				...(name ? { name } : {}),
				...(key ? { key } : {}),
				...(model ? { model } : {}),
				...(profile ? { suggested: profile } : {}),
				...(isFromLink ? { isFromLink } : {}),
			};
			if (offered === href) return { addresses, isOpen: false, profile: profile ?? {}, ...extra };
			try {
				const checked = await checkAddress(addresses, probe, signal);
				const own = await describeItself(addresses[0], signal);
				return { ...checked, ...own, profile: combineProfiles(own.profile, profile ?? {}, isFromLink), ...extra };
			} catch (error) {
				doubtful = error instanceof GatewayError && error.status !== undefined ? href : undefined;
				throw error;
			}
		},
		describe(error) {
			onError(error);
			const message = messageOf(error);
			return inertLine(
				doubtful ? vscode.l10n.t("{0} Press Enter again to use this address anyway.", withEnd(message)) : message,
			);
		},
	});
	return asked === back ? undefined : asked;
}

interface KeyDeps<T> {
	/** Tries a key; returns what it finds with it. */
	check(key: string, signal: AbortSignal, onWait: OnWait): Promise<T>;
	onError(error: unknown): void;
}

/**
 * Asks for a key until one passes the check.
 *
 * @param host the gateway's host.
 * @param suggested a key that was pasted with the address, or accepted before.
 */
export function askAcceptedKey<T extends object>(
	{ check, onError }: KeyDeps<T>,
	host: string,
	{ isOpen, profile, refusal }: Pick<AskedAddress, "isOpen" | "profile" | "refusal">,
	suggested: string | undefined,
): Promise<(T & { readonly key: string }) | typeof back | undefined> {
	const open = vscode.l10n.t("It lists its models without a key: if it needs none, type any word.");
	return askInStep<T & { readonly key: string }>({
		title: inertLine(connectTitle(2)),
		prompt: inertLine(
			[keyPrompt(host), isOpen ? open : "", profileText(profile), refusal ?? ""].filter(Boolean).join(" "),
		),
		buttons: profileButtons(profile),
		password: true,
		help: keyHelp(),
		canGoBack: true,
		value: suggested ?? "",
		validate: describeKey,
		async accept(text, { signal, onWait }) {
			const key = keyIn(text);
			return { ...(await check(key, signal, onWait)), key };
		},
		describe(error) {
			onError(error);
			return inertLine(messageOf(error));
		},
	});
}

/**
 * Asks for the names of models, for a gateway that does not list its own, until one of them answers.
 *
 * @param check asks one of the models.
 */
export function askModelNames({
	check,
	onError,
}: {
	check(named: readonly string[], signal: AbortSignal, onWait: OnWait): Promise<FoundGateway>;
	onError(error: unknown): void;
}): Promise<FoundGateway | typeof back | undefined> {
	return askInStep<FoundGateway>({
		title: inertLine(connectTitle(3)),
		prompt: inertLine(
			vscode.l10n.t(
				"The model that answers, as the gateway's documentation names it. Separate several names with commas. To check them, a short question is sent.",
			),
		),
		canGoBack: true,
		validate: () => undefined,
		async accept(text, { signal, onWait }) {
			const named = modelNamesIn(text);
			return named.length > 0 ? check(named, signal, onWait) : undefined;
		},
		describe(error) {
			onError(error);
			return inertLine(messageOf(error));
		},
	});
}

/**
 * Lets the user choose the model that answers.
 *
 * @param suggested the id of the model that Enter chooses.
 */
export async function askModel(
	models: readonly ModelInfo[],
	suggested: string | undefined,
): Promise<string | typeof back | undefined> {
	const rows = models.map((model) => modelRow(model, { fits: true, isCurrent: false }));
	const chosen = await pickInStep({
		title: connectTitle(3),
		placeholder: vscode.l10n.t("The model that answers. You can switch at any time."),
		rows,
		suggested: rows.find(({ model }) => model === suggested),
	});
	return chosen === back ? back : chosen?.model;
}

/** Returns the title of a step of the wizard: the address, the key, the model. */
function connectTitle(step: 1 | 2 | 3): string {
	return vscode.l10n.t("Connect to a Gateway ({0}/{1})", step, 3);
}

function linkPrompt({ profile, address = "" }: ConnectDraft): string {
	return vscode.l10n.t(
		"A link suggests the gateway {0}. Your key and your questions will go to this address: continue only if you trust it.",
		inertName(profile?.name ?? address),
	);
}
