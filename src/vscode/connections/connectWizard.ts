import * as vscode from "vscode";
import { messageOf } from "../../core/base/errors";
import { temporaryKeyEnd } from "../../core/connections/connection";
import { addressesOf, type BaseUrl } from "../../core/gateway/baseUrl";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { askText, pickOne } from "../adapters/messages";

const steps = 4;

/**
 * Asks for the gateway's address and shows how it is understood; returns it as typed, for `addressesOf` to parse, or
 * `undefined` when the user cancels.
 *
 * @param suggested the value typed last time, if it did not work.
 * @param heading the title, when the purpose is not to connect.
 */
export async function askAddress(suggested?: string, heading = connectTitle(1)): Promise<string | undefined> {
	const text = await askText({
		title: inertLine(heading),
		prompt: inertLine(vscode.l10n.t("The base address that your organisation gave you.")),
		placeHolder: inertName("https://llm.example.org/v1"),
		...(suggested === undefined ? {} : { value: suggested }),
		ignoreFocusOut: true,
		validateInput: (value) => {
			if (value.trim() === "") return undefined;
			try {
				const [{ href, insecure }, given] = addressesOf(value);
				const message = given
					? vscode.l10n.t("Requests will go to {0}, or to {1} if no gateway answers there", href, given.href)
					: vscode.l10n.t("Requests will go to {0}", href);
				if (!insecure) return { message: inertLine(message), severity: vscode.InputBoxValidationSeverity.Info };
				const warning = vscode.l10n.t(
					"Requests will go to {0}, and anyone on the way can read them. Use https://.",
					href,
				);
				return { message: inertLine(warning), severity: vscode.InputBoxValidationSeverity.Warning };
			} catch (error) {
				return inertLine(messageOf(error));
			}
		},
	});
	return text?.trim() || undefined;
}

/** Asks for the gateway's name; the default is its host name, unless another name is suggested. */
export async function askName(base: BaseUrl, suggested = new URL(base.href).hostname): Promise<string | undefined> {
	const name = await askText({
		title: inertLine(connectTitle(2)),
		prompt: inertLine(vscode.l10n.t("What do you call this gateway?")),
		value: suggested,
		ignoreFocusOut: true,
	});
	return name === undefined ? undefined : name.trim() || suggested;
}

/**
 * Asks for a key, which is hidden as it is typed.
 *
 * @param problem why the previous key was not accepted.
 */
export async function askKey(gateway: string, step?: number, problem?: string): Promise<string | undefined> {
	const key = await askText({
		title: inertLine(step ? connectTitle(step) : vscode.l10n.t("API Key for {0}", gateway)),
		prompt: inertLine(
			problem ??
				vscode.l10n.t(
					"The API key from the tab “My keys”. It is kept in this computer's secret store and sent to {0} alone.",
					inertName(gateway),
				),
		),
		password: true,
		ignoreFocusOut: true,
		// Other characters are not allowed in a header; a key that was masked where it was copied contains bullet
		// characters.
		validateInput: (value) =>
			/^[\x21-\x7e]*$/.test(value.trim())
				? undefined
				: inertLine(vscode.l10n.t("A key holds no spaces and no special characters. Was all of it copied?")),
	});
	return key?.trim() || undefined;
}

/** Asks how long the key is valid; returns the end of its validity, or `null` for a permanent key. */
export async function askKeyEnd(now: number, step?: number): Promise<number | null | undefined> {
	const permanent = {
		label: inertName(vscode.l10n.t("A permanent key")),
		description: inertLine(vscode.l10n.t("valid until it is deleted")),
	};
	const temporary = {
		label: inertName(vscode.l10n.t("A temporary key")),
		description: inertLine(vscode.l10n.t("valid for 30 days, renewable")),
	};
	const kind = await pickOne([permanent, temporary], {
		title: inertLine(step ? connectTitle(step) : vscode.l10n.t("How Long the Key Lasts")),
		ignoreFocusOut: true,
	});
	if (!kind) return undefined;
	if (kind === permanent) return null;
	const today = isoDate(new Date(now));
	const made = await askText({
		title: inertLine(vscode.l10n.t("When the Key Was Made")),
		prompt: inertLine(vscode.l10n.t("The day on which the key was made or last renewed (year-month-day).")),
		value: today,
		ignoreFocusOut: true,
		validateInput: (value) =>
			readDate(value, now) === undefined
				? inertLine(vscode.l10n.t("A day of the last 30 days, such as {0}.", today))
				: undefined,
	});
	const day = made === undefined ? undefined : readDate(made, now);
	return day === undefined ? undefined : temporaryKeyEnd(day);
}

/** Parses a day of the last 30 days, in the form year-month-day. */
function readDate(text: string, now: number): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text.trim())) return undefined;
	const [year = 0, month = 0, day = 0] = text.trim().split("-").map(Number);
	const date = new Date(year, month - 1, day);
	if (date.getMonth() !== month - 1 || date.getDate() !== day) return undefined;
	const time = date.getTime();
	return time <= now && temporaryKeyEnd(time) > now ? time : undefined;
}

function isoDate(date: Date): string {
	const two = (value: number) => String(value).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the title of a step of the wizard. */
export function connectTitle(step: number): string {
	return vscode.l10n.t("Connect to a Gateway ({0}/{1})", step, steps);
}
