import type { IncomingMessage } from "node:http";
import { ApiError } from "./apiError";
import type { RecordedRequest } from "./recordedRequest";

/** The complete body of a request. */
export interface ReceivedBody {
	/** Its text; empty if the body was too large. */
	readonly text: string;
	/** Its JSON; undefined if the text is not JSON in UTF-8. */
	readonly json: unknown;
	readonly tooLarge: boolean;
}

/** Fields of a request's JSON object, which are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a body. One that is too large is read to its end, too, and discarded: a client that is still sending does not
 * read the answer.
 *
 * @param limit in bytes.
 * @throws if the client disconnects in the middle.
 */
export async function readBody(message: IncomingMessage, limit: number): Promise<ReceivedBody> {
	const parts: Uint8Array[] = [];
	let size = 0;
	for await (const part of message as AsyncIterable<Uint8Array>) {
		size += part.length;
		if (size <= limit) parts.push(part);
		else parts.length = 0;
	}
	if (size > limit) return { text: "", json: undefined, tooLarge: true };
	const bytes = Buffer.concat(parts);
	return { text: bytes.toString("utf8"), json: parseJson(bytes), tooLarge: false };
}

/**
 * Returns the body as a JSON object. Spec, section 5: every POST carries `Content-Type: application/json`.
 * @throws ApiError 415 (type or encoding), 413 (size), 400 (not JSON, not an object).
 */
export function requireJsonObject({
	request,
	body,
}: {
	readonly request: RecordedRequest;
	readonly body: ReceivedBody;
}): JsonObject {
	const [type = ""] = (request.headers["content-type"] ?? "").split(";");
	if (type.trim().toLowerCase() !== "application/json") {
		throw new ApiError(415, "unsupported_media_type", "The header Content-Type must be application/json.");
	}
	if ((request.headers["content-encoding"] ?? "identity") !== "identity") {
		throw new ApiError(415, "unsupported_encoding", "The body must be sent as it is, without Content-Encoding.");
	}
	if (body.tooLarge) throw new ApiError(413, "body_too_large", "The body is too large for this gateway.");
	if (body.json === undefined) throw new ApiError(400, "invalid_json", "The body is not valid JSON in UTF-8.");
	if (!isJsonObject(body.json)) throw new ApiError(400, "invalid_json", "The body must be a JSON object.");
	return body.json;
}

/** Whether a JSON value is an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}
