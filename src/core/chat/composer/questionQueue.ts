import * as l10n from "@vscode/l10n";
import type { QueuedQuestion } from "../../../shared/chatProtocol";
import { messageOf, UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import { lazy } from "../../base/lazy";
import type { AppendLog, Clock, Log } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import type { ChatSession } from "../session/chatSession";
import type { AgentMode } from "./composer";

/** The folder, among the workspace's own files, that records what was queued and what was asked or removed since. */
const queueFolder = "queue";
/** Maximum number of questions that are queued in a conversation. */
const mostQueued = 30;
/** Maximum length of a queued question, in characters. */
const longestQueued = 100_000;

/** A queued question and the conversation that it belongs to. */
interface StoredQuestion extends QueuedQuestion {
	readonly conversation: string;
	/** When it was queued, in milliseconds since 1970. */
	readonly at: number;
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
	/** Whether an agent works on it: the mode in which it was written. */
	readonly isTask: boolean;
}

/** Sends a question, in the current mode if none is given; rejects where it cannot be asked. */
type SendQuestion = (text: string, model: string | null, isTask?: boolean) => Promise<void>;

/**
 * The questions that were written while an answer streamed, in order. They are on the disk until they are asked, so that
 * a reload or the death of a window loses none.
 */
export class QuestionQueue {
	readonly #onDidChange = new Emitter<void>();
	/** Fires when a question was added or removed. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #writer = crypto.randomUUID();
	readonly #restored = lazy(() => this.#restore());
	#questions: readonly StoredQuestion[] = [];
	/** Those that this window has queued. Only they are sent by themselves: another window may be sending the others. */
	readonly #own = new Set<string>();
	/** The question that is being sent. */
	#sending: string | undefined;

	constructor(
		private readonly session: Pick<ChatSession, "conversationId" | "isBusy">,
		/** The workspace's own. Not a Memento: VS Code writes those late. */
		private readonly files: AppendLog,
		private readonly log: Log,
		private readonly clock: Pick<Clock, "now">,
		private readonly agent: Pick<AgentMode, "on"> = { on: false },
	) {}

	/** Reads what an earlier window left; only the first call does. Never rejects. */
	async restore(): Promise<void> {
		await this.#restored();
	}

	/** The questions that wait in the conversation that is shown, in the order in which they are sent. */
	get view(): readonly QueuedQuestion[] {
		return this.#here.map(({ id, text }) => ({ id, text }));
	}

	/**
	 * Queues a question of the conversation that is shown; settles when it is on the disk. Sends it at once where no answer
	 * is streaming any more, also when the answer has ended meanwhile.
	 *
	 * @throws UserError when there are too many, when it is too long, or when it cannot be saved.
	 */
	async add(text: string, model: string | null, send: SendQuestion): Promise<void> {
		if (!this.session.isBusy && !this.#sending) return send(text, model);
		await this.restore();
		if (this.#here.length >= mostQueued)
			throw new UserError(l10n.t("{0} questions are queued already. Send or remove some first.", mostQueued));
		if (text.length > longestQueued)
			throw new UserError(l10n.t("This question is too long to be queued. Send it when the answer has ended."));
		const id = crypto.randomUUID();
		const { conversationId: conversation } = this.session;
		const question = { id, conversation, at: this.clock.now(), text, model, isTask: this.agent.on };
		try {
			await this.#write(question);
		} catch (error) {
			throw new UserError(l10n.t("The question cannot be saved, so it was not sent: {0}", messageOf(error)), [
				"showLog",
			]);
		}
		this.#own.add(id);
		this.#set([...this.#questions, question]);
		if (this.session.isBusy || this.#sending) return;
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
		this.#set(this.#questions.filter((question) => question.id !== id));
		await this.#write({ removed: id });
	}

	/**
	 * Sends the question of this window that has waited longest here, if there is one; it stays queued where it cannot be
	 * asked.
	 */
	async sendNext(send: SendQuestion): Promise<void> {
		const next = this.#here.find(({ id }) => this.#own.has(id));
		if (next) await this.send(next.id, send);
	}

	/** Sends one of the questions, unless one is being sent already. */
	async send(id: string, send: SendQuestion): Promise<void> {
		const question = this.#here.find((one) => one.id === id);
		if (!question || this.#sending) return;
		this.#sending = id;
		try {
			await send(question.text, question.model, question.isTask);
		} finally {
			this.#sending = undefined;
		}
		// It has been asked, even if that cannot be recorded.
		await this.#drop(id).catch((error: unknown) => this.log.warn(`A queue was not saved: ${loggedError(error)}`));
	}

	get #here(): readonly StoredQuestion[] {
		return this.#questions.filter(({ conversation }) => conversation === this.session.conversationId);
	}

	#set(questions: readonly StoredQuestion[]): void {
		this.#questions = questions;
		this.#onDidChange.fire();
	}

	#write(entry: StoredQuestion | { readonly removed: string }): Promise<void> {
		return this.files.append(queueFolder, this.#writer, JSON.stringify(entry), true);
	}

	async #restore(): Promise<void> {
		const failed = (error: unknown) => this.log.warn(`Queued questions cannot be read: ${loggedError(error)}`);
		const files = await this.files.read(queueFolder, (_, error) => failed(error)).catch(failed);
		const entries = [...(files?.values() ?? [])].flatMap(({ text }) => text.split("\n").flatMap(parseEntry));
		const removed = new Set(entries.flatMap((entry) => ("removed" in entry ? [entry.removed] : [])));
		const left = entries.flatMap((entry) => ("id" in entry && !removed.has(entry.id) ? [entry] : []));
		left.sort((a, b) => a.at - b.at);
		if (left.length > 0) this.#set(left);
	}
}

/** Parses a line of the file; returns an empty array for a damaged one. */
function parseEntry(line: string): (StoredQuestion | { readonly removed: string })[] {
	try {
		const { removed, id, conversation, at, text, model, isTask } = JSON.parse(line) as Record<string, unknown>;
		if (typeof removed === "string") return [{ removed }];
		if (typeof id !== "string" || typeof conversation !== "string" || typeof text !== "string") return [];
		const time = typeof at === "number" ? at : 0;
		const chosen = typeof model === "string" ? model : null;
		return [{ id, conversation, at: time, text, model: chosen, isTask: isTask === true }];
	} catch {
		return [];
	}
}
