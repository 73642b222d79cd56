import type { Capabilities } from "./capabilities";
import { contextLimit } from "./contextLimit";
import type { GatewayError } from "./gatewayError";
import type { Operation } from "./requestLedger";

const refusals = [400, 404, 405, 422, 501];
const notForChat =
	/\bis an? embeddings? model\b|\bmodel\b[^.]{0,80}\b(?:does not|doesn't|not) support (?:the )?(?:chat|generat\w*|completions?)(?: completions?| api)?(?=[.,;!]|$| for| operation)/i;
const notForEmbedding = /not (?:an )?embedding|not support.*\bembed|embeddings? (?:are|is) not|no embedding/i;

const aboutImages = /\bimages?\b|image_url|\bvision\b|\bmulti-?modal/i;

/**
 * What a failure teaches for good, though nothing can be corrected now: how much the model takes in, or that it is of the
 * other kind (gateway-quirks.md: "a refusal corrects the guess for good").
 *
 * @param several whether several texts were to be embedded at once.
 * @param images whether an image was among the messages.
 */
export function lessonOf(
	error: GatewayError,
	operation: Operation,
	several = false,
	images = false,
): Capabilities | undefined {
	if (error.reason === "contextOverflow") {
		const contextLength = contextLimit(error.said);
		return contextLength === undefined ? undefined : { contextLength };
	}
	if (!refusals.includes(error.status ?? 0)) return undefined;
	if (operation === "chat" && notForChat.test(error.said)) return { kind: "embedding" };
	if (operation === "chat" && images && aboutImages.test(error.said)) return { images: false };
	// Several texts at once may be what is refused.
	if (operation === "embeddings" && !several && (error.status === 501 || notForEmbedding.test(error.said)))
		return { kind: "chat" };
	return undefined;
}
