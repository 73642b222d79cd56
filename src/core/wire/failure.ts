import type { Failure, FailureAction } from "../../shared/conversation";
import { messageOf, UserError } from "../base/errors";
import { GatewayError, type GatewayErrorReason } from "./gatewayError";

/** What helps against each reason, the best first. */
const actionsFor: Readonly<Record<GatewayErrorReason, readonly FailureAction[]>> = {
	unauthorized: ["openMyKeys", "setApiKey", "retry"],
	forbidden: ["selectModel", "retry"],
	outOfCredit: ["openMyKeys", "retry"],
	wrongAddress: ["connect", "diagnose", "retry"],
	unknownModel: ["selectModel", "retry"],
	noImages: ["selectModel", "retry"],
	contextOverflow: ["leaveOutOldest", "leaveOutAttachments", "selectModel", "retry"],
	rateLimited: ["retry", "selectModel"],
	unavailable: ["retry"],
	network: ["retry", "diagnose", "connect"],
	certificate: ["retry", "diagnose", "connect"],
	timeout: ["retry", "diagnose"],
	proxy: ["retry", "diagnose", "connect"],
	redirected: ["connect", "retry"],
	malformed: ["retry", "connect"],
	tooLarge: ["retry", "selectModel", "connect"],
	refused: ["retry", "showLog"],
	cancelled: ["retry"],
};

/** Anything thrown, as one sentence and the actions that help. */
export function failureOf(error: unknown): Failure {
	if (error instanceof GatewayError) {
		return { reason: error.reason, message: error.message, actions: error.actions ?? actionsFor[error.reason] };
	}
	if (error instanceof UserError) return { reason: "user", message: error.message, actions: error.actions };
	return { reason: "unexpected", message: messageOf(error), actions: ["showLog"] };
}
