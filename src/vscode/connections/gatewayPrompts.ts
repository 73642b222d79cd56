import * as vscode from "vscode";
import { messageOf, UserError } from "../../core/base/errors";
import { temporaryKeyDays, temporaryKeyEnd } from "../../core/connections/connection";
import type { KeyStore } from "../../core/connections/keyStore";
import { cleanKey, isAddressAsKey } from "../../core/connections/pastedConnection";
import { addressesOf } from "../../core/gateway/baseUrl";
import type { OnWait } from "../../core/gateway/retry";
import { numberText } from "../../shared/text/numberText";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { askText, pickOne, type Validation } from "../adapters/messages";
import { askInStep, back } from "./wizardSteps";

/** An example of a gateway's base address. */
export const exampleAddress = "https://llm.example.org/v1";

/**
 * Asks for a gateway's address and shows how it is understood; returns it as typed, for `addressesOf` to parse, or
 * `undefined` when the user cancels.
 */
export async function askAddress(heading: string): Promise<string | undefined> {
	const text = await askText({
		title: inertLine(heading),
		prompt: inertLine(vscode.l10n.t("The base address that your organisation gave you.")),
		placeHolder: inertName(exampleAddress),
		ignoreFocusOut: true,
		validateInput: describeAddress,
	});
	return text?.trim() || undefined;
}

/** Returns the message of an address box about its text: where requests will go, or why it is not an address. */
export function describeAddress(text: string): Validation {
	if (text.trim() === "") return undefined;
	try {
		const [{ href, insecure }, given] = addressesOf(text);
		const message = given
			? vscode.l10n.t("Requests will go to {0}, or to {1} if no gateway answers there", href, given.href)
			: vscode.l10n.t("Requests will go to {0}", href);
		if (!insecure) return { message: inertLine(message), severity: vscode.InputBoxValidationSeverity.Info };
		const warning = vscode.l10n.t(
			"Requests will go to {0}, and anyone on the network path can read them. Use https://.",
			href,
		);
		return { message: inertLine(warning), severity: vscode.InputBoxValidationSeverity.Warning };
	} catch (error) {
		return inertLine(messageOf(error));
	}
}

/**
 * Asks for a gateway's key, which is hidden as it is typed, until one passes the check.
 *
 * @param check tries a key; while it fails, the box shows why, and stays open.
 */
export async function askKey(
	gateway: string,
	check: (key: string, signal: AbortSignal, onWait: OnWait) => Promise<void> = async () => {},
): Promise<string | undefined> {
	const key = await askInStep({
		title: inertLine(vscode.l10n.t("API Key for {0}", gateway)),
		prompt: inertLine(keyPrompt(gateway)),
		password: true,
		help: keyHelp(),
		validate: describeKey,
		async accept(text, { signal, onWait }) {
			const typed = keyIn(text);
			await check(typed, signal, onWait);
			return typed;
		},
		describe: (error) => inertLine(messageOf(error)),
	});
	return key === back ? undefined : key;
}

interface HeaderSecretStep<T> {
	readonly origin: string;
	readonly keys: KeyStore;
	/** Whether the user can go back to the step for the key. */
	readonly canGoBack?: boolean;
	/** Uses the secret, which is stored by then. */
	check(signal: AbortSignal, onWait: OnWait): Promise<T>;
	/** Logs a failure that the box shows. */
	onError?(error: unknown): void;
}

/**
 * Asks for the secret text of a gateway's extra headers until one passes the check, and keeps it beside the key; to be
 * called in {@link KeyStore.tryHeaderSecret}.
 */
export async function askHeaderSecret<T extends object>({
	origin,
	keys,
	canGoBack = false,
	check,
	onError,
}: HeaderSecretStep<T>): Promise<T | typeof back | undefined> {
	const stored = await keys.headerSecret(origin);
	return askInStep<T>({
		title: inertLine(vscode.l10n.t("Secret for {0}", origin)),
		prompt: inertLine(
			vscode.l10n.t(
				"The secret that the gateway's extra headers contain. It is kept like the key, and sent only to {0}.",
				origin,
			),
		),
		password: true,
		canGoBack,
		value: stored ?? "",
		validate: describeKey,
		async accept(text, { signal, onWait }) {
			await keys.setHeaderSecret(origin, keyIn(text));
			return check(signal, onWait);
		},
		describe(error) {
			onError?.(error);
			return inertLine(messageOf(error));
		},
	});
}

