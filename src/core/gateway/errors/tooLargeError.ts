import * as l10n from "@vscode/l10n";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { GatewayError } from "../gatewayError";

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/**
 * The actions that help when a body is too large to be read, such as a list of models: models can also be named in the
 * settings. Choosing another chat model does not help.
 */
const aboutAddress = ["retry", "connect", "openSettings"] as const;

/** Returns the error for a body of more bytes than the limit. */
export function bodyTooLarge(url: string, bytes: number, status?: number): GatewayError {
	const message = l10n.t(
		"{0} sent more than {1} MB, and the rest was not read. Check the address, or report this to your gateway's administrator.",
		url,
		megabytes(bytes),
	);
	return new GatewayError("tooLarge", message, status, { actions: aboutAddress });
}

/** Returns the error for JSON that is nested more deeply than any gateway's answer. */
export function tooDeep(url: string, status?: number): GatewayError {
	const message = l10n.t(
		"{0} sent JSON that is nested more than {1} levels deep, so it was not read. Check the address, or report this to your gateway's administrator.",
		url,
		gatewayLimits.jsonDepth,
	);
	return new GatewayError("tooLarge", message, status, { actions: aboutAddress });
}

/** Returns the error for an event of a stream, or for a JSON answer, that is longer than the limit. */
export function eventTooLong(): GatewayError {
	return new GatewayError(
		"tooLarge",
		l10n.t(
			"The gateway sent an event that is too large to read. Try again, or report this to your gateway's administrator.",
		),
	);
}

/** Returns the error for an answer with more text than the limit. */
export function answerTooLong(): GatewayError {
	const message = l10n.t(
		"The answer was cut off at {0} MB. Ask for a shorter answer.",
		megabytes(gatewayLimits.answerText),
	);
	return new GatewayError("tooLarge", message);
}

/** Returns the error for an answer with more bytes than the limit, whatever they contain. */
export function streamTooLong(): GatewayError {
	const message = l10n.t(
		"The gateway sent more than {0} MB for one answer, and the rest was not read. Try again, or choose another model.",
		megabytes(gatewayLimits.answerBytes),
	);
	return new GatewayError("tooLarge", message);
}

/** Returns the error for a tool call in an answer's text that is longer than the limit. */
export function callTooLong(): GatewayError {
	const message = l10n.t(
		"The model wrote a tool call of more than {0} KB into its text, and the answer was cut off there. Ask for smaller steps, or choose another model.",
		gatewayLimits.callInText / 1024,
	);
	return new GatewayError("tooLarge", message);
}
