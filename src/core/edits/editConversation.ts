import type { Answer, Message, Question } from "../../shared/conversation";
import type { PreparedQuestion } from "../actions/questionAction";
import { messageOf } from "../base/errors";
import type { Clock, Log } from "../base/ports";
import { planRequest } from "../chat/chatRequest";
import type { ChatTarget } from "../chat/chatTarget";
import type { OnWait } from "../wire/retry";
import { assertWhole } from "./refusedAnswer";

/** What an edit's conversation needs of the rest. */
export interface EditConversationDeps {
	/** @throws UserError when there is no gateway or no model to ask. */
	chatTarget(): Promise<ChatTarget>;
	readonly clock: Clock;
	readonly log: Log;
}

/** How an answer is followed while it comes. */
export interface Following {
	/** Told the answer's text so far, each time some of it has come. */
	take(text: string): void;
	readonly signal: AbortSignal;
	readonly onWait: OnWait;
}

/** The questions about one edit and their answers; kept nowhere. */
export class EditConversation {
	/** What was asked and answered before the last question. */
	#before: readonly Message[] = [];
	#question: Question | undefined;
	#answer: Answer | undefined;

	/** @param instruction what form answers must have, ahead of everything. */
	constructor(
		private readonly deps: EditConversationDeps,
		private readonly instruction: string,
	) {}

	/**
	 * Asks, and gives the whole answer.
	 *
	 * @throws UserError when it cannot be asked; RefusedAnswer when the answer is not whole; GatewayError.
	 */
	async ask({ text, attachments }: PreparedQuestion, following: Following): Promise<string> {
		if (this.#question && this.#answer) this.#before = [...this.#before, this.#question, this.#answer];
		const parent = this.#before.at(-1)?.id ?? null;
		const at = this.deps.clock.now();
		this.#question = { role: "user", id: crypto.randomUUID(), parent, text, attachments, at };
		return this.askAgain(following);
	}

	/** Asks the last question again, as if it had not been answered. Throws as `ask` does. */
	async askAgain({ take, signal, onWait }: Following): Promise<string> {
		const { chatTarget, clock, log } = this.deps;
		const question = this.#question;
		if (!question) throw new Error("Nothing was asked before.");
		this.#answer = undefined;
		const target = await chatTarget();
		const systemPrompt = [target.systemPrompt, this.instruction].filter((text) => text.trim() !== "").join("\n\n");
		const { request } = planRequest([...this.#before, question], { ...target, systemPrompt });
		let text = "";
		let finishReason: string | undefined;
		for await (const event of target.gateway.chat(request, signal, onWait)) {
			if (event.type === "text") {
				text += event.text;
				take(text);
			}
			if (event.type === "finished") finishReason = event.reason;
			if (event.type === "interrupted") log.warn(`An edit's answer was interrupted: ${event.cause.message}`);
			const tokens = event.type === "usage" ? event.usage.promptTokens : undefined;
			if (tokens !== undefined) {
				target.window?.counter.learn(request.messages, tokens).catch((error: unknown) => log.warn(messageOf(error)));
			}
		}
		assertWhole(text, finishReason);
		const { model, gatewayName: gateway } = target;
		const state = { type: "complete", finishReason: finishReason ?? "" } as const;
		const id = crypto.randomUUID();
		const at = clock.now();
		this.#answer = { role: "assistant", id, parent: question.id, model, gateway, text, reasoning: "", state, at };
		return text;
	}
}
