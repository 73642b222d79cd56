import * as l10n from "@vscode/l10n";
import type { BaseUrl } from "./baseUrl";
import { GatewayError } from "./gatewayError";

/** Matches messages with which Cloudflare and others report, with a status 400, that there is nothing at a path. */
const aboutRoute = /\b(?:no route for|could not route|unexpected endpoint|unsupported (?:native )?api path)\b/i;

/**
 * Returns whether no gateway answered a request for the list of models: a 404 or 405, a web page, or a 200 that
 * contains only an error (LM Studio's "Unexpected endpoint"). Any other error comes from a gateway, for example because
 * it refuses the key, or says nothing about the address.
 */
export function isNoGateway(error: unknown): error is GatewayError {
	if (!(error instanceof GatewayError)) return false;
	const { about, reason, status = 0, webPage, said } = error;
	if (about === "address" || status === 404 || status === 405) return true;
	if (reason === "refused" && ((status >= 200 && status < 300) || (status === 400 && aboutRoute.test(said))))
		return true;
	// The web page may report that the gateway behind it is in trouble.
	return webPage && about !== "load";
}

/** Adds a full stop to a message that lacks one, as it may when it ends with a server's text. */
export function withEnd(message: string): string {
	return /[.!?…]$/.test(message) ? message : `${message}.`;
}

/** Returns the error of the first address, extended by the other addresses at which no gateway was found. */
export function noGatewayAnywhere(first: GatewayError, others: readonly BaseUrl[]): GatewayError {
	if (others.length === 0 || first.reason === "unauthorized") return first;
	const either = l10n.t("No gateway answers at {0} either.", others.map(({ href }) => href).join(", "));
	const { reason, message, status, said } = first;
	return new GatewayError(reason, `${withEnd(message)} ${either}`, status, { said, cause: first });
}
