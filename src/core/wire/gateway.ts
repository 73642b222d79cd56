import type { ModelInfo, Usage } from "../../shared/conversation";
import type { BaseUrl } from "./baseUrl";
import type { GatewayError } from "./gatewayError";
import type { GatewayKey } from "./gatewayKey";
import type { OnWait } from "./retry";

/** A piece of a message that is not text alone, as OpenAI's API spells it. */
export type ContentPart =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** One entry of a request's `messages`. */
export interface RequestMessage {
	readonly role: "system" | "user" | "assistant";
	/** Parts only where there is an image among them: some gateways take nothing but text. */
	readonly content: string | readonly ContentPart[];
}

/** A question to a chat model. What is absent is not sent: never a default of our own. */
export interface ChatRequest {
	readonly model: string;
	readonly messages: readonly RequestMessage[];
	/** 0 to 1, see docs/gateway-spec.md#2-resources-and-their-fields. */
	readonly temperature?: number;
	/** The longest answer, in tokens. */
	readonly maxTokens?: number;
	/** The workspace-relative paths of the files whose text is in the messages: for the ledger, never sent. */
	readonly sources?: readonly string[];
}

/** What a chat answer consists of, in the order of arrival. */
export type ChatEvent =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "reasoning"; readonly text: string }
	/** All text so far was reasoning: only its closing tag is in the answer, and came now. At most once. */
	| { readonly type: "wasReasoning" }
	| { readonly type: "usage"; readonly usage: Usage }
	/** The gateway gave a `finish_reason`: the answer is whole. The last event. */
	| { readonly type: "finished"; readonly reason: string }
	/** The answer broke off after it had begun. The last event. */
	| { readonly type: "interrupted"; readonly cause: GatewayError };

/** How a gateway is opened: `createGateway` with the wire that this window's requests share. */
export type OpenGateway = (base: BaseUrl, key: GatewayKey) => Gateway;

/**
 * The three operations of the service, and all that the rest of core knows of HTTP. Each is tried again where that may
 * help, and tells `onWait` of the pauses; aborting its signal ends it at once, in a pause too.
 */
export interface Gateway {
	/** @throws GatewayError */
	listModels(signal: AbortSignal, onWait?: OnWait): Promise<ModelInfo[]>;
	/**
	 * Iterates to the end of the answer. Ends without a last event when the signal is aborted: cancellation is no error.
	 *
	 * @throws GatewayError when the request fails before any of the answer arrived.
	 */
	chat(request: ChatRequest, signal: AbortSignal, onWait?: OnWait): AsyncIterable<ChatEvent>;
	/**
	 * One vector for each text, in the texts' order.
	 *
	 * @param sources the workspace-relative paths that the texts come from: for the ledger, never sent.
	 * @throws GatewayError
	 */
	embed(
		model: string,
		texts: readonly string[],
		signal: AbortSignal,
		onWait?: OnWait,
		sources?: readonly string[],
	): Promise<Float32Array[]>;
}
