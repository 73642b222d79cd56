import * as vscode from "vscode";
import type { ContentPart, RequestMessage, ToolCall, ToolDefinition } from "../../core/gateway/gateway";
import { hasFields } from "../../shared/untrusted/ownField";

/** VS Code's role for system messages, which the types do not have. */
const systemRole = 3;

/**
 * Converts VS Code's messages to those of a request. Results of tools become messages of their own, before the text
 * beside them. Reasoning is kept beside the calls that follow it, for models that demand it. Parts that mean nothing to a
 * gateway are left out.
 */
export function requestMessagesOf(messages: readonly vscode.LanguageModelChatRequestMessage[]): RequestMessage[] {
	return messages.flatMap(({ role, content }) => {
		const parts: ContentPart[] = [];
		const toolCalls: ToolCall[] = [];
		const results: RequestMessage[] = [];
		const thoughts: string[] = [];
		for (const part of content) {
			if (part instanceof vscode.LanguageModelToolCallPart)
				toolCalls.push({ id: part.callId, name: part.name, arguments: hasFields(part.input) ? { ...part.input } : {} });
			else if (part instanceof vscode.LanguageModelToolResultPart)
				results.push({ role: "tool", toolCallId: part.callId, content: resultOf(part) });
			else {
				const thought = thoughtOf(part);
				if (thought !== undefined) thoughts.push(thought);
				const converted = contentOf(part);
				if (converted) parts.push(converted);
			}
		}
		const text = contentIn(parts);
		if (role !== vscode.LanguageModelChatMessageRole.Assistant) {
			const name = (role as number) === systemRole ? ("system" as const) : ("user" as const);
			return text === "" && results.length > 0 ? results : [...results, { role: name, content: text }];
		}
		const thought = thoughts.length > 0 ? { reasoning: thoughts.join("") } : {};
		if (toolCalls.length > 0) return [{ role: "assistant" as const, content: text, toolCalls, ...thought }];
		return text === "" ? [] : [{ role: "assistant" as const, content: text }];
	});
}

/** Converts the tools that VS Code offers a model. */
export function toolDefinitionsOf(tools: readonly vscode.LanguageModelChatTool[] = []): ToolDefinition[] {
	return tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		parameters: hasFields(inputSchema) ? { ...inputSchema } : { type: "object", properties: {} },
	}));
}

/** Returns the content as a text, unless there is an image in it. */
function contentIn(parts: readonly ContentPart[]): RequestMessage["content"] {
	if (parts.some(({ type }) => type !== "text")) return parts;
	return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function contentOf(part: unknown): ContentPart | undefined {
	if (part instanceof vscode.LanguageModelTextPart) return { type: "text", text: part.value };
	if (!(part instanceof vscode.LanguageModelDataPart)) return undefined;
	const { data, mimeType } = part;
	if (/^image\/[\w.+-]{1,40}$/i.test(mimeType)) {
		const url = `data:${mimeType};base64,${Buffer.from(data).toString("base64")}`;
		return { type: "image_url", image_url: { url } };
	}
	return /^(?:text\/|application\/(?:[\w.-]{1,40}\+)?json)/i.test(mimeType)
		? { type: "text", text: new TextDecoder().decode(data) }
		: undefined;
}

/** Returns the text of a part of reasoning, which VS Code's types do not have; `undefined` for every other part. */
function thoughtOf(part: unknown): string | undefined {
	const { LanguageModelThinkingPart: thinkingPart } = vscode as unknown as {
		readonly LanguageModelThinkingPart?: new () => { readonly value?: unknown };
	};
	if (!thinkingPart || !(part instanceof thinkingPart)) return undefined;
	return [part.value]
		.flat()
		.filter((text) => typeof text === "string")
		.join("");
}

/** Returns a result's text; a note replaces each image in it, because few gateways accept images in results. */
function resultOf({ content }: vscode.LanguageModelToolResultPart): string {
	const texts = content.map((part) => {
		const converted = contentOf(part);
		if (converted) return converted.type === "text" ? converted.text : "[An image that cannot be sent as a result]";
		// A prompt of @vscode/prompt-tsx, which only VS Code itself can render as text.
		return hasFields(part) && "value" in part ? textIn(part.value) : "";
	});
	return texts.join("\n");
}

/** Returns the texts of a rendered prompt. */
function textIn(value: unknown, depth = 0): string {
	if (typeof value === "string") return value;
	if (depth > 30 || !hasFields(value)) return "";
	const { text, children, node } = value as Readonly<Record<string, unknown>>;
	if (typeof text === "string") return text;
	if (Array.isArray(children)) return children.map((child) => textIn(child, depth + 1)).join("");
	return textIn(node, depth + 1);
}
