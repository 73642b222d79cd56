import type { Failure } from "../../../shared/conversation";
import { messageOf, UserError } from "../../base/errors";
import { GatewayError } from "../gatewayError";

/** Converts anything thrown to a message and the actions that help. */
export function failureOf(error: unknown): Failure {
	if (error instanceof GatewayError) return { reason: error.reason, message: error.message, actions: error.actions };
	if (error instanceof UserError) return { reason: "user", message: error.message, actions: error.actions };
	return { reason: "unexpected", message: messageOf(error), actions: ["showLog"] };
}
