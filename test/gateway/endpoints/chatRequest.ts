import { invalidField } from "../apiError";
import type { DemoCall, ToolMessage } from "../model";
import { isJsonObject, type JsonObject } from "../requestBody";
import { optionalBoolean, optionalFraction, optionalPositiveInteger, requiredString } from "../requestFields";

/** A chat completion request as in the spec's section 2, plus the fields of streaming clients. */
export interface ChatRequest {
	readonly model: string;
	/** At least one. */
	readonly messages: readonly ToolMessage[];
	/** The names of the tools that may be called. */
	readonly tools: readonly string[];
	readonly maxTokens: number | undefined;
	/** 0 to 1. */
	readonly temperature: number | undefined;
	readonly stream: boolean;
	/** Whether a stream ends with a chunk that counts tokens. */
	readonly includeUsage: boolean;
}

const roles = ["system", "user", "assistant"] as const;
const toolRoles = [...roles, "tool"] as const;

/**
 * Checks a body; fields that are not in the spec are ignored.
 * @param takesTools whether calls of tools and their results are read.
 * @throws ApiError 400 that names the first invalid field.
 */
export function parseChatRequest(body: JsonObject, takesTools: boolean): ChatRequest {
	return {
		model: requiredString(body, "model"),
		messages: parseMessages(body.messages, takesTools),
		tools: takesTools ? parseTools(body.tools) : [],
		maxTokens: optionalPositiveInteger(body, "max_tokens"),
		temperature: optionalFraction(body, "temperature"),
		stream: optionalBoolean(body, "stream"),
		includeUsage: parseStreamOptions(body),
	};
}

/**
 * Checks the spec's rules for every body, and leaves the rest to the provider: roles, forms of content,
 * its own fields.
 * @throws ApiError 400 that names the first invalid field.
 */
export function checkChatLimits(body: JsonObject): void {
	requireMessages(body.messages);
	optionalPositiveInteger(body, "max_tokens");
	optionalFraction(body, "temperature");
}

function requireMessages(value: unknown): readonly unknown[] {
	if (Array.isArray(value) && value.length > 0) return value;
	throw invalidField("messages", `"messages" must be an array of at least one message.`);
}

function parseMessages(value: unknown, takesTools: boolean): readonly ToolMessage[] {
	return requireMessages(value).map((message, index) => parseMessage(message, `messages[${index}]`, takesTools));
}

function parseMessage(message: unknown, param: string, takesTools: boolean): ToolMessage {
	if (!isJsonObject(message)) {
		throw invalidField(param, `"${param}" must be an object with the strings "role" and "content".`);
	}
	const known = takesTools ? toolRoles : roles;
	const role = known.find((one) => one === message.role);
	if (!role) throw invalidField(`${param}.role`, `"${param}.role" must be one of: ${known.join(", ")}.`);
	const toolCalls = takesTools && Array.isArray(message.tool_calls) ? message.tool_calls.flatMap(parseCall) : [];
	if (toolCalls.length > 0) return { role, content: String(message.content ?? ""), toolCalls };
	const { content } = message;
	if (typeof content !== "string") throw invalidField(`${param}.content`, `"${param}.content" must be a string.`);
	return { role, content };
}

function parseStreamOptions(body: JsonObject): boolean {
	const options = body.stream_options;
	if (options === undefined) return false;
	if (!isJsonObject(options)) throw invalidField("stream_options", `"stream_options" must be an object.`);
	if (body.stream !== true) {
		throw invalidField("stream_options", `"stream_options" goes only with "stream": true.`);
	}
	return optionalBoolean(options, "include_usage", "stream_options.include_usage");
}

/** Returns the names of a request's tools. */
function parseTools(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.flatMap((tool) => functionOf(tool)?.name ?? []) : [];
}

function parseCall(call: unknown): readonly DemoCall[] {
	const called = functionOf(call);
	return called ? [{ name: called.name, given: parseArguments(called.given) }] : [];
}

function functionOf(tool: unknown): { readonly name: string; readonly given: unknown } | undefined {
	if (!isJsonObject(tool) || !isJsonObject(tool.function) || typeof tool.function.name !== "string") return undefined;
	return { name: tool.function.name, given: tool.function.arguments };
}

function parseArguments(text: unknown): JsonObject {
	try {
		const value: unknown = JSON.parse(String(text));
		return isJsonObject(value) ? value : {};
	} catch {
		return {};
	}
}
