import type { ModelInfo } from "../../shared/conversation";
import type { BaseUrl } from "./baseUrl";
import type { Capabilities } from "./capabilities/capabilities";
import type { Gateway } from "./gateway";
import { type GatewayKey, KeyTracking } from "./gatewayKey";
import { chatBody } from "./request/chatBody";
import { completionBody } from "./request/completionBody";
import { embedTexts } from "./request/embedTexts";
import { type GatewayServices, type RetryPolicy, Sender, type Sending } from "./request/sender";
import { readChat } from "./response/chatStream";
import { readModelPages } from "./response/modelPages";
import { readModels } from "./response/modelsReader";
import { readJson } from "./response/readJson";
import type { OnWait } from "./retry";
import { toolChat } from "./toolChat";
import { usesTools } from "./tools/toolMessages";

/** A gateway with every operation. */
type CompletingGateway = Gateway & Required<Pick<Gateway, "complete">>;

/** Implements `createGateway`: the openai package builds the requests, and Gatehouse reads the answers itself. */
export function httpGateway(
	base: BaseUrl,
	key: GatewayKey,
	gatewayServices: GatewayServices,
	policy: RetryPolicy,
): CompletingGateway {
	const sender = new Sender(base, key, gatewayServices, policy);

	/** Runs an operation that returns its answer as a whole, and tracks what it shows about the key. */
	async function tracked<T>(run: () => Promise<T>): Promise<T> {
		const tracking = new KeyTracking(key);
		try {
			const answer = await run();
			tracking.answered();
			return answer;
		} catch (error) {
			tracking.failed(error);
			throw error;
		}
	}

	async function listModels(signal: AbortSignal, onWait?: OnWait): Promise<ModelInfo[]> {
		const facts = { operation: "models" } as const;
		const readPage = async (query: string, limit: number) => {
			const answer = await sender.send({ facts, method: "get", path: "/models", query }, signal, onWait);
			let length = 0;
			const body = await readJson(answer, limit, (bytes) => {
				length = bytes;
			});
			return { body, length };
		};
		const warn = (text: string) => gatewayServices.log.warn(text);
		const models = readModels(await readModelPages(readPage, `${base.href}/models`, warn), (count) => {
			warn(`The gateway's list of models is too long: ${count} models were left out.`);
		});
		// A model whose id contains the key would reveal it wherever models are shown or stored.
		const listed = models.filter(({ id }) => !gatewayServices.keys.isIn(id));
		const leftOut = models.length - listed.length;
		if (leftOut > 0) gatewayServices.log.warn(`The ids of ${leftOut} models hold the key: they were left out.`);
		return listed;
	}

	return {
		listModels: (...asked) => tracked(() => listModels(...asked)),

		chat(request, signal, onWait) {
			const { model, sources, requester, longestPause, ignoresEffort } = request;
			const effort = ignoresEffort ? undefined : gatewayServices.efforts?.get(base.href, model);
			const sending: Sending = {
				facts: { operation: "chat", model, sources, ...(requester === undefined ? {} : { requester }) },
				method: "post",
				path: "/chat/completions",
				body: (can) => chatBody(request, can, effort),
				hasReasoning: request.messages.some(({ reasoning }) => reasoning !== undefined),
				longestPause,
			};
			const tracking = new KeyTracking(key);
			if (!usesTools(request)) return readChat(() => sender.send(sending, signal, onWait), signal, tracking);
			return toolChat(request, {
				read: (withRung, calls) => {
					const body = (can: Capabilities) => chatBody(request, withRung(can), effort);
					return readChat(() => sender.send({ ...sending, body }, signal, onWait), signal, tracking, calls);
				},
				recordRung: (toolRung) => sender.recordCapabilities(model, { toolRung }),
				random: gatewayServices.random,
			});
		},

		complete(request, signal, onWait) {
			const { model, sources } = request;
			const sending: Sending = {
				facts: { operation: "completion", model, sources },
				method: "post",
				path: "/completions",
				body: (can) => completionBody(request, can),
			};
			return readChat(() => sender.send(sending, signal, onWait), signal, new KeyTracking(key));
		},

		embed(model, texts, signal, onWait, sources) {
			const request = { gateway: base.href, model, texts, sources };
			return tracked(() => embedTexts(request, sender, gatewayServices.capabilities, signal, onWait));
		},
	};
}
