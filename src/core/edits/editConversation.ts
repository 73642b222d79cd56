import type { Answer, MakingRoom, Question } from "../../shared/conversation";
import type { Clock, Log } from "../base/ports";
import type { PreparedQuestion } from "../chat/composer/questionAction";
import { planEditRequest } from "../chat/request/chatRequest";
import type { ChatTarget } from "../chat/session/chatTarget";
import { type CollectedAnswer, collectAnswer } from "../gateway/collectAnswer";
import { loggedError } from "../gateway/errors/loggedError";
import type { OnWait } from "../gateway/retry";
import { assertWhole, RefusedAnswer } from "./parse/refusedAnswer";

/** The services that an edit's conversation needs. */
export interface EditConversationDeps {
	/**
	 * @param model replaces the chosen model.
	 * @throws UserError when there is no gateway or no model to ask.
	 */
	chatTarget(model?: string): Promise<ChatTarget>;
	readonly clock: Clock;
	readonly log: Log;
}

/** How a change is requested. */
export interface ChangeRequest {
	readonly signal: AbortSignal;
	readonly onWait: OnWait;
	/** How to make room where the request does not fit. */
	readonly how?: MakingRoom | undefined;
}

/** Follows an answer while it streams. */
export interface FollowingChange extends ChangeRequest {
	/** Is called with the answer's text so far, whenever more of it has arrived. */
	take(text: string): void;
}

interface Turn {
	readonly question: Question;
	readonly answer: Answer;
}

/** The questions about one edit and their answers; not saved. */
export class EditConversation {
	/** The questions whose answers were used; questions that were cancelled, failed or refused are not kept. */
	#turns: readonly Turn[] = [];

	/**
	 * @param instruction the required form of the answers, which precedes everything else.
	 * @param use turns a complete answer into the result. Throws RefusedAnswer for an answer that cannot be used.
	 */
	constructor(
		private readonly deps: EditConversationDeps,
		private readonly instruction: string,
		private readonly use: (answer: string) => string,
	) {}

	/**
	 * Asks a question and returns the result of its answer.
	 *
	 * @throws UserError when it cannot be asked; RefusedAnswer when the answer is incomplete or cannot be used;
	 * GatewayError.
	 */
	async ask(prepared: PreparedQuestion, following: FollowingChange): Promise<string> {
		const { text, attachments } = prepared;
		const last = this.#turns.at(-1);
		const parent = last?.answer.id ?? null;
		// The model that was asked for the edit is also asked for changes to it.
		const model = prepared.model ?? last?.question.model;
		const asked = {
			role: "user",
			id: crypto.randomUUID(),
			parent,
			text,
			attachments,
			at: this.deps.clock.now(),
		} as const;
		const question: Question = model === undefined ? asked : { ...asked, model };
		return this.#answer(this.#turns, question, following);
	}

	/** Asks the last answered question again, without its answer in the conversation. Throws as `ask` does. */
	async askAgain(following: FollowingChange): Promise<string> {
		const last = this.#turns.at(-1);
		if (!last) throw new Error("Nothing was answered before.");
		return this.#answer(this.#turns.slice(0, -1), last.question, following);
	}

	async #answer(before: readonly Turn[], question: Question, following: FollowingChange): Promise<string> {
		const { chatTarget, clock, log } = this.deps;
		const { take, signal, onWait, how } = following;
		const target = await chatTarget(question.model);
		const messages = [...before.flatMap((turn) => [turn.question, turn.answer]), question];
		const { request } = planEditRequest(messages, target, this.instruction, how);
		const answer = await collectAnswer(target.gateway, request, {
			signal,
			log,
			onWait,
			counter: target.window?.counter,
			onText: (_, text) => take(text),
			onWasReasoning: () => take(""),
		});
		const { text, finishReason = "", interruption } = answer;
		if (interruption) log.warn(`An edit's answer was interrupted: ${loggedError(interruption)}`);
		const used = this.#used(answer, signal);
		const { model, gatewayName: gateway } = target;
		const state = { type: "complete", finishReason } as const;
		const id = crypto.randomUUID();
		const at = clock.now();
		const said: Answer = { role: "assistant", id, parent: question.id, model, gateway, text, reasoning: "", state, at };
		this.#turns = [...before, { question, answer: said }];
		return used;
	}

	#used({ text, finishReason, interruption }: CollectedAnswer, signal: AbortSignal): string {
		try {
			assertWhole(text, finishReason, interruption?.message);
			signal.throwIfAborted();
			return this.use(text);
		} catch (error) {
			if (error instanceof RefusedAnswer)
				this.deps.log.info(`An edit's answer of ${text.length} characters was refused: ${error.kind}`);
			throw error;
		}
	}
}
