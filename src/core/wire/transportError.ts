import * as l10n from "@vscode/l10n";
import { messageOf } from "../base/errors";
import { redact } from "../base/redact";
import { GatewayError } from "./gatewayError";

const certificateCodes =
	/^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|HOSTNAME_MISMATCH)|^net::ERR_CERT_/;

const brokenConnection = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/**
 * The error that something thrown on the way to the gateway stands for. The cause is looked for down the chain, because
 * both the openai package and `fetch` wrap what they were given.
 */
export function transportError(thrown: unknown, origin: string, key: string): GatewayError {
	const chain = causes(thrown);
	for (const error of chain) if (error instanceof GatewayError) return error;
	const options = { cause: thrown };
	if (chain.some((error) => error instanceof Error && error.name === "AbortError")) {
		return new GatewayError("cancelled", l10n.t("The request was cancelled."), undefined, options);
	}
	const code = chain.map(codeOf).find((code) => code !== undefined);
	const last = chain.at(-1);
	const said = redact(code ?? messageOf(last), [key]);
	if (code && certificateCodes.test(code)) {
		const message = l10n.t(
			"The certificate of {0} is not trusted here ({1}). Ask whoever runs the gateway for its certificate authority.",
			origin,
			said,
		);
		return new GatewayError("certificate", message, undefined, options);
	}
	// A connection kept open from before may have died meanwhile: the next one is fresh.
	const transient = code !== undefined && brokenConnection.test(code);
	const message = l10n.t("{0} cannot be reached ({1}). Check the address and the network, VPN or proxy.", origin, said);
	return new GatewayError("network", message, undefined, { ...options, transient });
}

/** The error and every cause below it; a failed connection to several addresses counts as its first. */
function causes(thrown: unknown): unknown[] {
	const chain: unknown[] = [];
	let error = thrown;
	while (error !== undefined && error !== null && chain.length < 10) {
		chain.push(error);
		if (error instanceof AggregateError && error.errors.length > 0) error = error.errors[0];
		else error = error instanceof Error ? error.cause : undefined;
	}
	return chain;
}

function codeOf(error: unknown): string | undefined {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return typeof code === "string" ? code : undefined;
}
