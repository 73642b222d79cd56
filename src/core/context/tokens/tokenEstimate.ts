import { estimateTokenCount } from "tokenx";
import type { RequestMessage, ToolArguments } from "../../gateway/gateway";
import { cutReasoning } from "../../gateway/tools/toolMessages";

/** Number of tokens that a chat template adds to each message. */
const perMessage = 4;
/**
 * Estimated number of tokens of an image: the actual number is between 85 and about 1,500, depending on the model and
 * the image's size, and cannot be known beforehand.
 */
const perImage = 1000;

/** A cache of long texts' token counts: a conversation is counted again after every word that is typed. */
const remembered = new Map<string, number>();
const mostRemembered = 500;
const longEnough = 200;

/** Estimates the number of tokens of a text, for no particular tokenizer (docs/performance.md#counting-tokens). */
export function textTokens(text: string): number {
	if (text.length < longEnough) return estimateTokenCount(text);
	const known = remembered.get(text);
	if (known !== undefined) return known;
	const tokens = estimateTokenCount(text);
	if (remembered.size >= mostRemembered) remembered.clear();
	remembered.set(text, tokens);
	return tokens;
}

/** Estimates the number of tokens of an image. */
export function imageTokens(): number {
	return perImage;
}

/** Estimates the number of tokens of a call's arguments, which are sent as JSON. */
function argumentTokens(given: ToolArguments): number {
	return textTokens(typeof given === "string" ? given : JSON.stringify(given));
}

/**
 * Estimates the number of tokens of a request's messages, with their tool calls.
 *
 * @param hasReasoning whether the reasoning before these calls is sent, too.
 */
export function messageTokens(messages: readonly RequestMessage[], hasReasoning = false): number {
	let tokens = 0;
	for (const { content, toolCalls = [], reasoning = "" } of messages) {
		tokens += perMessage;
		if (hasReasoning && toolCalls.length > 0) tokens += textTokens(cutReasoning(reasoning));
		for (const call of toolCalls) tokens += perMessage + textTokens(call.name) + argumentTokens(call.arguments);
		if (typeof content === "string") tokens += textTokens(content);
		else for (const part of content) tokens += part.type === "text" ? textTokens(part.text) : perImage;
	}
	return tokens;
}
