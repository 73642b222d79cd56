import { stackOf, UserError } from "../base/errors";
import { codeOf, errorChain } from "./errorChain";
import { GatewayError } from "./gatewayError";

/**
 * An error for the log. The sentence of an error may quote what a gateway said, a model answered or a file holds, and a
 * gateway may say a prompt back: of those errors that can, only the kind is written down.
 */
export function loggedError(error: unknown): string {
	const codes = errorChain(error).flatMap((one) => codeOf(one) ?? []);
	const code = codes[0] === undefined ? "" : `, ${codes[0]}`;
	if (error instanceof GatewayError) {
		const status = error.status === undefined ? "" : `, status ${error.status}`;
		return `${error.reason}${status}${code}`;
	}
	if (error instanceof UserError) {
		const { cause } = error;
		if (cause !== undefined) return loggedError(cause);
		return error.actions.length > 0
			? `shown to the user, with the actions ${error.actions.join(", ")}`
			: "shown to the user";
	}
	// It quotes what could not be parsed.
	if (error instanceof SyntaxError) return `SyntaxError${framesOf(error)}`;
	return stackOf(error);
}

/** Where an error was thrown, without its sentence. */
function framesOf({ stack = "" }: Error): string {
	const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
	return frames.length > 0 ? `\n${frames.join("\n")}` : "";
}
