import type { EffortField } from "../../../shared/reasoningEffort";
import { completionLimits } from "../../../shared/untrusted/limits";
import type { FillInFamily, FillInRung } from "../capabilities/capabilities";
import type { ChatEvent, Gateway } from "../gateway";
import { type CodeAtCursor, chatFillInMessages, FillInTag } from "./chatFillIn";

/** How a model is asked for the code at the cursor. */
export interface FillInWay {
	readonly rung: FillInRung;
	/** Only with the rung `tokens`. */
	readonly family?: FillInFamily | undefined;
	/** Only with the rung `chat`. */
	readonly reasoningSwitch?: EffortField | undefined;
}

/** A question for the code at the cursor. */
export interface FillInRequest {
	readonly model: string;
	readonly way: FillInWay;
	readonly code: CodeAtCursor;
	/** Whether the model is known to accept a temperature of 0. */
	readonly acceptsTemperature: boolean;
	readonly maxTokens: number;
	/** The workspace-relative paths of the files whose text is sent: for the ledger, never sent. */
	readonly sources?: readonly string[];
}

/** The gateway's operations that fill in code. */
export type FillInGateway = Pick<Gateway, "chat" | "complete">;

/** Receives the code so far; returns whether the rest of the answer is not needed. */
export type OnCode = (code: string) => boolean;

/** The result of a question for the code at the cursor. */
export interface FilledIn {
	readonly code: string;
	/** Whether the model reasoned, which uses up tokens of its answer. */
	readonly hasReasoning: boolean;
}

/**
 * Asks for the code at the cursor, and reads the answer until the caller has enough of it or it reaches
 * `completionLimits.answerLength`; the request is then ended.
 *
 * @throws GatewayError when the request fails; an answer that breaks off later counts as far as it has arrived.
 */
export async function fillIn(
	gateway: FillInGateway,
	request: FillInRequest,
	signal: AbortSignal,
	onCode: OnCode = () => false,
): Promise<FilledIn> {
	let tag = request.way.rung === "chat" ? new FillInTag() : undefined;
	let code = "";
	let hasReasoning = false;
	let left: number = completionLimits.answerLength;
	const add = (piece: string) => {
		code += piece;
		return (piece !== "" && onCode(code)) || tag?.isClosed === true;
	};
	for await (const event of eventsOf(gateway, request, signal)) {
		if (event.type === "reasoning") hasReasoning ||= event.text.trim() !== "";
		else if (event.type === "wasReasoning") {
			code = "";
			tag &&= new FillInTag();
			hasReasoning = true;
		} else if (event.type === "text") {
			const piece = event.text.slice(0, left);
			left -= piece.length;
			// Leaving the loop ends the request.
			if (add(tag ? tag.push(piece) : piece) || left === 0) return { code, hasReasoning };
		}
	}
	if (tag) add(tag.end());
	return { code, hasReasoning };
}

function eventsOf(gateway: FillInGateway, request: FillInRequest, signal: AbortSignal): AsyncIterable<ChatEvent> {
	const { model, way, code, acceptsTemperature, maxTokens, sources = [] } = request;
	const { rung, family, reasoningSwitch } = way;
	const limits = { model, maxTokens, sources, ...(acceptsTemperature ? { temperature: 0 } : {}) };
	if (rung !== "chat" && gateway.complete) {
		const { related, after } = code;
		const before = related === "" ? code.before : `${related}\n${code.before}`;
		return gateway.complete({ ...limits, before, after, ...(rung === "tokens" ? { family } : {}) }, signal);
	}
	const messages = chatFillInMessages(code);
	const asked = { ...limits, messages, ignoresEffort: true, ...(reasoningSwitch ? { reasoningSwitch } : {}) };
	return gateway.chat(asked, signal);
}
