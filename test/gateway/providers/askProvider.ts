import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { ApiError } from "../apiError";
import { addressOf, type Provider } from "./provider";

/** A request to a provider. */
export interface ProviderRequest {
	/** Its path, such as `/v1/models`. */
	readonly path: string;
	/** The body, posted as JSON; without one, the request is a GET. */
	readonly body?: unknown;
	/** Ends the request, even in the middle of its answer. */
	readonly signal: AbortSignal;
}

/** Time limit for a provider to accept a connection, in milliseconds. Its answer may take longer, because it may first load a model. */
const connectMs = 10_000;

/**
 * Asks a provider and waits for the head of its answer. Of the user's request, only the given parts are
 * sent; answers are uncompressed. A connection serves one request, because a kept one might be closed when it is
 * needed.
 *
 * @throws ApiError 502 that names the provider.
 */
export async function askProvider(
	provider: Provider,
	{ path, body, signal }: ProviderRequest,
): Promise<IncomingMessage> {
	const url = addressOf(provider, path);
	const headers = {
		accept: "application/json, text/event-stream",
		"accept-encoding": "identity",
		...(provider.key === undefined ? {} : { authorization: `Bearer ${provider.key}` }),
		...(body === undefined ? {} : { "content-type": "application/json" }),
	};
	const send = url.protocol === "https:" ? httpsRequest : httpRequest;
	const sent = send(url, { method: body === undefined ? "GET" : "POST", headers, signal, agent: false });
	const timer = setTimeout(() => sent.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })), connectMs);
	sent.once("socket", (socket) => socket.once("connect", () => clearTimeout(timer)));
	try {
		return await new Promise((resolve, reject) => {
			sent.once("response", resolve);
			// The listener stays: the request also emits an error if the answer breaks off.
			sent.on("error", reject);
			if (body === undefined) sent.end();
			else sent.end(JSON.stringify(body));
		});
	} catch (error) {
		throw unreachable(provider, error);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Creates the error for a provider that cannot be reached, or broke off its answer. It reveals neither its address nor
 * its key.
 */
export function unreachable({ name }: Provider, error: unknown): ApiError {
	const { code = "no answer" } = error as { code?: string };
	const why = code === "ABORT_ERR" ? "no answer in time" : code;
	return new ApiError(502, "provider_unreachable", `The provider "${name}" cannot be reached (${why}).`);
}
