import { isFollowedBy } from "../../../shared/untrusted/isFollowedBy";
import type { Capabilities } from "../capabilities/capabilities";
import { effortFallback, hasEffort } from "../capabilities/effortRequest";
import { demandsReasoning, isAboutOneAnswer } from "../errors/errorReason";
import type { GatewayError } from "../gatewayError";
import { outputLimit } from "../limits/outputLimit";

/** The fields of a request's body. */
type SentBody = Readonly<Record<string, unknown>>;

const refusals = [400, 404, 405, 415, 422, 500, 501];

const valueRefused =
	/\bmust be (?:between|in|strictly|positive|non-?negative|greater|less|at|[<>])|\brange\b|\btoo (?:large|high|small)\b|\bmaximum allowed\b|\d\s*>\s*\d/i;

/**
 * Matches "System role not supported", "does not support 'system'", "Only user and assistant roles", but not a system
 * that is down.
 */
function isAboutSystemRole(text: string): boolean {
	return (
		/\bsystem[ _-]?(?:role|message|prompt|instruction)|['"`]system['"`]|developer instruction|only user and assistant roles/i.test(
			text,
		) ||
		isFollowedBy(text, /\brole\b/i, /\bsystem\b/i) ||
		(/\broles?\b/i.test(text) && /\balternat/i.test(text))
	);
}

/** The correction of a refused request. */
interface Correction {
	/** Learned when the corrected request succeeds. */
	readonly can: Capabilities;
	/** Whether the refusal gave no reason: earlier corrections are then not learned, because they may have been wrong. */
	readonly isGuess: boolean;
}

/**
 * Returns how to correct a refused request; `undefined` if it cannot be.
 *
 * @param known the capabilities known so far.
 * @param hasReasoning whether reasoning before earlier calls is available, so that it can be sent.
 */
export function requestFallback(
	error: GatewayError,
	sent: SentBody,
	known: Capabilities = {},
	hasReasoning = false,
): Correction | undefined {
	const said = [error.field ?? "", error.said];
	const can = said.some(demandsReasoning)
		? reasoningFallback(error, known, hasReasoning)
		: revealed(error, sent, said, known);
	return can && { can, isGuess: isWordless(said) };
}

/**
 * Returns the capability that a refusal reveals: the same request without the named field, or with it renamed, may
 * succeed (docs/gateway-quirks.md#learning-what-a-model-can-do). `undefined` when nothing new is learned, so that a
 * request is corrected at most once per field.
 */
function revealed(
	error: GatewayError,
	sent: SentBody,
	said: readonly string[],
	known: Capabilities,
): Capabilities | undefined {
	if (!refusals.includes(error.status ?? 0)) return undefined;
	const maxOutput = lowerOutput(error, sent);
	if (maxOutput !== undefined) return { maxOutput };
	if (error.reason === "contextOverflow") return undefined;
	if (isWordless(said)) return wordlessFallback(error, sent);
	// A value out of range says nothing about the field, which is accepted with another value.
	const aboutValue = valueRefused.test(error.said);
	const names = (pattern: RegExp) => said.some((text) => pattern.test(text));
	if ("max_tokens" in sent && names(/max_completion_tokens/i)) return { lengthField: "max_completion_tokens" };
	if (!aboutValue && ("max_tokens" in sent || "max_completion_tokens" in sent) && names(/max_(?:completion_)?tokens/i))
		return { lengthField: "none" };
	if (known.needsReasoning && names(/\breasoning_content\b/i) && (names(unknownField) || names(denial)))
		return { needsReasoning: false };
	if (!aboutValue && "temperature" in sent && names(/\btemperature\b/i)) return { temperature: false };
	// Checked before the effort, because a refusal of `tool_choice` may mention the thinking mode.
	if (refusesToolChoice(sent, said)) return { toolChoice: false };
	const learned = effortFallback(said, sent, known) ?? toolFallback(error, sent, said);
	if (learned) return learned;
	if (hasSystemMessage(sent) && said.some(isAboutSystemRole)) return { system: false };
	if ("encoding_format" in sent && names(/encoding[_ ]format/i)) return { encodingFormat: false };
	return undefined;
}

/**
 * Returns the capability that a demand for the reasoning before earlier calls reveals; `undefined` if the demand cannot
 * be met, or was met already.
 */
function reasoningFallback(
	{ status = 0 }: GatewayError,
	known: Capabilities,
	hasReasoning: boolean,
): Capabilities | undefined {
	return hasReasoning && !known.needsReasoning && [400, 422].includes(status) ? { needsReasoning: true } : undefined;
}

/** Returns the maximum length of a model's answer in tokens, if it refused a request for a longer one. */
function lowerOutput({ said }: GatewayError, sent: SentBody): number | undefined {
	const asked = sent.max_tokens ?? sent.max_completion_tokens;
	const longest = typeof asked === "number" ? outputLimit(said) : undefined;
	return longest !== undefined && longest < Number(asked) ? longest : undefined;
}

function refusesToolChoice(sent: SentBody, said: readonly string[]): boolean {
	const isNamed = "tool_choice" in sent && said.some((text) => /\btool[_ ]choice\b/i.test(text));
	return isNamed && !said.some(isAboutOneAnswer);
}

