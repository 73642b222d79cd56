import type { ModelInfo, Usage } from "../../shared/conversation";
import type { Disposable } from "../../shared/disposable";
import type { EffortField } from "../../shared/reasoningEffort";
import type { BaseUrl } from "./baseUrl";
import type { FillInFamily, ToolRung } from "./capabilities/capabilities";
import type { GatewayError } from "./gatewayError";
import type { GatewayKey } from "./gatewayKey";
import type { OnWait, Wait } from "./retry";

/** A part of a message that contains more than text, in the form of OpenAI's API. */
export type ContentPart =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** One entry of a request's `messages`. */
export interface RequestMessage {
	readonly role: "system" | "user" | "assistant" | "tool";
	/** A list of parts only if there is an image among them: some gateways accept only text. */
	readonly content: string | readonly ContentPart[];
	/** The calls of an assistant's turn. */
	readonly toolCalls?: readonly ToolCall[];
	/** The reasoning before these calls; absent if it is unknown, empty if there was none. Sent only to a model that demands it. */
	readonly reasoning?: string;
	/** The call whose result a message with the role `tool` holds. */
	readonly toolCallId?: string;
}

/** A tool that a model may call. */
export interface ToolDefinition {
	/** Letters, digits, `_` and `-`. */
	readonly name: string;
	readonly description: string;
	/** The JSON schema of the arguments, which are an object. */
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** The arguments of a call; the model's own text if it is not valid JSON and cannot be repaired unambiguously. */
export type ToolArguments = Readonly<Record<string, unknown>> | string;

/**
 * A model's call of a tool. It may name a tool that was not declared, and its arguments may not fit the tool's schema.
 */
export interface ToolCall {
	/** Unique among the calls of an answer. */
	readonly id: string;
	readonly name: string;
	readonly arguments: ToolArguments;
}

/** A question to a chat model. Absent fields are not sent; there are no defaults. */
export interface ChatRequest {
	readonly model: string;
	readonly messages: readonly RequestMessage[];
	/** From 0 to 1, see docs/gateway-spec.md#2-resources-and-their-fields. */
	readonly temperature?: number;
	/** Maximum length of the answer, in tokens. */
	readonly maxTokens?: number;
	/** The tools that the model may call. Requests without tools are sent and read without regard to calls. */
	readonly tools?: readonly ToolDefinition[];
	/**
	 * Whether the model must call a tool: sent as `tool_choice`, or demanded in the prompt of a model that is not sent
	 * `tools`; left out for a model that refuses `tool_choice`.
	 */
	readonly mustCall?: boolean;
	/** The field that asks the model not to reason; absent to leave that to the user. */
	readonly reasoningSwitch?: EffortField;
	/** Whether the reasoning effort that the user chose for the model is left out, because the answer must come at once. */
	readonly ignoresEffort?: boolean;
	/** The rung of the ladder to try instead of the learned one; for the connection check. */
	readonly toolRung?: ToolRung;
	/** The workspace-relative paths of the files whose text is in the messages: for the ledger, never sent. */
	readonly sources?: readonly string[];
	/** The extension that asks through VS Code: for the ledger, never sent. */
	readonly requester?: string;
	/**
	 * The longest pause before a retry, in milliseconds; an error that asks for more is final. For requests whose pauses
	 * the user does not see.
	 */
	readonly longestPause?: number;
}

/** A question to `/completions`: the code that belongs between two texts. Absent fields are not sent. */
export interface CompletionRequest {
	readonly model: string;
	readonly before: string;
	readonly after: string;
	/** The family whose tokens mark the two texts; absent to send the second one as `suffix`. */
	readonly family?: FillInFamily | undefined;
	readonly temperature?: number;
	/** Maximum length of the answer, in tokens. */
	readonly maxTokens?: number;
	/** The workspace-relative paths of the files whose text is sent: for the ledger, never sent. */
	readonly sources?: readonly string[];
}

/** The events of a chat answer, in order of arrival. */
export type ChatEvent =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "reasoning"; readonly text: string }
	/** All text so far was reasoning: its closing tag has just arrived, and it has no opening tag. At most once. */
	| { readonly type: "wasReasoning" }
	| { readonly type: "usage"; readonly usage: Usage }
	/** A call that is complete; only before `finished`, because the calls of an interrupted answer may be incomplete. */
	| {
			readonly type: "toolCall";
			readonly call: ToolCall;
			/** Whether the model may only have quoted the call: its text is in a tool's result word for word. */
			readonly isQuoted?: true;
	  }
	/** The gateway sent a `finish_reason`: the answer is complete. The last event. */
	| {
			readonly type: "finished";
			readonly reason: string;
			/** The first tool that the model called although the request had no tools. */
			readonly unaskedTool?: string;
	  }
	/** The answer was interrupted after it had begun. The last event. */
	| { readonly type: "interrupted"; readonly cause: GatewayError };

/**
 * Opens a gateway: `createGateway` with the services that this window's requests share.
 *
 * @param retries the number of retries after transient failures, if it is not the default.
 */
export type OpenGateway = (base: BaseUrl, key: GatewayKey, retries?: number) => Gateway;

/**
 * The operations of a gateway; the rest of core does not depend on HTTP. Each operation is retried where that may help,
 * and calls `onWait` for the pauses; aborting its signal ends it at once, even in a pause.
 */
export interface Gateway {
	/** @throws GatewayError */
	listModels(signal: AbortSignal, onWait?: OnWait): Promise<ModelInfo[]>;
	/**
	 * Iterates to the end of the answer. When the signal is aborted, it ends without a last event: cancellation is not
	 * an error.
	 *
	 * @throws GatewayError when the request fails before any of the answer arrived.
	 */
	chat(request: ChatRequest, signal: AbortSignal, onWait?: OnWait): AsyncIterable<ChatEvent>;
	/**
	 * Iterates to the end of a completion, as `chat` does. The operation is not in the specification, so a gateway may
	 * refuse it; absent where it is not needed.
	 *
	 * @throws GatewayError as `chat` does.
	 */
	complete?(request: CompletionRequest, signal: AbortSignal, onWait?: OnWait): AsyncIterable<ChatEvent>;
	/**
	 * Returns one vector for each text, in the same order.
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
	/**
	 * Returns whether the gateway can be sent a request that the user did not ask for: in this session, it has refused no
	 * request as one too many, and has not reported that few are left. Absent where nothing is known.
	 */
	hasSpareRequests?(): boolean;
	/**
	 * Returns the number of requests that the gateway reports as left, without regard to periods that end soon;
	 * `undefined` where it reports none.
	 */
	requestsLeft?(): number | undefined;
	/** Returns whether a model is sent its reasoning before earlier calls. Absent where nothing is known. */
	sendsReasoning?(model: string): boolean;
	/**
	 * Returns the pause before a bulk request; its cause names the limit. Of the requests that the gateway reports as
	 * left, half remain for the user's own. `undefined` for no pause; absent where nothing is known.
	 */
	bulkWait?(): Wait | undefined;
	/** Records the start of a bulk request. */
	bulkBegan?(): void;
	/** Calls the listener when an answer has reported limits, so that `bulkWait` may return another pause. */
	onDidReportLimits?(listener: () => void): Disposable;
}
