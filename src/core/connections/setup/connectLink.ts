import * as l10n from "@vscode/l10n";
import { parseJson } from "../../../shared/untrusted/parseJson";
import { UserError } from "../../base/errors";
import { type AddressedProfile, readLinkedProfile } from "./gatewayProfile";

/** Maximum length of a link's parameter, in characters. */
const longestLink = 8_000;

/**
 * Reads a link to connect to a gateway, `vscode://gatehouse.gatehouse/connect?c=…`; `c` is JSON as base64url, because
 * VS Code decodes a query once too often for plain text.
 *
 * @param path the link's path.
 * @param query the part after the question mark.
 * @throws UserError with the reason when the link is not accepted.
 */
export function readConnectLink(path: string, query: string): AddressedProfile {
	try {
		if (path !== "/connect") throw new UserError(l10n.t("Links of this kind are not supported."));
		const [[name, c] = ["", ""], ...others] = new URLSearchParams(query.slice(0, longestLink + 3));
		// Some encoders add padding.
		if (name !== "c" || others.length > 0 || c.length > longestLink || !/^[\w-]+={0,2}$/.test(c))
			throw new UserError(l10n.t("It is incomplete or too long."));
		return readLinkedProfile(parseJson(decoded(c)));
	} catch (error) {
		const reason = error instanceof UserError ? error.message : l10n.t("It is incomplete or too long.");
		throw new UserError(l10n.t("The link was not used: {0}", reason));
	}
}

function decoded(base64url: string): string {
	const bytes = atob(base64url.replaceAll("=", "").replaceAll("-", "+").replaceAll("_", "/"));
	return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
