import * as l10n from "@vscode/l10n";
import type { QueueView } from "../../../shared/chatProtocol";
import type { Attachment } from "../../../shared/conversation";
import type { Draft } from "../../../shared/draft";
import { messageOf, UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import type { Redactor } from "../../base/knownKeys";
import { lazy } from "../../base/lazy";
import type { Clock, Log } from "../../base/ports";
import type { ContextSource } from "../../context/contextSource";
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
	/** The sources of the attachments, in the same order; null where the source is unknown. */
	readonly sources?: readonly (ContextSource | null)[];
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
	/** Whether an agent works on it, according to the mode in which it was written. */
	readonly isTask: boolean;
}

/** Why the queue of a conversation is paused. */
interface Pause {
	readonly reason: string;
	/** The question that cannot be asked; absent where the answer before was not completed. */
	readonly question?: string;
}

/** Sends a question; rejects where it cannot be asked. */
type SendQuestion = (question: WrittenQuestion) => Promise<void>;

/**
 * The questions that were written while an answer streamed, in order. They are on the disk until they are asked, so
 * that none is lost when a window is reloaded or killed. Where one cannot be asked, or the answer before it was not
 * completed, the conversation's queue pauses until the user resumes it.
 */
export class QuestionQueue {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when a question was added or removed, and when the queue was paused or resumed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #restored = lazy(() => this.#restore());
	#questions: readonly StoredQuestion[] = [];
	/** The questions of an earlier window, which may still be sending them: the disk is read before each is asked. */
	#restoredIds: ReadonlySet<string> = new Set();
	/** The questions of an earlier window that wait until the user sends them. */
	#heldIds: ReadonlySet<string> = new Set();
	/** The pauses, by conversation. */
	readonly #pauses = new Map<string, Pause>();
	/** The conversations whose last answer was not completed. */
	readonly #notCompleted = new Set<string>();
	/** The conversation whose next question is about to be sent, while the disk is read. */
	#choosing: string | undefined;
	/** The question that is being sent. */
	#sending: string | undefined;

	constructor(
		private readonly session: Pick<ChatSession, "conversationId" | "isBusy">,
		private readonly store: QueuedQuestionStore,
		private readonly log: Log,
		private readonly clock: Pick<Clock, "now">,
		private readonly redacted: Redactor,
	) {}

	/** Reads the questions that an earlier window left; only the first call reads them. Never rejects. */
	async restore(): Promise<void> {
		await this.#restored();
	}

