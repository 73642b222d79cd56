import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { Capabilities } from "../capabilities/capabilities";
import type { ChatRequest, RequestMessage, ToolCall } from "../gateway";
import { callText, resultText, toolInstructions } from "./toolText";

/** The fields of a request's body that concern tools. */
interface ToolFields {
	readonly tools?: readonly object[];
	readonly tool_choice?: "required";
	/** False where the gateway drops calls from streams. */
	readonly stream?: false;
}

/** Returns whether a request has tools, calls or results: all others are sent and read without regard to calls. */
export function usesTools({ tools, messages }: ChatRequest): boolean {
	return (
		(tools !== undefined && tools.length > 0) || messages.some(({ role, toolCalls }) => role === "tool" || toolCalls)
	);
}

/** Returns the fields for the tools of a request, for the rung of the ladder that this model is on. */
export function toolFields({ tools = [], mustCall }: ChatRequest, can: Capabilities): ToolFields {
	if (tools.length === 0 || can.toolRung === "prompted") return {};
	return {
		tools: tools.map(({ name, description, parameters }) => ({
			type: "function",
			function: { name, description, parameters },
		})),
		...(mustCall && can.toolChoice !== false ? { tool_choice: "required" as const } : {}),
		...(can.toolRung === "whole" ? { stream: false as const } : {}),
	};
}

/**
 * Returns the messages with calls and results in a form that this model accepts: as they are, or as text, where `tools`
 * or the role `tool` is refused.
 */
export function messagesWithTools(
	{ messages, tools = [], mustCall }: ChatRequest,
	can: Capabilities,
): RequestMessage[] {
	const isPrompted = can.toolRung === "prompted";
	const instructions: RequestMessage[] =
		isPrompted && tools.length > 0 ? [{ role: "system", content: toolInstructions(tools, mustCall === true) }] : [];
	const all = [...messages, ...instructions];
	return isPrompted || can.toolRole === false ? inText(all) : all;
}

function inText(messages: readonly RequestMessage[]): RequestMessage[] {
	const names = new Map<string, string>();
	return messages.map((message) => {
		const { role, content, toolCalls = [], toolCallId = "" } = message;
		for (const { id, name } of toolCalls) names.set(id, name);
		if (role === "tool") return { role: "user", content: resultText(names.get(toolCallId) ?? "", textOf(content)) };
		if (toolCalls.length === 0) return message;
		return { role, content: [textOf(content), ...toolCalls.map(callText)].filter((text) => text !== "").join("\n\n") };
	});
}

/** Returns the fields of a message that carries calls or a result. */
export function callFields({ toolCalls, toolCallId, reasoning }: RequestMessage, can: Capabilities): object {
	const hasCalls = toolCalls && toolCalls.length > 0;
	return {
		...(hasCalls ? { tool_calls: toolCalls.map(callField) } : {}),
		...(hasCalls && can.needsReasoning && reasoning !== undefined
			? { reasoning_content: cutReasoning(reasoning) }
			: {}),
		...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
	};
}

/** Returns the end of reasoning that is too long, because the calls follow from it; never half of a character. */
export function cutReasoning(reasoning: string): string {
	if (reasoning.length <= gatewayLimits.returnedReasoning) return reasoning;
	return reasoning.slice(-gatewayLimits.returnedReasoning).replace(/^[\udc00-\udfff]/, "");
}

function callField({ id, name, arguments: given }: ToolCall): object {
	// Servers parse the arguments of earlier calls: text that is not JSON would be refused.
	const text = JSON.stringify(typeof given === "string" ? { text: given } : given);
	return { id, type: "function", function: { name, arguments: text } };
}

/** Returns the text of a message's content, without its pictures. */
export function textOf(content: RequestMessage["content"]): string {
	return typeof content === "string"
		? content
		: content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
