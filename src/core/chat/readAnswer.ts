import type { AnswerState, Usage } from "../../shared/conversation";
import { messageOf } from "../base/errors";
import type { Log } from "../base/ports";
import { failureOf } from "../wire/failure";
import type { ChatEvent } from "../wire/gateway";
import type { ReceivedText } from "./answerText";

/** How an answer ended. */
export interface AnswerEnd {
	/** Absent when it was stopped. */
	readonly state?: AnswerState;
	readonly usage?: Usage;
}

/**
 * Takes an answer in, to whatever end. Never rejects: an error is an answer's state.
 *
 * @param continued whether a part of it was there already, so that an error only interrupts it.
 */
export async function readAnswer(
	events: AsyncIterable<ChatEvent>,
	continued: boolean,
	take: (piece: ReceivedText) => void,
	log: Log,
): Promise<AnswerEnd> {
	let state: AnswerState | undefined;
	let usage: Usage | undefined;
	try {
		for await (const event of events) {
			switch (event.type) {
				case "text":
				case "reasoning":
					take({ text: "", reasoning: "", [event.type]: event.text });
					break;
				case "usage":
					usage = event.usage;
					break;
				case "finished":
					state = { type: "complete", finishReason: event.reason };
					break;
				case "interrupted":
					state = { type: "interrupted", message: event.cause.message };
					log.warn(`An answer was interrupted: ${event.cause.message}`);
			}
		}
	} catch (error) {
		const failure = failureOf(error);
		const { message, actions } = failure;
		state = continued ? { type: "interrupted", message, actions } : { type: "failed", failure };
		log.warn(`An answer failed: ${messageOf(error)}`);
	}
	return { ...(state ? { state } : {}), ...(usage ? { usage } : {}) };
}
