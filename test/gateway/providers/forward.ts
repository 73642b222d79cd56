import type { IncomingMessage } from "node:http";
import { ApiError } from "../apiError";
import type { Exchange } from "../exchange";
import type { JsonObject } from "../requestBody";
import { askProvider, unreachable } from "./askProvider";
import { KeyFilter } from "./keyFilter";
import type { Provider } from "./provider";

/** A provider's model, found by the name `NAME/model`. */
export interface ProviderModel {
	readonly provider: Provider;
	/** Its name at the provider, without the prefix. */
	readonly id: string;
}

const passedTypes = ["application/json", "text/event-stream", "application/x-ndjson"];

/**
 * Spec, section 1: the service forwards requests to model providers. The answer is forwarded as it arrives, byte for
 * byte and unbuffered, errors with their status; it breaks off where the provider's breaks off. When the client
 * disconnects, the request to the provider is aborted.
 *
 * @throws ApiError 502 if the provider cannot be reached; see `strangeAnswer` for an answer that is not a model
 * server's.
 */
export async function forward(exchange: Exchange, { provider, id }: ProviderModel, body: JsonObject): Promise<void> {
	const { signal, request } = exchange;
	const answer = await askProvider(provider, { path: request.path, body: { ...body, model: id }, signal });
	const { statusCode = 0, headers } = answer;
	const type = headers["content-type"] ?? "";
	const retryAfter: Record<string, string> = {};
	if (headers["retry-after"]) retryAfter["retry-after"] = headers["retry-after"];
	if (!isPassed(type) || (statusCode >= 300 && statusCode < 400)) {
		answer.destroy();
		throw strangeAnswer(provider, statusCode, retryAfter);
	}
	// Status and headers are forwarded without waiting for the first token.
	exchange.head(statusCode, { "content-type": type, "cache-control": "no-cache", ...retryAfter }, true);
	for await (const bytes of withoutKey(answer, provider)) await exchange.write(bytes);
	exchange.end();
}

async function* withoutKey(answer: IncomingMessage, provider: Provider): AsyncIterable<Uint8Array> {
	const filter = provider.key === undefined ? undefined : new KeyFilter(provider.key);
	try {
		for await (const bytes of answer as AsyncIterable<Uint8Array>) yield filter ? filter.push(bytes) : bytes;
	} catch (error) {
		throw unreachable(provider, error);
	}
	if (filter) yield filter.end();
}

function isPassed(contentType: string): boolean {
	const [type = ""] = contentType.split(";");
	return passedTypes.includes(type.trim().toLowerCase());
}

/**
 * Returns the error for an answer that is not a model server's: with the answer's status if that is an error, else with
 * 502.
 */
function strangeAnswer({ name }: Provider, status: number, headers: Readonly<Record<string, string>>): ApiError {
	const message = `The provider "${name}" answered with status ${status}, but not as a model server does: check its address.`;
	return new ApiError(status >= 400 ? status : 502, "provider_error", message, { headers });
}
