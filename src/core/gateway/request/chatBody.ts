import type { Capabilities } from "../capabilities/capabilities";
import type { ChatRequest, ContentPart, RequestMessage } from "../gateway";

/**
 * Builds the body of a chat request, with only those fields of the spec that this model accepts
 * (docs/gateway-quirks.md#what-we-send).
 */
export function chatBody(request: ChatRequest, can: Capabilities) {
	const { model, temperature, maxTokens } = request;
	const lengthField = can.lengthField ?? "max_tokens";
	return {
		model,
		messages: strictMessages(request.messages, can.system !== false),
		...(temperature === undefined || can.temperature === false ? {} : { temperature }),
		...(maxTokens === undefined || lengthField === "none" ? {} : { [lengthField]: maxTokens }),
		stream: true as const,
	};
}

/**
 * Returns the messages with at most one system message, first, and with consecutive messages of the same role merged:
 * some chat templates require strict alternation. If a model accepts no system message, its text begins the first
 * question.
 */
export function strictMessages(messages: readonly RequestMessage[], system: boolean): RequestMessage[] {
	const systemText = textOf(messages.filter(({ role }) => role === "system"));
	const turns: RequestMessage[] = [];
	for (const { role, content } of messages) {
		const last = turns.at(-1);
		if (role === "system") continue;
		if (last?.role === role) turns[turns.length - 1] = { role, content: joined(last.content, content) };
		else turns.push({ role, content });
	}
	if (systemText === "") return turns;
	if (system) return [{ role: "system", content: systemText }, ...turns];
	const [first, ...rest] = turns;
	if (first?.role === "user") return [{ role: "user", content: joined(systemText, first.content) }, ...rest];
	return [{ role: "user", content: systemText }, ...turns];
}

function textOf(messages: readonly RequestMessage[]): string {
	return messages.map(({ content }) => (typeof content === "string" ? content : "")).join("\n\n");
}

type Content = RequestMessage["content"];

/** Joins two contents: as a text if both are texts, else as a list of parts. */
function joined(a: Content, b: Content): Content {
	return typeof a === "string" && typeof b === "string" ? `${a}\n\n${b}` : [...partsOf(a), ...partsOf(b)];
}

function partsOf(content: Content): readonly ContentPart[] {
	return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Returns whether a request's messages contain an image. */
export function hasImages({ messages }: Readonly<Record<string, unknown>>): boolean {
	return Array.isArray(messages) && messages.some(({ content }) => Array.isArray(content));
}