/** Returns what a refusal reveals about tools. @param said the field that the error names, and its text. */
function toolFallback(error: GatewayError, sent: SentBody, said: readonly string[]): Capabilities | undefined {
	// An error about one answer or one history says nothing about the model.
	if (said.some(isAboutOneAnswer)) return undefined;
	if (hasToolMessage(sent) && said.some(isAboutToolRole)) return { toolRole: false };
	if (!("tools" in sent)) return undefined;
	// If the definition of one tool is refused, the caller gets the error: the model may accept other tools.
	if (said.some((text) => /\bschemas?\b|\btools?(?:\[|\.)\d/i.test(text))) return undefined;
	if (!refusesTools(error)) return undefined;
	// Some servers refuse tools only in streams.
	const isOfStreams = sent.stream !== false && said.some((text) => /\bstream(?:ing|ed)?\b/i.test(text));
	return { toolRung: isOfStreams ? "whole" : "prompted" };
}

const isWordless = (said: readonly string[]) => said.every((text) => text.trim() === "");

/** Statuses of a refusal that is about the request even if it gives no reason. */
const wordless = [400, 415, 422];

/** Returns what to leave out after a refusal without a reason: the least common fields come first. */
function wordlessFallback({ status = 0, webPage }: GatewayError, sent: SentBody): Capabilities | undefined {
	// A web page comes from another server.
	if (!wordless.includes(status) || webPage) return undefined;
	if (hasEffort(sent)) return { effort: "refused" };
	return "tools" in sent ? { toolRung: "prompted" } : undefined;
}

/** Matches words for tools. */
const feature = /\btools?\b|\btool[_ -]|\bfunctions?[_ -]?call|\bfunctions\b/i;
/** Matches words that deny a feature, before or after its name: "does not support", "is not enabled", "unsupported". */
const denial =
	/(?:\bnot|n't|\bnor|\bnever|\bcannot|\bunable to|\bfound that) (?:yet |currently |be |able to |been ){0,3}(?:support|use\b|using|us(?:ed|able)|accept|allow|permit|enabl|availab|implement|recogni|handle|capable)|\bunsupported\b|\bdisabled\b|\bunavailable\b|\bno (?:tool|function)[\w ]{0,20} support\b|不支持/i;
/** Matches words that refuse an unknown field, or say which start option is missing. */
const unknownField =
	/\bun(?:recogni[sz]ed|known|expected)\b|\b(?:extra|additional) (?:inputs?|fields?|propert|parameters?|keys?)|\bnot permitted\b|\bnot allowed\b|\brequires? (?:the )?[`'"]?--/i;

/** Returns whether an error says that the model or its server does not take tools at all. */
function refusesTools({ field, said }: GatewayError): boolean {
	const names = feature.test(field ?? "") || feature.test(said);
	return names && (denial.test(said) || unknownField.test(said));
}

/** Matches "Unexpected role 'tool'", "roles must alternate", "tool_call_id", `messages.2.tool_calls`. */
function isAboutToolRole(text: string): boolean {
	return (
		/tool_call|\bmessages?\b.{0,20}\brole\b|\bmessages?\b.{0,40}\btool\b|\btool (?:role|message|result|response)s?\b/i.test(
			text,
		) ||
		(/\broles?\b/i.test(text) && /\btool\b|\balternat|\bonly\b|\bunexpected\b|\binvalid\b|\bunknown\b/i.test(text))
	);
}

function hasToolMessage({ messages }: SentBody): boolean {
	return Array.isArray(messages) && messages.some(({ role }) => role === "tool");
}

function hasSystemMessage({ messages }: SentBody): boolean {
	return Array.isArray(messages) && messages[0]?.role === "system";
}

/** Matches words for a batch and its texts. */
const aboutBatch = /\b(?:batch|inputs?|texts)\b/i;
/** Matches "at most 8 items", "maximum length 8", "batch size 64 > 32", "too many inputs". */
const aboutNumber =
	/\bbatch\b|\bat most\b|\b(?:more|larger|longer) than\b|\bup to\b|\bmax(?:imum)?\b|\btoo (?:many|long|large)\b|\blimit|\bexceed/i;

/**
 * Returns the capability that a refused batch of texts reveals: the maximum number per request, or that only one is
 * accepted.
 *
 * @param count the number of texts that were sent, 2 or more.
 */
export function batchFallback(error: GatewayError, count: number): Capabilities | undefined {
	const atMost = (embeddingBatch: number) => ({ embeddingArrays: true, embeddingBatch, embeddingBatchLimited: true });
	const halved = atMost(Math.floor(count / 2));
	if (error.status === 413) return halved;
	if (!refusals.includes(error.status ?? 0)) return undefined;
	const about = aboutBatch.test(error.said) || /\binput\b/i.test(error.field ?? "");
	const number = about && aboutNumber.test(error.said);
	const limit = number ? figureBelow(count, error.said) : undefined;
	if (limit !== undefined) return atMost(limit);
	// A single text may be too long; a smaller batch shows which.
	if (error.reason === "contextOverflow") return halved;
	if (!about || !/string|\bstr\b|array|list/i.test(error.said)) return undefined;
	return number ? halved : { embeddingArrays: false };
}

/**
 * Returns the largest number in a message that is below the number of texts that were sent, as in "batch size 64 >
 * maximum allowed batch size 32".
 */
function figureBelow(count: number, said: string): number | undefined {
	const figures = [...said.matchAll(/\b\d{1,6}\b(?!\s*(?:tokens|char))/g)].map(([figure]) => Number(figure));
	const below = figures.filter((figure) => figure > 0 && figure < count);
	return below.length > 0 ? below.reduce((most, figure) => Math.max(most, figure)) : undefined;
}
