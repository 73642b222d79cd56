import * as l10n from "@vscode/l10n";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { hasFields } from "../../../shared/untrusted/ownField";
import { UserError } from "../../base/errors";
import { parseBaseUrl } from "../../gateway/baseUrl";
import type { DescribedLimit } from "../../gateway/limits/describedLimits";
import { webPage } from "../connection";
import { isSameSite } from "./sameSite";

/**
 * A description of a gateway by a link, an administrator or the gateway itself; never contains a key. All of it is
 * untrusted, and shown before it is used.
 */
export interface GatewayProfile {
	readonly name?: string;
	/** The page where keys are created. */
	readonly keysPage?: string;
	/** How many days a new key is valid. */
	readonly keyDays?: number;
	/** The recommended models, by kind. */
	readonly models?: { readonly chat: readonly string[]; readonly embedding: readonly string[] };
	readonly limits?: readonly DescribedLimit[];
	/** The page with help. */
	readonly help?: string;
}

/** A profile that contains the gateway's address. */
export interface AddressedProfile extends GatewayProfile {
	readonly address: string;
}

/** Maximum length of a name, in characters. */
const longestName = 60;
/** Maximum length of an address, a page, or a model's id, in characters. */
const longestText = 500;
/** Maximum number of entries of a list. */
const longestList = 20;
/**
 * Maximum depth of fields, and number of characters of a text that are searched for keys, also in ignored fields.
 */
const deepest = 4;
const longestSearched = 65_536;

const periods: readonly string[] = ["minute", "hour", "day", "month"];
/**
 * Matches an address without characters that the wizard's input box changes, such as blanks and quotes: the wizard
 * would take a changed address for the user's own, and not say that a link suggests it. `@` and `#`, which may hide the
 * host, are not allowed either.
 */