	/** The questions that wait in the conversation that is shown, in the order in which they are sent. */
	get view(): QueueView {
		const here = this.#here;
		const questions = here.map(({ id, text, attachments, model }) => ({
			...{ id, text, model },
			attached: attachments.map(({ name }) => name),
		}));
		if (here.length === 0) return { questions, pause: null };
		return { questions, pause: this.#pause ?? (this.mustWait ? null : notCompleted()) };
	}

	/** Whether a question written now is queued, because an answer is streaming or a question is being sent. */
	get mustWait(): boolean {
		const { isBusy, conversationId } = this.session;
		return isBusy || this.#sending !== undefined || this.#choosing === conversationId;
	}

	/**
	 * Queues a question of the conversation that is shown; settles when it is on the disk. Sends it at once if the answer
	 * is complete by now; it stays queued if the answer was stopped or has failed, or if the queue is paused.
	 *
	 * @throws UserError when there are too many, when it is too long, or when it cannot be saved.
	 */
	async add(question: WrittenQuestion, send: SendQuestion): Promise<void> {
		if (!this.#mustStay) return send(question);
		await this.restore();
		if (this.#here.length >= mostQueued)
			throw new UserError(l10n.t("{0} questions are already queued. Send or remove some first.", mostQueued));
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
		if (this.#mustStay) return;
		try {
			await this.#send(id, send);
		} catch (error) {
			// The composer keeps its text.
			await this.#drop(id);
			throw error;
		}
	}

	/**
	 * Removes a question of the conversation that is shown, so that the user can edit it.
	 *
	 * @param giveBack takes what was attached to it; the question stays where that fails.
	 * @returns its text and model; null when it was sent or removed elsewhere.
	 * @throws UserError when the question is being sent already.
	 */
	async remove(
		id: string,
		giveBack: (question: WrittenQuestion) => Promise<void> = async () => {},
	): Promise<Draft | null> {
		await this.#dropAskedElsewhere();
		if (id === this.#sending) throw new UserError(l10n.t("This question is already being sent."));
		const question = this.#here.find((one) => one.id === id);
		if (!question) return null;
		const before = this.#questions;
		// Removed first, so that it is not sent meanwhile.
		this.#questions = before.filter((one) => one !== question);
		try {
			await giveBack(question);
		} catch (error) {
			this.#set([...this.#questions, question].sort((a, b) => before.indexOf(a) - before.indexOf(b)));
			throw error;
		}
		await this.#drop(id);
		return { text: question.text, model: question.model };
	}

	async #drop(id: string): Promise<void> {
		this.#set(this.#questions.filter((question) => question.id !== id));
		await this.store.remove(id);
	}

	/** Pauses the queue of the conversation that is shown, because the answer before it was not completed. */
	pause(): void {
		this.#notCompleted.add(this.session.conversationId);
		this.#pauseFor({ reason: notCompleted() });
	}

	/** Resumes a paused queue: sends its first question, now or when the streaming answer has ended. */
	async resume(send: SendQuestion): Promise<void> {
		const { conversationId } = this.session;
		await this.#dropAskedElsewhere();
		// The user has switched to another conversation meanwhile.
		if (conversationId !== this.session.conversationId) return;
		const here = this.#here;
		this.#heldIds = new Set([...this.#heldIds].filter((one) => !here.some(({ id }) => id === one)));
		this.#pauses.delete(conversationId);
		if (this.mustWait) this.#onDidChange.fire();
		else await this.sendNext(send);
	}

	/**
	 * Sends the first question, because the answer before it is complete or the user wants it, unless the queue is paused
	 * for another reason. One that cannot be asked stays first and pauses the queue.
	 *
	 * @throws UserError or GatewayError when it cannot be asked.
	 */
	async sendNext(send: SendQuestion): Promise<void> {
		const { conversationId } = this.session;
		this.#notCompleted.delete(conversationId);
		if (this.#here.length === 0) return;
		this.#choosing = conversationId;
		if (this.#pauses.get(conversationId)?.question === undefined) this.#endPause(conversationId);
		if (this.#pause === undefined) await this.#dropAskedElsewhere();
		this.#choosing = undefined;
		// Meanwhile the user may show another conversation, or stop another answer.
		const [next] = this.#here;
		if (!next || this.#pause !== undefined || conversationId !== this.session.conversationId) return;
		try {
			await this.#send(next.id, send);
		} catch (error) {
			// Another question was asked first: this one is sent after its answer.
			if (this.session.isBusy) return;
			this.#pauseFor({ reason: this.redacted(messageOf(error)), question: next.id });
			throw error;
		}
	}

	/** Sends one of the questions, unless one is being sent already. The others are sent after its answer. */
	async send(id: string, send: SendQuestion): Promise<void> {
		await this.#dropAskedElsewhere();
		await this.#send(id, send);
	}

	async #send(id: string, send: SendQuestion): Promise<void> {
		const question = this.#here.find((one) => one.id === id);
		if (!question || this.#sending) return;
		const { conversation } = question;
		const pause = this.#pauses.get(conversation);
		this.#sending = id;
		try {
			if (this.#restoredIds.has(id) && !(await this.#claim(id))) return;
			await send(question).catch(async (error: unknown) => {
				if (this.#restoredIds.has(id)) await this.store.release(id);
				throw error;
			});
		} finally {
			this.#sending = undefined;
		}
		// Its answer may have failed already, which is the cause of another pause.
		if (pause && pause === this.#pauses.get(conversation) && (pause.question ?? id) === id)
			this.#endPause(conversation);
		// The question has been asked, even if that cannot be recorded.
		await this.#drop(id).catch((error: unknown) => this.log.warn(`A queue was not saved: ${loggedError(error)}`));
	}

	/**
	 * Reserves a question of an earlier window, which another window may be sending at this moment.
	 *
	 * @returns false when the other window has already sent or removed it.
	 * @throws UserError when the other window is sending it.
	 */
	async #claim(id: string): Promise<boolean> {
		const claimed = await this.store.claim(id, this.clock.now());
		if (claimed === "taken") throw new UserError(l10n.t("Another window is sending this question."));
		if (claimed === "removed") this.#set(this.#questions.filter((one) => one.id !== id));
		return claimed === "claimed";
	}

	/** Drops the questions of an earlier window that another window has asked or removed since. */
	async #dropAskedElsewhere(): Promise<void> {
		if (!this.#here.some(({ id }) => this.#restoredIds.has(id))) return;
		const isQueued = await this.store.stillQueued();
		this.#set(this.#questions.filter(({ id }) => !this.#restoredIds.has(id) || isQueued(id)));
	}

	get #here(): readonly StoredQuestion[] {
		return this.#questions.filter(({ conversation }) => conversation === this.session.conversationId);
	}

	/** Why the queue of the conversation that is shown is paused; `undefined` if it is not. */
	get #pause(): string | undefined {
		const pause = this.#pauses.get(this.session.conversationId);
		if (pause) return pause.reason;
		if (!this.#here.some(({ id }) => this.#heldIds.has(id))) return undefined;
		return l10n.t("These questions were queued before this window was opened.");
	}

	/** Whether a question that is queued now has to wait. */
	get #mustStay(): boolean {
		return this.mustWait || this.#pause !== undefined || this.#notCompleted.has(this.session.conversationId);
	}

	#pauseFor(pause: Pause): void {
		if (this.#here.length === 0) return;
		this.#pauses.set(this.session.conversationId, pause);
		this.#onDidChange.fire();
	}

	/** Ends a pause whose cause is gone. */
	#endPause(conversation: string): void {
		this.#pauses.delete(conversation);
		this.#onDidChange.fire();
	}

	#set(questions: readonly StoredQuestion[]): void {
		this.#questions = questions;
		for (const [conversation, { question }] of this.#pauses) {
			const left = questions.filter((one) => one.conversation === conversation);
			if (left.length === 0) this.#pauses.delete(conversation);
			// The question that could not be asked is gone: the next complete answer ends the pause of the others.
			else if (question !== undefined && !left.some(({ id }) => id === question))
				this.#pauses.set(conversation, { reason: notCompleted() });
		}
		this.#onDidChange.fire();
	}

	async #restore(): Promise<void> {
		const left = await this.store.load();
		this.#restoredIds = new Set(left.map(({ id }) => id));
		this.#heldIds = this.#restoredIds;
		if (left.length > 0) this.#set(left);
	}
}

function notCompleted(): string {
	return l10n.t("The last answer is incomplete.");
}
