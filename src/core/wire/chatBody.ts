import type { Capabilities } from "./capabilities";
import type { ChatRequest, ContentPart, RequestMessage } from "./gateway";

/**
 * The body of a chat request: only what the spec names, and of that only what this model takes
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
 * One system message at most, first, and neighbours of the same role merged: some chat templates refuse anything but
 * strict alternation. Where a model takes no system message, its text opens the first question.
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

/** Two contents as one: a text as long as both are, else their parts. */
function joined(a: Content, b: Content): Content {
	return typeof a === "string" && typeof b === "string" ? `${a}\n\n${b}` : [...partsOf(a), ...partsOf(b)];
}

function partsOf(content: Content): readonly ContentPart[] {
	return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Whether an image is among a request's messages. */
export function hasImages({ messages }: Readonly<Record<string, unknown>>): boolean {
	return Array.isArray(messages) && messages.some(({ content }) => Array.isArray(content));
}