const plainAddress = /^[\p{L}\p{N}\p{M}.:/[\]_~%+?&=,;!$*()-]+$/u;
const plainName = /^[\p{L}\p{N}\p{M} .,'’&+()/_-]+$/u;
const secretField =
	/(?:keys?(?:[_-]?(?:value|text|string|\d+))?$|api[_-]?key|token|secret|^pass$|passw|pwd|^auth$|authorization|bearer|credential|jwt)/i;
/** Match what looks like a key: a known prefix and a run, or a long run. A gateway's own keys may be short. */
const prefixedKey = /\b(?:(?:pk|rk|hf|gsk|ghp|glpat)[-_][\w-]{16,}|sk[-_][\w-]{4,}|eyJ[a-z\d]{8,})/gi;
const longRun = /[a-z\d+]{32,}/gi;
/** Matches keys in texts in which other long runs are common, such as ids of models. */
const plainPrefixedKey = /\b(?:sk|gsk|ghp|glpat)[-_](?:proj-)?[a-z\d]{16,}/gi;
/** Matches a run with dashes: a key only if letters of both cases and digits are mixed within its words. */
const dashedRun = /[\w+-]{32,}/g;
const smallBeforeCapital = /[a-z]\d*[A-Z]/;
const letterBesideDigit = /[a-z](?=\d)|\d(?=[a-z])/gi;
const fewestMixed = 6;
const shortestInAddress = 19;
/** Matches an address up to its host, which is not a secret. */
const hostPart = /^https?:\/\/[^/?#@]*(?=[/?#]|$)/i;

/**
 * Reads a description of a gateway. Unknown fields are ignored, unless they may contain a key.
 *
 * @param origin the gateway's origin, to which the pages must belong; `undefined` for an administrator's file.
 * @throws UserError with the reason when any part cannot be accepted.
 */
export function readGatewayProfile(value: unknown, origin: string | undefined): GatewayProfile {
	if (!hasFields(value) || Array.isArray(value)) throw new UserError(l10n.t("It is not a description of a gateway."));
	refuseKeys(value, 0);
	const { name, keysPage, keyDays, models, limits, help } = value;
	return {
		...(name === undefined ? {} : { name: readName(name) }),
		...(keysPage === undefined ? {} : { keysPage: readPage("keysPage", keysPage, origin) }),
		...(keyDays === undefined ? {} : { keyDays: readNumber("keyDays", keyDays, 3_660) }),
		...(models === undefined ? {} : { models: readModels(models) }),
		...(limits === undefined ? {} : { limits: readList("limits", limits, readLimit) }),
		...(help === undefined ? {} : { help: readPage("help", help, origin) }),
	};
}

/**
 * Reads a profile with the gateway's address, as an administrator wrote it.
 *
 * @throws UserError with the reason when any part cannot be accepted.
 */
export function readAddressedProfile(value: unknown): AddressedProfile {
	const { address } = readAddress(value);
	return { ...readGatewayProfile(value, undefined), address };
}

/**
 * Reads the profile of a link. Because anyone can write a link, only the address, the gateway's name, and a page for
 * keys at the gateway's own host are used.
 *
 * @throws UserError with the reason when any part cannot be accepted.
 */
export function readLinkedProfile(value: unknown): AddressedProfile {
	const { address, origin } = readAddress(value);
	const { name, keysPage } = readGatewayProfile(value, origin);
	if (keysPage !== undefined && new URL(keysPage).hostname !== new URL(origin).hostname)
		throw anotherSite(keysPage, origin);
	return { ...(name === undefined ? {} : { name }), ...(keysPage === undefined ? {} : { keysPage }), address };
}

function readAddress(value: unknown): { readonly address: string; readonly origin: string } {
	const address = hasFields(value) ? value.address : undefined;
	if (typeof address !== "string" || address.length > longestText) throw invalid("address");
	const text = address.trim();
	const { origin, href } = parseBaseUrl(text, false);
	if (!plainAddress.test(text) || withoutHidden(text) !== text) throw invalid("address");
	// Letters of another script may look like those of a known host, and numbers and escapes may hide the host.
	const { host } = new URL(origin);
	const written = text.toLowerCase().replace(/^https?:\/\//, "");
	const hasHost = written.startsWith(host) && /^(?:$|[/?]|:\d)/.test(written.slice(host.length));
	return { address: hasHost && /^[\x21-\x7e]+$/.test(text) ? text : href, origin };
}

/**
 * Combines the profile that suggested an address with the gateway's own description. The description takes precedence
 * for the limits, and over a link for everything.
 */
export function combineProfiles(own: GatewayProfile, suggested: GatewayProfile, isFromLink: boolean): GatewayProfile {
	if (isFromLink) return { ...suggested, ...own };
	return { ...own, ...suggested, ...(own.limits ? { limits: own.limits } : {}) };
}

function readName(name: unknown): string {
	const text = typeof name === "string" ? name.trim() : "";
	// Some letters and marks are invisible, and many marks in a row cover the text above.
	if (text.length > longestName || !plainName.test(text) || withoutHidden(text) !== text || /\p{M}{5}/u.test(text))
		throw invalid("name");
	return text;
}

/**
 * Returns a page of the gateway's own site: another site's page could lure users into giving away a key of that site.
 */
function readPage(field: string, page: unknown, origin: string | undefined): string {
	if (typeof page !== "string" || page.length > longestText || webPage(page) === undefined) throw invalid(field);
	const { protocol, username, password, href } = new URL(page);
	if (username || password) throw invalid(field);
	if (origin !== undefined && !isSameSite(new URL(page), new URL(origin))) throw anotherSite(href, origin);
	if (protocol !== "https:" && origin !== undefined && !origin.startsWith("http:")) throw invalid(field);
	return href;
}

function readModels(models: unknown): NonNullable<GatewayProfile["models"]> {
	if (!hasFields(models)) throw invalid("models");
	const { chat = [], embedding = [] } = models;
	return { chat: readList("models", chat, readModel), embedding: readList("models", embedding, readModel) };
}

function readModel(id: unknown): string {
	if (typeof id !== "string" || id === "" || id.length > longestText) throw invalid("models");
	return id;
}

function readLimit(limit: unknown): DescribedLimit {
	const { requests, per } = hasFields(limit) ? limit : {};
	if (typeof per !== "string" || !periods.includes(per)) throw invalid("limits");
	return { requests: readNumber("limits", requests, 1e12), per: per as DescribedLimit["per"] };
}

function readList<T>(field: string, list: unknown, read: (entry: unknown) => T): readonly T[] {
	if (!Array.isArray(list) || list.length > longestList) throw invalid(field);
	return list.map(read);
}

function readNumber(field: string, value: unknown, most: number): number {
	if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > most) throw invalid(field);
	return value;
}

/** Depth of a gateway in an administrator's file. */
const listDepth = 2;

/** @throws UserError when an administrator's file contains a key, even outside of its gateways. */
export function refuseKeysInFile(file: unknown): void {
	refuseKeys(file, -listDepth);
}

/**
 * @param isOfModels whether the texts are ids of models, which also contain long runs of characters.
 * @throws UserError when a field at any depth has a name for keys, or when its name or text looks like a key.
 */
function refuseKeys(value: unknown, depth: number, isOfModels = false): void {
	if (depth > deepest) throw new UserError(l10n.t("It is not a description of a gateway."));
	if (typeof value === "string" && looksLikeKey(value.slice(0, longestSearched), isOfModels)) throw containsKey();
	if (!hasFields(value)) return;
	for (const [name, field] of Object.entries(value)) {
		// A number is not a key: it may be a number of tokens.
		if (secretField.test(name.slice(0, longestName)) && typeof field !== "number") throw containsKey();
		if (looksLikeKey(name.slice(0, longestSearched), isOfModels)) throw containsKey();
		refuseKeys(field, depth + 1, isOfModels || name === "models");
	}
}

/** Returns whether a text contains what looks like a key. Runs of characters without digits count as words. */
function looksLikeKey(text: string, isOfModels: boolean): boolean {
	const checked = text.replace(hostPart, "");
	const runs = isOfModels
		? [...checked.matchAll(plainPrefixedKey)]
		: [...checked.matchAll(prefixedKey), ...checked.matchAll(longRun)];
	// An address may contain a short name that begins like a key, such as `sk-docs-2024`.
	const shortest = checked === text ? 0 : shortestInAddress;
	const isKey = ([run]: RegExpExecArray) => run.length >= shortest && /\d/.test(run) && /[a-z]/i.test(run);
	const isMixed = ([run]: RegExpExecArray) =>
		smallBeforeCapital.test(run) && [...run.matchAll(letterBesideDigit)].length >= fewestMixed;
	return (
		/\bbearer\s/i.test(checked) || runs.some(isKey) || (!isOfModels && [...checked.matchAll(dashedRun)].some(isMixed))
	);
}

function containsKey(): UserError {
	return new UserError(l10n.t("It seems to contain a key. Keys must be entered by hand."));
}

function anotherSite(page: string, origin: string): UserError {
	return new UserError(l10n.t("Its page {0} is not on the same site as the gateway {1}.", page, origin));
}

function invalid(field: string): UserError {
	return new UserError(l10n.t("Its field “{0}” is missing or invalid.", field));
}
