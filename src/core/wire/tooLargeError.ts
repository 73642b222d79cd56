import * as l10n from "@vscode/l10n";
import { gatewayLimits } from "../../shared/untrusted/limits";
import { GatewayError } from "./gatewayError";

const megabytes = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/** What helps against a whole body that cannot be read: the settings name models, too. Another chat model does not. */
const aboutAddress = ["retry", "connect", "openSettings"] as const;

/** A body of more bytes than are read. */
export function bodyTooLarge(url: string, bytes: number, status?: number): GatewayError {
	const message = l10n.t(
		"{0} sent more than {1} MB, and the rest was not read. Check the address, or report this to your gateway's administrator.",
		url,
		megabytes(bytes),
	);
	return new GatewayError("tooLarge", message, status, { actions: aboutAddress });
}

/** JSON that is nested more deeply than any answer of a gateway. */
export function tooDeep(url: string, status?: number): GatewayError {
	const message = l10n.t(
		"{0} sent JSON with more than {1} levels, which was not read. Check the address, or report this to your gateway's administrator.",
		url,
		gatewayLimits.jsonDepth,
	);
	return new GatewayError("tooLarge", message, status, { actions: aboutAddress });
}

/** One event of a stream, or one JSON answer, that does not end. */
export function eventTooLong(): GatewayError {
	return new GatewayError(
		"tooLarge",
		l10n.t(
			"The gateway sent an event that is too large to read. Try again, or report this to your gateway's administrator.",
		),
	);
}

/** More text than is kept of one answer. */
export function answerTooLong(): GatewayError {
	const message = l10n.t(
		"The answer was cut off at {0} million characters. Ask for a shorter answer.",
		Math.round(gatewayLimits.answerText / 1_000_000),
	);
	return new GatewayError("tooLarge", message);
}

/** More bytes than are read of one answer, whatever they hold. */
export function streamTooLong(): GatewayError {
	const message = l10n.t(
		"The gateway sent more than {0} MB for one answer, and the rest was not read. Try again, or choose another model.",
		megabytes(gatewayLimits.answerBytes),
	);
	return new GatewayError("tooLarge", message);
}
