import type { AnswerState } from "../../shared/conversation";
import type { Clock, Log } from "../base/ports";
import { loggedError } from "../wire/loggedError";
import type { OnWait } from "../wire/retry";
import { AnswerText, type ReceivedText } from "./answerText";
import type { PlannedRequest } from "./chatRequest";
import type { ChatTarget } from "./chatTarget";
import { readAnswer } from "./readAnswer";
import type { SessionChange } from "./sessionChange";
import type { SessionLog } from "./sessionLog";
import type { RunningAnswer, Turn } from "./turn";

/** What taking an answer in needs of its session. */
export interface TakeAnswerDeps {
	readonly clock: Clock;
	readonly written: SessionLog;
	readonly log: Log;
	tell(change: SessionChange): void;
	/** How an answer stands that was stopped. */
	stopped(): AnswerState;
}

/**
 * Sends the request for an answer, or for the rest of one, and takes in what comes; settles when its end is kept. Never
 * rejects: an error is an answer's state.
 *
 * @param continued whether a part of it was there already.
 */
export async function takeAnswer(
	turn: Turn,
	{ gateway, window }: ChatTarget,
	{ request, ways }: PlannedRequest,
	{ id, continued }: { id: string; continued: boolean },
	{ clock, written, log, tell, stopped }: TakeAnswerDeps,
): Promise<void> {
	const { conversation, abort } = turn;
	const text = new AnswerText(clock, (received) =>
		written.keep(conversation, { type: "received", message: id, ...received }),
	);
	const running: RunningAnswer = { id, continued, text };
	turn.answer = running;
	const onWait: OnWait = (pause) => {
		running.wait = pause && { until: pause.until, message: pause.cause.message };
		tell({ type: "waits", answer: id, wait: running.wait ?? null });
	};
	const take = (piece: ReceivedText) => {
		text.add(piece);
		tell({ type: "text", answer: id, ...piece });
	};
	let moved: Promise<void> | undefined;
	const wasReasoning = () => {
		text.keepNow();
		moved = written.keep(conversation, { type: "wasReasoning", message: id });
		// Another version of it may be in sight by now.
		const message = conversation.branch().find((one) => one.id === id);
		if (message) tell({ type: "message", message });
	};
	const events = gateway.chat(request, abort.signal, onWait);
	const end = await readAnswer(events, { continued, ways, take, wasReasoning, log });
	await text.flush();
	await moved;
	const tokens = end.usage?.promptTokens;
	// What the gateway counted corrects the estimates. That it cannot be kept costs nothing but a worse estimate.
	if (tokens !== undefined) {
		window?.counter.learn(request.messages, tokens).catch((error: unknown) => log.warn(loggedError(error)));
	}
	await written.keep(conversation, { type: "ended", message: id, state: stopped(), ...end });
}
