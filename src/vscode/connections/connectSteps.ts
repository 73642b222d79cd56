import * as vscode from "vscode";
import { messageOf } from "../../core/base/errors";
import { type CheckedAddress, checkAddress, type ProbeAddress } from "../../core/connections/checkAddress";
import type { FoundGateway } from "../../core/connections/findGateway";
import { type PastedConnection, readPastedConnection } from "../../core/connections/pastedConnection";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import { GatewayError } from "../../core/gateway/gatewayError";
import type { OnWait } from "../../core/gateway/retry";
import type { ModelInfo } from "../../shared/conversation";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { describeAddress, describeKey, exampleAddress, keyHelp, keyIn, keyPrompt } from "./gatewayPrompts";
import { modelRow } from "./models/modelRow";
import { askInStep, back, pickInStep } from "./wizardSteps";

/** A gateway's address that was checked, and what was pasted with it. */
export interface AskedAddress extends CheckedAddress, PastedConnection {}

/** A gateway that has accepted a key. */
export interface AcceptedKey extends FoundGateway {
	readonly key: string;
}

interface AddressDeps {
	readonly probe: ProbeAddress;
	/** Asks whether to use plain http. */
	confirmHttp(base: BaseUrl): Promise<boolean>;
	/** Returns whether plain http need not be asked about. */
	isConfirmed(base: BaseUrl): boolean;
	onError(error: unknown): void;
}

/**
 * Asks for an address until a gateway answers there. Settings of another program can be pasted too: the address stays in
 * the box, and the key goes to its own step.
 *
 * @param suggested the values typed last time, or those of a link.
 */
export async function askCheckedAddress(
	{ probe, confirmHttp, isConfirmed, onError }: AddressDeps,
	suggested: Partial<PastedConnection>,
): Promise<AskedAddress | undefined> {
	let pasted: Partial<PastedConnection> = suggested;
	/** The address that no gateway answered at: another Enter goes on with it. */
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
		placeholder: inertName(exampleAddress),
		value: suggested.address ?? "",
		validate: describeAddress,
		rewrite: read,
		async accept(text, { signal, aside }) {
			const address = read(text).trim();
			if (address === "") return undefined;
			const addresses = addressesOf(address);
			const { href } = addresses[0];
			if (!isConfirmed(addresses[0]) && !(await aside(() => confirmHttp(addresses[0])))) return undefined;
			// The name and the key belong to the address that they were pasted with.
			const { name, key } = pasted.address === address ? pasted : {};
			const extra = { address, ...(name ? { name } : {}), ...(key ? { key } : {}) };
			if (doubtful === href) return { addresses, isOpen: false, ...extra };
			try {
				return { ...(await checkAddress(addresses, probe, signal)), ...extra };
			} catch (error) {
				doubtful = error instanceof GatewayError && error.status !== undefined ? href : undefined;
				throw error;
			}
		},
		describe(error) {
			onError(error);
			const message = messageOf(error);
			return inertLine(
				doubtful ? vscode.l10n.t("{0} Press Enter again to use this address anyway.", message) : message,
			);
		},
	});
	return asked === back ? undefined : asked;
}

interface KeyDeps {
	/** Requests the models with a key. @throws what `findGateway` throws. */
	check(key: string, signal: AbortSignal, onWait: OnWait): Promise<FoundGateway>;
	onError(error: unknown): void;
}

/**
 * Asks for a key until the gateway accepts one.
 *
 * @param host the gateway's host.
 * @param suggested a key that was pasted with the address, or accepted before.
 */
export function askAcceptedKey(
	{ check, onError }: KeyDeps,
	host: string,
	{ isOpen }: CheckedAddress,
	suggested: string | undefined,
): Promise<AcceptedKey | typeof back | undefined> {
	const open = vscode.l10n.t("It lists its models without a key: if it needs none, type any word.");
	return askInStep<AcceptedKey>({
		title: inertLine(connectTitle(2)),
		prompt: inertLine(isOpen ? `${keyPrompt(host)} ${open}` : keyPrompt(host)),
		password: true,
		help: keyHelp(),
		canGoBack: true,
		value: suggested ?? "",
		validate: describeKey,
		async accept(text, { signal, onWait }) {
			const key = keyIn(text);
			return { key, ...(await check(key, signal, onWait)) };
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
