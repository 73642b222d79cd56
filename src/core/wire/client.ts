import type { BaseUrl } from "./baseUrl";
import { chatBody } from "./chatBody";
import { readChat } from "./chatStream";
import { embedTexts } from "./embedTexts";
import type { Gateway } from "./gateway";
import { readModels } from "./modelsReader";
import { readJson } from "./readJson";
import { Sender, type Wire } from "./sender";

/**
 * The gateway behind an address, over the openai package's requests and our own reading of the answers.
 * The package (400 KB) is loaded with the first request.
 *
 * @param readKey asked at each request, so that a renewed key counts at once.
 * @throws GatewayError in each operation; `readKey`'s own error if there is no key.
 */
export function createGateway(base: BaseUrl, readKey: () => Promise<string>, wire: Wire): Gateway {
	const sender = new Sender(base, readKey, wire);
	return {
		async listModels(signal, onWait) {
			const answer = await sender.send(
				{
					facts: { operation: "models" },
					body: () => ({}),
					send: (client, _, options) => client.get("/models", options).asResponse(),
				},
				signal,
				onWait,
			);
			return readModels(await readJson(answer));
		},

		chat(request, signal, onWait) {
			const { model, sources } = request;
			const open = () =>
				sender.send(
					{
						facts: { operation: "chat", model, sources },
						body: (can) => chatBody(request, can),
						send: (client, body, options) => client.chat.completions.create(body, options).asResponse(),
					},
					signal,
					onWait,
				);
			return readChat(open, signal);
		},

		embed(model, texts, signal, onWait, sources) {
			return embedTexts({ gateway: base.href, model, texts, sources }, sender, wire.capabilities, signal, onWait);
		},
	};
}
