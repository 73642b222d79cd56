import { isFollowedBy } from "../../../shared/untrusted/isFollowedBy";
import type { GatewayError } from "../gatewayError";
import type { Operation } from "../ledger/requestLedger";
import { contextLimit } from "../limits/contextLimit";
import type { Capabilities } from "./capabilities";
import { namedEffortField } from "./effortRequest";

const refusals = [400, 404, 405, 422, 501];
const noChat =
	/\b(?:does not|doesn't|not) support (?:the )?(?:chat|generat\w{0,10}|completions?)(?: completions?)?(?: api)?(?=[.,;!]|$| for| operation)/gi;
/** Number of preceding characters in the same sentence that may mention the model. */
const sameSentence = 86;

function isNotForChat(said: string): boolean {
	if (/\bis an? embeddings? model\b/i.test(said)) return true;
	return [...said.matchAll(noChat)].some(({ index }) => {
		const before = said.slice(Math.max(0, index - sameSentence), index);
		// Ollama begins with the model's name in quotes.
		return (
			/\bmodels?\b/i.test(before.slice(before.lastIndexOf(".") + 1)) || /^"[^"]{1,80}" $/.test(said.slice(0, index))
		);
	});
}

function isNotForEmbedding(said: string): boolean {
	return (
		/not (?:an )?embedding|embeddings? (?:are|is) not|no embedding/i.test(said) ||
		isFollowedBy(said, /not support/i, /\bembed/i)
	);
}

const aboutImages = /\bimages?\b|image_url|\bvision\b|\bmulti-?modal/i;

/** Matches the demand of a strict server that a message's content be text, but not that a part's own field be text. */
const contentMustBeText =
	/\bcontent\b(?![.[]\d)[^\n]{0,40}?\b(?:(?:must|should) be (?:an? )?(?:of type )?(?:valid )?|expected (?:an? )?|(?:not )?of type ['"`]?)(?:string|str\b)(?!['"`]?,? (?:or|and)\b)|\bcontent\b(?![.[]\d)[^\n]{0,40}?\bstr type expected/i;

/**
 * Returns whether a failure means that the content of a message with an image is refused because it is a list of parts.
 */
function refusesParts({ field = "", said }: GatewayError, { messages }: Readonly<Record<string, unknown>>): boolean {
	const text = `${field} ${said}`;
	if (!Array.isArray(messages) || !contentMustBeText.test(text)) return false;
	const index = /\b(\d{1,5})[\].["'` ]{1,4}content\b/i.exec(text)?.[1];
	if (index !== undefined) return Array.isArray(messages[Number(index)]?.content);
	// Without a place, it could be about a message without content.
	return messages.every(({ content }) => typeof content === "string" || Array.isArray(content));
}

/**
 * Returns the lasting capability that a failure reveals, even if the request cannot be corrected: the context length,
 * that the model is of the other kind (docs/gateway-quirks.md#chat-or-embedding-model), that it accepts no images, or
 * the field for its reasoning effort.
 *
 * @param sent the request's body.
 * @param images whether its messages contain an image.
 */
export function capabilityFromError(
	error: GatewayError,
	operation: Operation,
	sent: Readonly<Record<string, unknown>> = {},
	images = false,
): Capabilities | undefined {
	if (error.reason === "contextOverflow") {
		const contextLength = error.contextLength ?? contextLimit(error.said);
		return contextLength === undefined ? undefined : { contextLength };
	}
	if (!refusals.includes(error.status ?? 0)) return undefined;
	if (operation === "chat" && isNotForChat(error.said)) return { kind: "embedding" };
	if (operation === "chat" && images && (aboutImages.test(error.said) || refusesParts(error, sent)))
		return { images: false };
	const effort = operation === "chat" ? namedEffortField(error.said, sent) : undefined;
	if (effort) return { effort };
	// A refusal of several texts may concern their number.
	if (
		operation === "embeddings" &&
		!Array.isArray(sent.input) &&
		(error.status === 501 || isNotForEmbedding(error.said))
	)
		return { kind: "chat" };
	return undefined;
}
