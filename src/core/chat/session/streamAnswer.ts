import { type AnswerState, type MakingRoom, makesRoom, type Usage } from "../../../shared/conversation";
import type { Clock, Log } from "../../base/ports";
import { collectAnswer } from "../../gateway/collectAnswer";
import { failureOf } from "../../gateway/errors/failure";
import { loggedError } from "../../gateway/errors/loggedError";
import type { OnWait } from "../../gateway/retry";
import { AnswerText, type ReceivedText } from "../conversation/answerText";
import type { PlannedRequest } from "../request/chatRequest";
import type { SessionLog } from "../storage/sessionLog";
import type { ChatTarget } from "./chatTarget";
import type { RunningAnswer, SessionChange, Turn } from "./turn";

/** The parts of a session that are needed to receive an answer. */
export interface StreamAnswerDeps {
	readonly clock: Clock;
	readonly written: SessionLog;
	readonly log: Log;
	notify(change: SessionChange): void;
	/** Returns the state of an answer that was stopped. */
	stopped(): AnswerState;
}

/**
 * Sends the request for an answer, or for the rest of one, and receives it; settles when its end is saved. Never
 * rejects: an error becomes the answer's state.
 *
 * @param continued whether a part of the answer existed before.
 */
export async function streamAnswer(
	turn: Turn,
	{ gateway, window }: ChatTarget,
	{ request, ways }: PlannedRequest,
	{ id, continued }: { id: string; continued: boolean },
	{ clock, written, log, notify, stopped }: StreamAnswerDeps,
): Promise<void> {
	const { conversation, abort } = turn;
	const text = new AnswerText(clock, (received) =>
		written.append(conversation, { type: "received", message: id, ...received }),
	);
	const running: RunningAnswer = { id, continued, text };
	turn.answer = running;
	const onWait: OnWait = (pause) => {
		running.wait = pause && { until: pause.until, message: pause.cause.message };
		notify({ type: "waits", answer: id, wait: running.wait ?? null });
	};
	const take = (piece: ReceivedText) => {
		text.add(piece);
		notify({ type: "text", answer: id, ...piece });
	};
	let moved: Promise<void> | undefined;
	const onWasReasoning = () => {
		text.applyNow();
		moved = written.append(conversation, { type: "wasReasoning", message: id });
		// Another version of the answer may be shown by now.
		const message = conversation.branch().find((one) => one.id === id);
		if (message) notify({ type: "message", message });
	};
	/** Without a state, the user stopped the answer. */
	const end: { state?: AnswerState; usage?: Usage } = {};
	try {
		const { finishReason, interruption } = await collectAnswer(gateway, request, {
			signal: abort.signal,
			log,
			onWait,
			counter: window?.counter,
			onText: (piece) => take({ text: piece, reasoning: "" }),
			onReasoning: (piece) => take({ text: "", reasoning: piece }),
			onWasReasoning,
			onUsage: (usage) => {
				end.usage = usage;
			},
		});
		if (finishReason !== undefined) end.state = { type: "complete", finishReason };
		if (interruption) {
			end.state = { type: "interrupted", message: interruption.message };
			log.warn(`An answer was interrupted: ${loggedError(interruption)}`);
		}
	} catch (error) {
		end.state = stateAfter(error, continued, ways);
		log.warn(`An answer failed: ${loggedError(error)}`);
	}
	await text.flush();
	await moved;
	await written.append(conversation, { type: "ended", message: id, state: stopped(), ...end });
}

/**
 * Returns the state of an answer that failed.
 *
 * @param continued whether a part of it existed before, so that an error only interrupts it.
 * @param ways the ways to make room that are left for its request.
 */
function stateAfter(error: unknown, continued: boolean, ways: readonly MakingRoom[]): AnswerState {
	const { reason, message, actions: helping } = failureOf(error);
	const actions = helping.filter((action) => !makesRoom(action) || ways.includes(action));
	return continued
		? { type: "interrupted", message, actions }
		: { type: "failed", failure: { reason, message, actions } };
}
