import type { EffortChoice, EffortField } from "../../../shared/reasoningEffort";
import type { Capabilities } from "../capabilities/capabilities";
import { effortBody } from "../capabilities/effortRequest";
import type { ChatRequest, ContentPart, RequestMessage } from "../gateway";
import { callFields, messagesWithTools, toolFields, usesTools } from "../tools/toolMessages";

/**
 * Builds the body of a chat request, with only those fields of the spec that this model accepts
 * (docs/gateway-quirks.md#what-we-send).
 *
 * @param effort the reasoning effort that the user chose for this model.
 */
export function chatBody(request: ChatRequest, can: Capabilities, effort?: EffortChoice) {
	const { model, temperature, maxTokens, reasoningSwitch } = request;
	const lengthField = can.lengthField ?? "max_tokens";
	const hasTools = usesTools(request);
	const messages = hasTools ? messagesWithTools(request, can) : request.messages;
	const strict = strictMessages(messages, can.system !== false);
	const tools = hasTools ? toolFields(request, can) : {};
	const takesEffort = !("tools" in tools) || can.effortBesideTools !== false;
	const chosen = takesEffort ? effortBody(effort, can) : {};
	const effortFields = reasoningSwitch ? noReasoning(reasoningSwitch, can) : chosen;
	return {
		model,
		messages: hasTools ? strict.map((message) => wireMessage(message, can)) : strict,
		...(temperature === undefined || can.temperature === false ? {} : { temperature }),
		...(maxTokens === undefined || lengthField === "none"
			? {}
			: { [lengthField]: Math.min(maxTokens, can.maxOutput ?? maxTokens) }),
		...effortFields,
		stream: true,
		...tools,
	};
}

/** Returns the field that turns a model's reasoning off; nothing if the model refused a reasoning effort. */
function noReasoning(field: EffortField, can: Capabilities) {
	return effortBody({ level: "none", field }, can.effort === "refused" ? can : { ...can, effort: field });
}

/** Returns a message in the form of OpenAI's API, with its calls, or with the id of the call whose result it holds. */
function wireMessage(message: RequestMessage, can: Capabilities) {
	return { role: message.role, content: message.content, ...callFields(message, can) };
}

/**
 * Returns the messages with at most one system message, first, and with consecutive messages of the same role merged:
 * some chat templates require strict alternation. If a model accepts no system message, its text begins the first
 * question.
 */
export function strictMessages(messages: readonly RequestMessage[], system: boolean): RequestMessage[] {
	const systemText = textOf(messages.filter(({ role }) => role === "system"));
	const turns: RequestMessage[] = [];
	for (const message of messages) {
		const { role, content } = message;
		const last = turns.at(-1);
		if (role === "system") continue;
		// A call and its result are messages of their own.
		if (role === "tool" || message.toolCalls || last?.toolCalls) turns.push(message);
		else if (last?.role === role) turns[turns.length - 1] = { role, content: joined(last.content, content) };
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
