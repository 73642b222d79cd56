import type { Answer, MakingRoom, Question } from "../../shared/conversation";
import type { Clock, Log } from "../base/ports";
import type { PreparedQuestion } from "../chat/composer/questionAction";
import { planEditRequest } from "../chat/request/chatRequest";
import type { ChatTarget } from "../chat/session/chatTarget";
import { type CollectedAnswer, collectAnswer } from "../gateway/collectAnswer";
import { loggedError } from "../gateway/errors/loggedError";
import type { OnWait } from "../gateway/retry";
import { type EditInstruction, questionAgain } from "./editInstruction";
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
	/** Is called with the text of an answer that could not be used, when the model is asked a second time. */
	readonly onSecondRequest?: (answer: string) => void;
	/** How to make room where the request does not fit. */
	readonly how?: MakingRoom | undefined;
}

/** A request for a change whose answer is followed while it streams. */
export interface FollowingChange extends ChangeRequest {
	/** Is called with the answer's text so far, whenever more of it has arrived. */
	take(text: string): void;
}

/** A question whose answers could not be used. */
interface RefusedQuestion {
	readonly text: string;
	/** The reason of the last refusal. */
	readonly reason: string;
	readonly count: number;
}

interface Turn {
	readonly question: Question;
	readonly answer: Answer;
}

/** The questions about one edit and their answers; not saved. */
export class EditConversation {
	/** The questions whose answers were used; questions that were cancelled, failed or refused are not kept. */
	#turns: readonly Turn[] = [];
	/** The last question, if its answer was refused: if it is asked again, it is worded differently. */
	#refused: RefusedQuestion | undefined;

	/**
	 * @param instruction the required forms of the answers.
	 * @param use turns a complete answer into the result. Throws RefusedAnswer for an answer that cannot be used.
	 */
	constructor(
		private readonly deps: EditConversationDeps,
		private readonly instruction: EditInstruction,
		private readonly use: (answer: string) => string,
	) {}

	/**
	 * Asks a question and returns the result of its answer. After the first answer that cannot be used, asks a second time
	 * with the reason, unless the gateway is short of requests; if that request fails, throws the first refusal.
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
		if (this.#refused?.text !== question.text) this.#refused = undefined;
		const target = await this.deps.chatTarget(question.model);
		try {
			return await this.#request(before, question, target, following);
		} catch (error) {
			const isFirst = this.#refused?.count === 1 && error instanceof RefusedAnswer && error.canBeAskedAgain;
			if (!isFirst || target.gateway.hasSpareRequests?.() === false) throw error;
			following.onSecondRequest?.(error.answer);
			return this.#request(before, question, target, following).catch((second: unknown) => {
				if (second instanceof RefusedAnswer || following.signal.aborted) throw second;
				this.deps.log.warn(`The second request of an edit failed: ${loggedError(second)}`);
				throw error;
			});
		}
	}

	async #request(
		before: readonly Turn[],
		question: Question,
		target: ChatTarget,
		{ take, signal, onWait, how }: FollowingChange,
	): Promise<string> {
		const { clock, log } = this.deps;
		const refused = this.#refused;
		const text = refused
			? questionAgain(question.text, refused.reason, refused.count, this.instruction)
			: question.text;
		const messages = [...before.flatMap((turn) => [turn.question, turn.answer]), { ...question, text }];
		const { request } = planEditRequest(messages, target, this.instruction.form, how);
		const answer = await collectAnswer(target.gateway, request, {
			signal,
			log,
			onWait,
			counter: target.window?.counter,
			onText: (_, text) => take(text),
			onWasReasoning: () => take(""),
		});
		const { finishReason = "", interruption } = answer;
		if (interruption) log.warn(`An edit's answer was interrupted: ${loggedError(interruption)}`);
		const { model, gatewayName: gateway } = target;
		const state = { type: "complete", finishReason } as const;
		const id = crypto.randomUUID();
		const at = clock.now();
		const parts = { text: answer.text, reasoning: "", state, at };
		const said: Answer = { role: "assistant", id, parent: question.id, model, gateway, ...parts };
		const turns = [...before, { question, answer: said }];
		try {
			const used = this.#used(answer, signal);
			this.#refused = undefined;
			this.#turns = turns;
			return used;
		} catch (error) {
			if (!(error instanceof RefusedAnswer)) throw error;
			this.#refused = { text: question.text, reason: error.message, count: (refused?.count ?? 0) + 1 };
			// The user may choose one of them, and continue from there.
			if (error.alternatives.length > 0) this.#turns = turns;
			throw error;
		}
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
