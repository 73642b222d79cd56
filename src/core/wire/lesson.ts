import type { Capabilities } from "./capabilities";
import { contextLimit } from "./contextLimit";
import type { GatewayError } from "./gatewayError";
import type { Operation } from "./requestLedger";

const refusals = [400, 404, 405, 422, 501];
const notForChat = /\bembeddings? model\b|not (?:a )?chat|not support.*\b(?:chat|generat|completion)/i;
const notForEmbedding = /not (?:an )?embedding|not support.*\bembed|embeddings? (?:are|is) not|no embedding/i;

/**
 * What a failure teaches for good, though nothing can be corrected now: how much the model takes in, or that it is of the
 * other kind (gateway-quirks.md: "a refusal corrects the guess for good").
 */
export function lessonOf(error: GatewayError, operation: Operation): Capabilities | undefined {
	if (error.reason === "contextOverflow") {
		const contextLength = contextLimit(error.said);
		return contextLength === undefined ? undefined : { contextLength };
	}
	if (!refusals.includes(error.status ?? 0)) return undefined;
	if (operation === "chat" && notForChat.test(error.said)) return { kind: "embedding" };
	if (operation === "embeddings" && (error.status === 501 || notForEmbedding.test(error.said))) return { kind: "chat" };
	return undefined;
}
