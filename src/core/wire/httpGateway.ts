import type { BaseUrl } from "./baseUrl";
import { chatBody } from "./chatBody";
import { readChat } from "./chatStream";
import { embedTexts } from "./embedTexts";
import type { Gateway } from "./gateway";
import { readModelPages } from "./modelPages";
import { readModels } from "./modelsReader";
import { readJson } from "./readJson";
import { Sender, type Sending, type Wire } from "./sender";

/** `createGateway`'s work: the openai package's requests and our own reading of the answers. */
export function httpGateway(base: BaseUrl, readKey: () => Promise<string>, wire: Wire): Gateway {
	const sender = new Sender(base, readKey, wire);
	return {
		async listModels(signal, onWait) {
			const facts = { operation: "models" } as const;
			const readPage = async (query: string, limit: number) => {
				const answer = await sender.send({ facts, method: "get", path: "/models", query }, signal, onWait);
				let length = 0;
				const body = await readJson(answer, limit, (bytes) => {
					length = bytes;
				});
				return { body, length };
			};
			const warn = (text: string) => wire.log.warn(text);
			const models = readModels(await readModelPages(readPage, `${base.href}/models`, warn), (count) => {
				warn(`The gateway's list of models is too long: ${count} models were left out.`);
			});
			// Such a one would show the key, and keep it, wherever models are.
			const listed = models.filter(({ id }) => !wire.keys.isIn(id));
			const leftOut = models.length - listed.length;
			if (leftOut > 0) wire.log.warn(`The ids of ${leftOut} models hold the key: they were left out.`);
			return listed;
		},

		chat(request, signal, onWait) {
			const { model, sources } = request;
			const sending: Sending = {
				facts: { operation: "chat", model, sources },
				method: "post",
				path: "/chat/completions",
				body: (can) => chatBody(request, can),
			};
			return readChat(() => sender.send(sending, signal, onWait), signal);
		},

		embed(model, texts, signal, onWait, sources) {
			return embedTexts({ gateway: base.href, model, texts, sources }, sender, wire.capabilities, signal, onWait);
		},
	};
}
