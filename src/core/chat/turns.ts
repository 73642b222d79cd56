import * as l10n from "@vscode/l10n";
import type { AnswerState } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { PlannedRequest } from "./chatRequest";
import type { ChatTarget } from "./chatTarget";
import type { Conversation } from "./conversation";
import type { SessionChange } from "./sessionChange";
import { type TakeAnswerDeps, takeAnswer } from "./takeAnswer";
import { type RunningAnswer, Turn } from "./turn";

interface TurnsDeps extends Omit<TakeAnswerDeps, "stopped" | "tell"> {
	/** @throws UserError when there is no gateway or no model to ask. */
	target(model?: string): Promise<ChatTarget>;
	tell(conversation: Conversation, change: SessionChange): void;
	/** An answer has ended, to whatever end. */
	ended(conversation: Conversation, answer: string): void;
}

/** The turns of a session: there is one at a time. */
export class Turns {
	#turn: Turn | undefined;
	/** How an answer stands that was stopped. */
	#stopped: AnswerState = { type: "stopped" };

	constructor(private readonly deps: TurnsDeps) {}

	/** Whether a question is being asked, or its answer streams. */
	get running(): boolean {
		return this.#turn !== undefined;
	}

	/** The answer that streams. */
	get streaming(): RunningAnswer | undefined {
		return this.#turn?.answer;
	}

	/** @throws UserError while another is running. */
	assertFree(): void {
		if (!this.#turn) return;
		throw new UserError(l10n.t("An answer is still on its way. Stop it, or wait for it to end."), ["retry"]);
	}

	/**
	 * Begins a turn; settles when it is prepared, while the answer goes on streaming.
	 *
	 * @param model in place of the chosen one.
	 * @param prepare has the answer, or its rest, come at its end, or throws.
	 * @throws UserError when another is running, or this one cannot be asked.
	 */
	async begin(
		conversation: Conversation,
		model: string | undefined,
		prepare: (turn: Turn, target: ChatTarget) => Promise<void>,
	): Promise<void> {
		this.assertFree();
		const turn = new Turn(conversation);
		this.#turn = turn;
		try {
			await prepare(turn, await this.deps.target(model));
		} catch (error) {
			this.#turn = undefined;
			turn.end();
			throw error;
		}
	}

	/** Has a question answered; settles when the answer has begun to be waited for. */
	async answer(turn: Turn, question: string, target: ChatTarget, planned: PlannedRequest): Promise<void> {
		const id = crypto.randomUUID();
		const { model, gatewayName: gateway } = target;
		const without = planned.leftOut ? { leftOut: planned.leftOut } : {};
		const answering = { type: "answering", message: id, parent: question, model, gateway, ...without } as const;
		await this.deps.written.keep(turn.conversation, answering);
		void this.#receive(turn, target, planned, { id, continued: false });
	}

	/** Has an answer go on where it stopped; settles when its rest has begun to be waited for. */
	async goOn(turn: Turn, id: string, target: ChatTarget, planned: PlannedRequest): Promise<void> {
		const { model, gatewayName: gateway } = target;
		await this.deps.written.keep(turn.conversation, { type: "continuing", message: id, model, gateway });
		void this.#receive(turn, target, planned, { id, continued: true });
	}

	/**
	 * Stops the turn; settles when what has arrived is kept.
	 *
	 * @param as how its answer stands then, and every later one.
	 */
	async stop(as = this.#stopped): Promise<void> {
		this.#stopped = as;
		this.abort();
		await this.#turn?.ended;
	}

	/** Stops it without waiting. */
	abort(): void {
		this.#turn?.abort.abort();
	}

	async #receive(
		turn: Turn,
		target: ChatTarget,
		planned: PlannedRequest,
		answer: { readonly id: string; readonly continued: boolean },
	): Promise<void> {
		const { conversation } = turn;
		const tell = (change: SessionChange) => this.deps.tell(conversation, change);
		const message = conversation.message(answer.id);
		if (message) tell({ type: "message", message });
		await takeAnswer(turn, target, planned, answer, { ...this.deps, tell, stopped: () => this.#stopped });
		this.#turn = undefined;
		turn.end();
		this.deps.ended(conversation, answer.id);
	}
}
