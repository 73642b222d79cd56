import type { Usage } from "../../shared/conversation";
import type { Log } from "../base/ports";
import { loggedError } from "./errors/loggedError";
import type { ChatRequest, Gateway, RequestMessage, ToolCall } from "./gateway";
import type { GatewayError } from "./gatewayError";
import type { OnWait } from "./retry";

/** A token counter that corrects its estimates with the gateway's own counts. */
interface CorrectedCounter {
	correct(messages: readonly RequestMessage[], promptTokens: number): Promise<void>;
}

/** The options of a feature that receives an answer while it arrives. */
export interface CollectOptions {
	readonly signal: AbortSignal;
	readonly log: Pick<Log, "warn">;
	readonly onWait?: OnWait;
	/** The counter of the model's tokens; absent if there is none. */
	readonly counter?: CorrectedCounter | undefined;
	/** Receives each piece of text, and all text so far. */
	readonly onText?: (piece: string, text: string) => void;
	readonly onReasoning?: (piece: string) => void;
	/** Is called when the text so far turns out to be reasoning. */
	readonly onWasReasoning?: () => void;
	readonly onUsage?: (usage: Usage) => void;
}

/** An answer that has ended. With neither a finish reason nor an interruption, it was stopped by the signal. */
export interface CollectedAnswer {
	readonly text: string;
	readonly reasoning: string;
	/** The calls of a complete answer; absent if there are none. */
	readonly toolCalls?: readonly ToolCall[];
	/** The ids of the calls that the model may only have quoted; absent if there are none. */
	readonly quotedCalls?: ReadonlySet<string>;
	/** The gateway's `finish_reason`: the answer is complete. */
	readonly finishReason?: string;
	/** The error that interrupted the answer after it had begun. */
	readonly interruption?: GatewayError;
}

/**
 * Asks a chat model and reads the answer to its end, for each of Gatehouse's own features: for other extensions,
 * `languageModelProvider.ts` passes the events on. The counter learns from every answer, even from one that fails later.
 *
 * @throws GatewayError when the request fails before any of the answer arrived.
 */
export async function collectAnswer(
	gateway: Pick<Gateway, "chat">,
	request: ChatRequest,
	{ signal, log, onWait, counter, onText, onReasoning, onWasReasoning, onUsage }: CollectOptions,
): Promise<CollectedAnswer> {
	let text = "";
	let reasoning = "";
	let end: Pick<CollectedAnswer, "finishReason" | "interruption"> = {};
	let promptTokens: number | undefined;
	let toolCalls: ToolCall[] | undefined;
	let quotedCalls: Set<string> | undefined;
	try {
		for await (const event of gateway.chat(request, signal, onWait)) {
			switch (event.type) {
				case "text":
					text += event.text;
					onText?.(event.text, text);
					break;
				case "reasoning":
					reasoning += event.text;
					onReasoning?.(event.text);
					break;
				case "wasReasoning":
					[text, reasoning] = ["", reasoning + text];
					onWasReasoning?.();
					break;
				case "usage":
					promptTokens = event.usage.promptTokens;
					onUsage?.(event.usage);
					break;
				case "toolCall":
					toolCalls ??= [];
					toolCalls.push(event.call);
					if (event.isQuoted) {
						quotedCalls ??= new Set();
						quotedCalls.add(event.call.id);
					}
					break;
				case "finished":
					end = { finishReason: event.reason };
					break;
				case "interrupted":
					end = { interruption: event.cause };
			}
		}
	} finally {
		// If the count cannot be saved, the estimates are only less exact.
		if (promptTokens !== undefined)
			counter?.correct(request.messages, promptTokens).catch((error: unknown) => log.warn(loggedError(error)));
	}
	return { text, reasoning, ...(toolCalls ? { toolCalls } : {}), ...(quotedCalls ? { quotedCalls } : {}), ...end };
}
