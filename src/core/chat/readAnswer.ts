import { type AnswerState, type MakingRoom, makesRoom, type Usage } from "../../shared/conversation";
import type { Log } from "../base/ports";
import { failureOf } from "../wire/failure";
import type { ChatEvent } from "../wire/gateway";
import { loggedError } from "../wire/loggedError";
import type { ReceivedText } from "./answerText";

/** How an answer ended. */
export interface AnswerEnd {
	/** Absent when it was stopped. */
	readonly state?: AnswerState;
	readonly usage?: Usage;
}

interface ReadAnswerOptions {
	/** Whether a part of it was there already, so that an error only interrupts it. */
	readonly continued: boolean;
	/** The parts that its request can still go without. */
	readonly ways: readonly MakingRoom[];
	readonly log: Log;
	take(piece: ReceivedText): void;
	/** The text so far turned out to be reasoning. */
	wasReasoning(): void;
}

/** Takes an answer in, to whatever end. Never rejects: an error is an answer's state. */
export async function readAnswer(
	events: AsyncIterable<ChatEvent>,
	{ continued, ways, log, take, wasReasoning }: ReadAnswerOptions,
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
				case "wasReasoning":
					wasReasoning();
					break;
				case "usage":
					usage = event.usage;
					break;
				case "finished":
					state = { type: "complete", finishReason: event.reason };
					break;
				case "interrupted":
					state = { type: "interrupted", message: event.cause.message };
					log.warn(`An answer was interrupted: ${loggedError(event.cause)}`);
			}
		}
	} catch (error) {
		const { reason, message, actions: helping } = failureOf(error);
		const actions = helping.filter((action) => !makesRoom(action) || ways.includes(action));
		state = continued
			? { type: "interrupted", message, actions }
			: { type: "failed", failure: { reason, message, actions } };
		log.warn(`An answer failed: ${loggedError(error)}`);
	}
	return { ...(state ? { state } : {}), ...(usage ? { usage } : {}) };
}
