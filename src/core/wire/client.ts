import * as l10n from "@vscode/l10n";
import type { OpenAI } from "openai";
import type { ModelInfo } from "../../shared/conversation";
import type { BaseUrl } from "./baseUrl";
import { readChat } from "./chatStream";
import { looksLikeHtml } from "./errorText";
import type { ChatEvent, ChatRequest, Gateway } from "./gateway";
import { GatewayError } from "./gatewayError";
import { gatewayFetch } from "./gatewayFetch";
import { readModels } from "./modelsReader";
import { htmlError, responseError } from "./responseError";
import { transportError } from "./transportError";

/** Its own timers rule; the package's default would end a request after ten minutes, and its 0 fires at once. */
const noTimeout = 2 ** 31 - 1;

/**
 * The gateway behind an address, over the openai package's requests and our own reading of the answers.
 * The package (400 KB) is loaded with the first request.
 *
 * @param readKey asked at each request, so that a renewed key counts at once.
 * @throws GatewayError in each operation; `readKey`'s own error if there is no key.
 */
export function createGateway(base: BaseUrl, readKey: () => Promise<string>): Gateway {
	async function request(
		key: string,
		send: (client: OpenAI) => Promise<Response>,
		signal: AbortSignal,
	): Promise<Response> {
		const { OpenAI } = await import("openai");
		const fetchGuarded = gatewayFetch(base.origin, key);
		const client = new OpenAI({
			baseURL: base.href,
			// Set by gatewayFetch; this one never leaves.
			apiKey: "unused",
			organization: null,
			project: null,
			logLevel: "off",
			maxRetries: 0,
			timeout: noTimeout,
			fetch: async (input, init) => {
				const response = await fetchGuarded(input, init);
				if (!response.ok) throw await responseError(response, response.url || base.href, key);
				return response;
			},
		});
		try {
			signal.throwIfAborted();
			return await send(client);
		} catch (thrown) {
			throw transportError(thrown, base.origin, key);
		}
	}

	/** The body as JSON. */
	async function json(response: Response, key: string): Promise<unknown> {
		const body = await response.text().catch((thrown: unknown) => {
			throw transportError(thrown, base.origin, key);
		});
		if (looksLikeHtml(body)) throw htmlError(response.url || base.href, response.status);
		try {
			return JSON.parse(body);
		} catch (cause) {
			const message = l10n.t("{0} did not answer as a gateway does (no JSON).", response.url || base.href);
			throw new GatewayError("malformed", message, response.status, { cause });
		}
	}

	return {
		async listModels(signal): Promise<ModelInfo[]> {
			const key = await readKey();
			const response = await request(key, (client) => client.get("/models", { signal }).asResponse(), signal);
			return readModels(await json(response, key));
		},

		async *chat(chatRequest, signal): AsyncGenerator<ChatEvent> {
			const key = await readKey();
			const body = { ...chatBody(chatRequest), stream: true as const };
			let response: Response;
			try {
				response = await request(
					key,
					(client) => client.chat.completions.create(body, { signal }).asResponse(),
					signal,
				);
			} catch (error) {
				if (signal.aborted) return;
				throw error;
			}
			yield* readChat(response, { url: response.url || base.href, origin: base.origin, key, signal });
		},

		async embed(model, texts, signal): Promise<Float32Array[]> {
			const key = await readKey();
			const vectors: Float32Array[] = [];
			// One string at a time: the spec promises no other form of input.
			for (const input of texts) {
				const body = { model, input, encoding_format: "float" };
				const response = await request(
					key,
					(client) => client.post("/embeddings", { body, signal }).asResponse(),
					signal,
				);
				vectors.push(readEmbedding(await json(response, key)));
			}
			return vectors;
		},
	};
}

function chatBody({ model, messages, temperature, maxTokens }: ChatRequest) {
	return {
		model,
		messages: messages.map(({ role, content }) => ({ role, content })),
		...(temperature === undefined ? {} : { temperature }),
		...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
	};
}

function readEmbedding(body: unknown): Float32Array {
	const data = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
	const vector: unknown = Array.isArray(data) ? data[0]?.embedding : undefined;
	if (!Array.isArray(vector) || vector.length === 0 || !vector.every((value) => typeof value === "number")) {
		throw new GatewayError("malformed", l10n.t("The gateway's answer holds no embedding."));
	}
	return Float32Array.from(vector);
}
