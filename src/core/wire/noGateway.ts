import * as l10n from "@vscode/l10n";
import type { BaseUrl } from "./baseUrl";
import { GatewayError } from "./gatewayError";

/** How Cloudflare and others say with a 400 that there is nothing at a path. */
const aboutRoute = /\b(?:no route for|could not route|unexpected endpoint|unsupported (?:native )?api path)\b/i;

/**
 * Whether no gateway answered where the list of models was asked for: a 404 or 405, a web page, a 200 that says no more than
 * an error (LM Studio's "Unexpected endpoint"), and the like. Everything else is a gateway's own word, such as that it
 * refuses the key, or says nothing of the address.
 */
export function isNoGateway(error: unknown): error is GatewayError {
	if (!(error instanceof GatewayError)) return false;
	const { about, reason, status = 0, webPage, said } = error;
	if (about === "address" || status === 404 || status === 405) return true;
	if (reason === "refused" && ((status >= 200 && status < 300) || (status === 400 && aboutRoute.test(said))))
		return true;
	// A web page may also say that the gateway behind it is in trouble.
	return webPage && about !== "load";
}

/** The error of the first address, which names the others too at which no gateway was found. */
export function noGatewayAnywhere(first: GatewayError, others: readonly BaseUrl[]): GatewayError {
	if (others.length === 0 || first.reason === "unauthorized") return first;
	const either = l10n.t("No gateway answers at {0} either.", others.map(({ href }) => href).join(", "));
	const { reason, message, status, said } = first;
	return new GatewayError(reason, `${message} ${either}`, status, { said, cause: first });
}
