import type { Capabilities } from "./capabilities";
import type { ChatRequest, RequestMessage } from "./gateway";

/**
 * The body of a chat request: only what the spec names, and of that only what this model takes
 * (gateway-quirks.md, "What we send").
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
		if (last?.role === role) turns[turns.length - 1] = { role, content: `${last.content}\n\n${content}` };
		else turns.push({ role, content });
	}
	if (systemText === "") return turns;
	if (system) return [{ role: "system", content: systemText }, ...turns];
	const [first, ...rest] = turns;
	if (first?.role === "user") return [{ role: "user", content: `${systemText}\n\n${first.content}` }, ...rest];
	return [{ role: "user", content: systemText }, ...turns];
}

function textOf(messages: readonly RequestMessage[]): string {
	return messages.map(({ content }) => content).join("\n\n");
}