/** Returns the text that asks for a gateway's key. */
export function keyPrompt(gateway: string): string {
	return vscode.l10n.t(
		"The API key, which you create on the gateway's web page, usually under “My keys”. It is kept in this computer's secret store and sent only to {0}.",
		inertName(gateway),
	);
}

/** Returns the help question about where to find keys, with its answer. */
export function keyHelp() {
	return {
		question: inertName(vscode.l10n.t("Where do I find my key?")),
		answer: inertLine(
			vscode.l10n.t(
				"Sign in on your gateway's web page and open its “My keys” tab, where keys are created, renewed and deleted. Your gateway's administrator knows the page's address.",
			),
		),
	};
}

/** Returns the message of a key box about its text. */
export function describeKey(text: string): Validation {
	const trouble = keyTrouble(text);
	return trouble === undefined ? undefined : inertLine(trouble);
}

/** Returns why a text cannot be a key; `undefined` if it can, or is empty. */
function keyTrouble(text: string): string | undefined {
	if (isAddressAsKey(text))
		return vscode.l10n.t("This is an address, not a key. Copy the key itself from your gateway's web page.");
	// Other characters are not allowed in a header; a key that was masked where it was copied contains bullet
	// characters.
	return /^[\x21-\x7e]*$/.test(cleanKey(text))
		? undefined
		: vscode.l10n.t("A key contains no spaces and no special characters. Was it copied completely?");
}

/** Returns the key in a text as it was pasted. @throws UserError when there is none. */
export function keyIn(text: string): string {
	const key = cleanKey(text);
	if (key === "") throw new UserError(vscode.l10n.t("Paste the API key: without it, the gateway does not answer."));
	const trouble = keyTrouble(text);
	if (trouble !== undefined) throw new UserError(trouble);
	return key;
}

/**
 * Asks how long the key is valid; returns the end of its validity in milliseconds since the epoch, or `undefined` for a
 * permanent key. With Escape, a key is permanent unless it is known to be temporary; then it was created today.
 *
 * @param reported how many days a temporary key is valid, if the gateway says so: its keys are then most likely temporary.
 */
export async function askKeyEnd(now: number, reported?: number): Promise<number | undefined> {
	const days = reported ?? temporaryKeyDays;
	const permanent = {
		label: inertName(vscode.l10n.t("Permanent Key")),
		description: inertLine(vscode.l10n.t("valid until it is deleted")),
	};
	const temporary = {
		label: inertName(vscode.l10n.t("Temporary Key")),
		description: inertLine(
			days === 1
				? vscode.l10n.t("valid for 1 day, renewable")
				: vscode.l10n.t("valid for {0} days, renewable", numberText(days)),
		),
	};
	const kind = await pickOne(reported === undefined ? [permanent, temporary] : [temporary, permanent], {
		title: inertLine(vscode.l10n.t("Key Validity")),
		ignoreFocusOut: true,
	});
	if (kind === permanent || (!kind && reported === undefined)) return undefined;
	const today = isoDate(new Date(now));
	const made =
		kind &&
		(await askText({
			title: inertLine(vscode.l10n.t("When the Key Was Created")),
			prompt: inertLine(vscode.l10n.t("The day on which the key was created or last renewed (year-month-day).")),
			value: today,
			ignoreFocusOut: true,
			validateInput: (value) =>
				readDate(value, now, days) === undefined
					? inertLine(vscode.l10n.t("Enter a day from {0} to {1}.", isoDate(firstDay(now, days)), today))
					: undefined,
		}));
	const day = readDate(made ?? today, now, days);
	return day === undefined ? undefined : temporaryKeyEnd(day, days);
}

/** Returns the earliest day on which a key that is still valid can have been created. */
function firstDay(now: number, days: number): Date {
	const today = new Date(now);
	return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1);
}

/** Parses a day on which a key that is still valid can have been created, in the form year-month-day. */
function readDate(text: string, now: number, days: number): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return undefined;
	const [year = 0, month = 0, day = 0] = text.trim().split("-").map(Number);
	const date = new Date(year, month - 1, day);
	if (date.getMonth() !== month - 1 || date.getDate() !== day) return undefined;
	const time = date.getTime();
	return time <= now && temporaryKeyEnd(time, days) > now ? time : undefined;
}

function isoDate(date: Date): string {
	const two = (value: number) => String(value).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
