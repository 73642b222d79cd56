import type { Answer, MakingRoom, Question } from "../../shared/conversation";
import type { Clock, Log } from "../base/ports";
import { planEditRequest } from "../chat/chatRequest";
import type { ChatTarget } from "../chat/chatTarget";
import type { PreparedQuestion } from "../chat/composer/questionAction";
import { type CollectedAnswer, collectAnswer } from "../wire/collectAnswer";
import { loggedError } from "../wire/loggedError";
import type { OnWait } from "../wire/retry";
import { assertWhole, RefusedAnswer } from "./refusedAnswer";

/** What an edit's conversation needs of the rest. */
export interface EditConversationDeps {
	/**
	 * @param model answers in place of the chosen one.
	 * @throws UserError when there is no gateway or no model to ask.
	 */
	chatTarget(model?: string): Promise<ChatTarget>;
	readonly clock: Clock;
	readonly log: Log;
}

/** How an answer is followed while it comes. */
export interface FollowingChange {
	/** Told the answer's text so far, each time some of it has come. */
	take(text: string): void;
	readonly signal: AbortSignal;
	readonly onWait: OnWait;
	/** How to make room where the request does not fit. */
	readonly how?: MakingRoom | undefined;
}

interface Turn {
	readonly question: Question;
	readonly answer: Answer;
}

/** The questions about one edit and their answers; kept nowhere. */
export class EditConversation {
	/** The questions whose answers were used; what was cancelled, failed or refused leaves no trace. */
	#turns: readonly Turn[] = [];

	/**
	 * @param instruction what form answers must have, ahead of everything.
	 * @param use what a whole answer comes to. Throws RefusedAnswer for one that is not used.
	 */
	constructor(
		private readonly deps: EditConversationDeps,
		private readonly instruction: string,
		private readonly use: (answer: string) => string,
	) {}

	/**
	 * Asks, and gives what the answer comes to.
	 *
	 * @throws UserError when it cannot be asked; RefusedAnswer when the answer is not whole, or not used; GatewayError.
	 */
	async ask(prepared: PreparedQuestion, following: FollowingChange): Promise<string> {
		const { text, attachments } = prepared;
		const last = this.#turns.at(-1);
		const parent = last?.answer.id ?? null;
		// Whoever was asked for the edit is asked for what should be otherwise.
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

	/** Asks the last question that was answered again, as if it had not been. Throws as `ask` does. */
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
