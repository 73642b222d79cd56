import * as l10n from "@vscode/l10n";
import type { QueueView } from "../../../shared/chatProtocol";
import type { Attachment } from "../../../shared/conversation";
import { messageOf, UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import type { Redactor } from "../../base/knownKeys";
import { lazy } from "../../base/lazy";
import type { Clock, Log } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import type { ChatSession } from "../session/chatSession";
import type { QueuedQuestionStore, StoredQuestion } from "../storage/queuedQuestionStore";

/** Maximum number of questions that are queued in a conversation. */
const mostQueued = 30;
/** Maximum length of a queued question, in characters. */
const longestQueued = 100_000;

/** A question that is asked later, with what was attached when it was written. */
export interface WrittenQuestion {
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
	/** Whether an agent works on it: the mode in which it was written. */
	readonly isTask: boolean;
}

/** Sends a question; rejects where it cannot be asked. */
type SendQuestion = (question: WrittenQuestion) => Promise<void>;

/**
 * The questions that were written while an answer streamed, in order. They are on the disk until they are asked, so that
 * a reload or the death of a window loses none. Where one cannot be asked, or the answer before it was not completed,
 * the conversation's queue pauses until the user resumes it.
 */
export class QuestionQueue {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when a question was added or removed, and when the queue was paused or resumed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #restored = lazy(() => this.#restore());
	#questions: readonly StoredQuestion[] = [];
	/** Those of an earlier window. They wait for the user: that window may still be sending them. */
	#restoredIds: ReadonlySet<string> = new Set();
	/** Why the queue of a conversation is paused. */
	readonly #reasons = new Map<string, string>();
	/** The question that is being sent. */
	#sending: string | undefined;

	constructor(
		private readonly session: Pick<ChatSession, "conversationId" | "isBusy">,
		private readonly store: QueuedQuestionStore,
		private readonly log: Log,
		private readonly clock: Pick<Clock, "now">,
		private readonly redacted: Redactor,
	) {}

	/** Reads what an earlier window left; only the first call does. Never rejects. */
	async restore(): Promise<void> {
		await this.#restored();
	}

	/** The questions that wait in the conversation that is shown, in the order in which they are sent. */
	get view(): QueueView {
		const here = this.#here;
		const questions = here.map(({ id, text, attachments }) => ({
			...{ id, text },
			attached: attachments.map(({ name }) => name),
		}));
		if (here.length === 0) return { questions, pause: null };
		return { questions, pause: this.#pause ?? (this.mustWait ? null : notCompleted()) };
	}

	/** Whether a question written now is queued, because an answer is streaming or a question is being sent. */
	get mustWait(): boolean {
		return this.session.isBusy || this.#sending !== undefined;
	}

	/**
	 * Queues a question of the conversation that is shown; settles when it is on the disk. Sends it at once where no answer
	 * is streaming any more, also when the answer has ended meanwhile.
	 *
	 * @throws UserError when there are too many, when it is too long, or when it cannot be saved.
	 */
	async add(question: WrittenQuestion, send: SendQuestion): Promise<void> {
		if (!this.mustWait) return send(question);
		await this.restore();
		if (this.#here.length >= mostQueued)
			throw new UserError(l10n.t("{0} questions are queued already. Send or remove some first.", mostQueued));
		if (question.text.length > longestQueued)
			throw new UserError(l10n.t("This question is too long to be queued. Send it when the answer has ended."));
		const id = crypto.randomUUID();
		const stored = { ...question, id, conversation: this.session.conversationId, at: this.clock.now() };
		try {
			await this.store.save(stored);
		} catch (error) {
			throw new UserError(l10n.t("The question cannot be saved, so it was not sent: {0}", messageOf(error)), [
				"showLog",
			]);
		}
		this.#set([...this.#questions, stored]);
		if (this.mustWait || this.#pause !== undefined) return;
		try {
			await this.send(id, send);
		} catch (error) {
			// The composer keeps it.
			await this.remove(id);
			throw error;
		}
	}

	/** @throws UserError when the question is being sent already. */
	async remove(id: string): Promise<void> {
		if (id === this.#sending) throw new UserError(l10n.t("This question is being sent already."));
		await this.#drop(id);
	}

	async #drop(id: string): Promise<void> {
		const left = this.#questions.filter((question) => question.id !== id);
		for (const conversation of this.#reasons.keys())
			if (!left.some((question) => question.conversation === conversation)) this.#reasons.delete(conversation);
		this.#set(left);
		await this.store.remove(id);
	}

	/** Pauses the queue of the conversation that is shown, because the answer before it was not completed. */
	pause(): void {
		this.#pauseFor(notCompleted());
	}

	/** Continues a paused queue: sends its first question, or does so when the answer that streams has ended. */
	async resume(send: SendQuestion): Promise<void> {
		const here = this.#here;
		this.#restoredIds = new Set([...this.#restoredIds].filter((one) => !here.some(({ id }) => id === one)));
		this.#reasons.delete(this.session.conversationId);
		this.#onDidChange.fire();
		if (!this.mustWait) await this.sendNext(send);
	}

	/**
	 * Sends the first question, unless the queue is paused. One that cannot be asked stays first and pauses the queue.
	 *
	 * @throws UserError or GatewayError when it cannot be asked.
	 */
	async sendNext(send: SendQuestion): Promise<void> {
		const [next] = this.#here;
		if (!next || this.#pause !== undefined) return;
		try {
			await this.send(next.id, send);
		} catch (error) {
			// Another question was asked first: this one is sent after its answer.
			if (this.session.isBusy) return;
			this.#pauseFor(this.redacted(messageOf(error)));
			throw error;
		}
	}

	/** Sends one of the questions, unless one is being sent already. */
	async send(id: string, send: SendQuestion): Promise<void> {
		const question = this.#here.find((one) => one.id === id);
		if (!question || this.#sending) return;
		this.#sending = id;
		try {
			await send(question);
		} finally {
			this.#sending = undefined;
		}
		// It has been asked, even if that cannot be recorded.
		await this.#drop(id).catch((error: unknown) => this.log.warn(`A queue was not saved: ${loggedError(error)}`));
	}

	get #here(): readonly StoredQuestion[] {
		return this.#questions.filter(({ conversation }) => conversation === this.session.conversationId);
	}

	/** Why nothing is sent by itself here; `undefined` where it is. */
	get #pause(): string | undefined {
		const reason = this.#reasons.get(this.session.conversationId);
		if (reason !== undefined) return reason;
		if (!this.#here.some(({ id }) => this.#restoredIds.has(id))) return undefined;
		return l10n.t("These questions were queued before this window was opened.");
	}

	#pauseFor(reason: string): void {
		if (this.#here.length === 0) return;
		this.#reasons.set(this.session.conversationId, reason);
		this.#onDidChange.fire();
	}

	#set(questions: readonly StoredQuestion[]): void {
		this.#questions = questions;
		this.#onDidChange.fire();
	}

	async #restore(): Promise<void> {
		const left = await this.store.load();
		this.#restoredIds = new Set(left.map(({ id }) => id));
		if (left.length > 0) this.#set(left);
	}
}

function notCompleted(): string {
	return l10n.t("The answer before was not completed.");
}
