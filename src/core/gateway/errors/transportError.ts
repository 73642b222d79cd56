import * as l10n from "@vscode/l10n";
import { messageOf } from "../../base/errors";
import type { Redactor } from "../../base/knownKeys";
import { GatewayError, shortened } from "../gatewayError";
import { certificateError } from "./certificateError";
import { codeOf, errorChain } from "./errorChain";
import { proxyError } from "./proxyError";

/** Codes for an answer that is not TLS: those of OpenSSL's versions, and Chromium's. */
const notTls = /^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|net::ERR_SSL_PROTOCOL_ERROR)$/;

const brokenConnection = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * The progress of a request when it failed: `open` if it may be sent again; `taken` if the gateway may have accepted it,
 * so that sending it again could bill it twice; `answered` once the answer had begun.
 */
export type RequestProgress = "open" | "taken" | "answered";

/** Converts anything thrown during a request to a GatewayError without keys. */
export function transportError(
	thrown: unknown,
	origin: string,
	redact: Redactor,
	progress: RequestProgress = "open",
): GatewayError {
	const chain = errorChain(thrown);
	for (const error of chain) if (error instanceof GatewayError) return withoutKeys(error, redact);
	return withoutKeys(errorFor(thrown, chain, origin, redact, progress), redact);
}

/** Returns the error without any key in its visible parts. */
function withoutKeys(error: GatewayError, redact: Redactor): GatewayError {
	const { reason, status, field, transient, retryAfter, contextLength, webPage, expired, actions, cause } = error;
	const message = redact(error.message);
	const said = redact(error.said);
	if (message === error.message && said === error.said && (field === undefined || redact(field) === field))
		return error;
	// Without `field`: if its name contains a key, it is not a field that Gatehouse sent.
	return new GatewayError(reason, message, status, {
		said,
		transient,
		cause,
		...(retryAfter === undefined ? {} : { retryAfter }),
		contextLength,
		webPage,
		expired,
		actions,
	});
}

function errorFor(
	thrown: unknown,
	chain: readonly unknown[],
	origin: string,
	redact: Redactor,
	progress: RequestProgress,
): GatewayError {
	const found = proxyError(chain, origin) ?? certificateError(chain, origin);
	if (found) return found;
	const options = { cause: thrown };
	if (chain.some((error) => error instanceof Error && error.name === "AbortError")) {
		return new GatewayError("cancelled", l10n.t("The request was cancelled."), undefined, options);
	}
	const code = chain.map(codeOf).find((code) => code !== undefined);
	// Some failures of `fetch` have an inner error without text.
	const said = shortened(redact(code ?? chain.map(messageOf).findLast(Boolean) ?? ""));
	if (chain.some(speaksNoTls)) {
		const message = l10n.t(
			"{0} does not use https ({1}). Check the address and its port; a gateway on this computer often uses http://.",
			origin,
			said,
		);
		return new GatewayError("wrongAddress", message, undefined, options);
	}
	if (progress === "answered") {
		const message = l10n.t("The connection to {0} was lost in the middle of the answer ({1}).", origin, said);
		return new GatewayError("network", message, undefined, options);
	}
	// A connection kept alive from an earlier request may have died in the meantime; the next one is new.
	const broken = code !== undefined && brokenConnection.test(code);
	if (broken && progress === "taken") {
		const message = l10n.t(
			"{0} closed the connection without an answer ({1}). The request was not sent again, because the gateway may have received it. Try again.",
			origin,
			said,
		);
		return new GatewayError("network", message, undefined, options);
	}
	if (origin.startsWith("http:") && chain.some(hangsUpOnPlainHttp)) {
		const message = l10n.t(
			"{0} closed the connection without an answer ({1}). If the gateway uses https, enter its address with https://.",
			origin,
			said,
		);
		return new GatewayError("network", message, undefined, { ...options, transient: broken });
	}
	const message = l10n.t("{0} cannot be reached ({1}). Check the address and the network, VPN or proxy.", origin, said);
	return new GatewayError("network", message, undefined, { ...options, transient: broken });
}

function speaksNoTls(error: unknown): boolean {
	const code = codeOf(error) ?? "";
	return (
		notTls.test(code) || (code === "EPROTO" && /wrong version number|packet length too long/.test(messageOf(error)))
	);
}

/**
 * Returns whether a TLS server rejected plain HTTP: it closes the connection, or answers with an alert that is not
 * HTTP. Before an answer has begun, undici wraps a closed connection in "fetch failed"; later, it wraps the same code
 * in "terminated".
 */
function hangsUpOnPlainHttp(error: unknown, _: number, chain: readonly unknown[]): boolean {
	const code = codeOf(error) ?? "";
	const early = chain.some((outer) => outer instanceof TypeError && outer.message === "fetch failed");
	return early && (code === "UND_ERR_SOCKET" || code === "HPE_INVALID_CONSTANT");
}
