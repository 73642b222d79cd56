import * as l10n from "@vscode/l10n";
import type { BaseUrl } from "./baseUrl";
import { GatewayError } from "./gatewayError";

/** Matches messages of Cloudflare and others that report, with status 400, that a path does not exist. */
const aboutRoute = /\b(?:no route for|could not route|unexpected endpoint|unsupported (?:native )?api path)\b/i;

/**
 * Returns whether no gateway answered a request for the list of models: a 404 or 405, a 400 about a path that does not
 * exist, a web page, or a 200 that contains only an error (LM Studio's "Unexpected endpoint"). Any other error either
 * comes from a gateway, such as the refusal of a key, or does not concern the address.
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

/** Adds a full stop to a message that lacks one, as a message that ends with a server's text may. */
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
