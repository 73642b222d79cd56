import * as l10n from "@vscode/l10n";
import { hasFields } from "../../../shared/untrusted/ownField";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { messageOf, UserError } from "../../base/errors";
import { FileTooLargeError } from "../../base/fileErrors";
import {
	type AddressedProfile,
	type GatewayProfile,
	readAddressedProfile,
	readGatewayProfile,
	refuseKeysInFile,
} from "./gatewayProfile";

/** Maximum size of a gateway's description of itself, or of an administrator's file, in bytes. */
export const profileBytes = 64 * 1024;

/** Maximum number of gateways in an administrator's file. */
const mostGateways = 50;

/**
 * Reads an administrator's file, `{ "gateways": [{ "name", "address", "keysPage" }] }`.
 *
 * @throws UserError with the reason; the file is used as a whole or not at all.
 */
export function readGatewaysFile(text: string): readonly AddressedProfile[] {
	try {
		const file = parseProfile(text);
		refuseKeysInFile(file);
		const gateways = hasFields(file) ? file.gateways : undefined;
		if (!Array.isArray(gateways) || gateways.length > mostGateways)
			throw new UserError(l10n.t("Its field “{0}” is missing or invalid.", "gateways"));
		return gateways.map(readAddressedProfile);
	} catch (error) {
		throw unusedFile(messageOf(error));
	}
}

/** Returns the error for an administrator's file that cannot be read. */
export function unreadableGatewaysFile(cause: unknown): UserError {
	return unusedFile(cause instanceof FileTooLargeError ? tooLarge() : l10n.t("It cannot be read."), { cause });
}

function unusedFile(reason: string, options?: ErrorOptions): UserError {
	return new UserError(l10n.t("Your administrator's list of gateways was not used: {0}", reason), [], options);
}

function tooLarge(): string {
	return l10n.t("It is larger than {0} KB.", profileBytes / 1024);
}

/**
 * Reads a gateway's description of itself.
 *
 * @param origin the gateway's origin.
 * @throws UserError with the reason when it is not accepted.
 */
export function readOwnProfile(text: string, origin: string): GatewayProfile {
	try {
		return readGatewayProfile(parseProfile(text), origin);
	} catch (error) {
		throw new UserError(l10n.t("The gateway's description of itself was not used: {0}", messageOf(error)));
	}
}

function parseProfile(text: string): unknown {
	if (new TextEncoder().encode(text).length > profileBytes) throw new UserError(tooLarge());
	try {
		return parseJson(text);
	} catch {
		throw new UserError(l10n.t("It is not valid JSON."));
	}
}
