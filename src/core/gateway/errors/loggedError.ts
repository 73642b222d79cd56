import { stackOf, UserError } from "../../base/errors";
import { GatewayError } from "../gatewayError";
import { codeOf, errorChain } from "./errorChain";

/**
 * Returns an error in a form for the log. An error's message may quote a gateway, a model's answer or a file, and a
 * gateway may repeat a prompt: of such errors, only the kind is logged.
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
	// Its message quotes the text that could not be parsed.
	if (error instanceof SyntaxError) return `SyntaxError${framesOf(error)}`;
	return stackOf(error);
}

/** Returns where an error was thrown, without its message. */
function framesOf({ stack = "" }: Error): string {
	const frames = stack.split("\n").filter((line) => line.startsWith("    at "));
	return frames.length > 0 ? `\n${frames.join("\n")}` : "";
}
