import { invalidField } from "../apiError";
import type { ChatMessage } from "../model";
import { isJsonObject, type JsonObject } from "../requestBody";
import { optionalBoolean, optionalFraction, optionalPositiveInteger, requiredString } from "../requestFields";

/** A chat completion request as the spec's section 2 has it, plus what streaming clients send. */
export interface ChatRequest {
	readonly model: string;
	/** At least one. */
	readonly messages: readonly ChatMessage[];
	readonly maxTokens: number | undefined;
	/** 0 to 1. */
	readonly temperature: number | undefined;
	readonly stream: boolean;
	/** Whether a stream ends with a chunk that counts tokens. */
	readonly includeUsage: boolean;
}

const roles = ["system", "user", "assistant"] as const;

/**
 * Checks a body; fields that are not the spec's are passed over.
 * @throws ApiError 400 that names the first field that does not fit.
 */
export function parseChatRequest(body: JsonObject): ChatRequest {
	return {
		model: requiredString(body, "model"),
		messages: parseMessages(body.messages),
		maxTokens: optionalPositiveInteger(body, "max_tokens"),
		temperature: optionalFraction(body, "temperature"),
		stream: optionalBoolean(body, "stream"),
		includeUsage: parseStreamOptions(body),
	};
}

/**
 * Checks what the spec says of every body, and leaves to a provider what it leaves open: roles, forms of content,
 * fields of its own.
 * @throws ApiError 400 that names the first field that does not fit.
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

function parseMessages(value: unknown): readonly ChatMessage[] {
	return requireMessages(value).map((message, index) => parseMessage(message, `messages[${index}]`));
}

function parseMessage(message: unknown, param: string): ChatMessage {
	if (!isJsonObject(message)) {
		throw invalidField(param, `"${param}" must be an object with the strings "role" and "content".`);
	}
	const role = roles.find((known) => known === message.role);
	if (!role) throw invalidField(`${param}.role`, `"${param}.role" must be one of: ${roles.join(", ")}.`);
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
