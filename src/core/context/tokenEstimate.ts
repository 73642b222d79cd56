import { estimateTokenCount } from "tokenx";
import type { RequestMessage } from "../wire/gateway";

/** What a chat template puts around each message, in tokens. */
const perMessage = 4;
/** An image costs from 85 to some 1,500 tokens, by model and size, which nobody tells beforehand. */
const perImage = 1000;

/** A conversation is counted again with every word that is written under it: its long texts are remembered. */
const remembered = new Map<string, number>();
const mostRemembered = 500;
const longEnough = 200;

/** About how many tokens a text is, for no tokenizer in particular (docs/performance.md#counting-tokens). */
export function textTokens(text: string): number {
	if (text.length < longEnough) return estimateTokenCount(text);
	const known = remembered.get(text);
	if (known !== undefined) return known;
	const tokens = estimateTokenCount(text);
	if (remembered.size >= mostRemembered) remembered.clear();
	remembered.set(text, tokens);
	return tokens;
}

/** About how many tokens an image is. */
export function imageTokens(): number {
	return perImage;
}

/** About how many tokens a request's messages are. */
export function messageTokens(messages: readonly RequestMessage[]): number {
	let tokens = 0;
	for (const { content } of messages) {
		tokens += perMessage;
		if (typeof content === "string") tokens += textTokens(content);
		else for (const part of content) tokens += part.type === "text" ? textTokens(part.text) : perImage;
	}
	return tokens;
}
