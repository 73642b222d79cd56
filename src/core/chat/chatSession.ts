import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../shared/chatParameters";
import type { Attachment, MakingRoom, Message } from "../../shared/conversation";
import { UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log } from "../base/ports";
import { type PlannedRequest, planRequest, type RequestSettings } from "./chatRequest";
import { type ChatTarget, withOwn } from "./chatTarget";
import { type Conversation, closedMessage, type Received } from "./conversation";
import { assertRoomForMessages, messagesOfTurn } from "./conversationLimits";
import type { ConversationStore } from "./conversationStore";
import { modelOf, questionAfter, questionOf } from "./questionOf";
import type { SessionChange } from "./sessionChange";
import { SessionLog } from "./sessionLog";
import { ShownConversation } from "./shownConversation";
import { asItStands } from "./turn";
import { Turns } from "./turns";

/** The conversation that is shown, and the one answer that may be streaming into it. */
export class ChatSession {
	readonly #onDidChange = new Emitter<SessionChange>();
	readonly onDidChange: Event<SessionChange> = this.#onDidChange.event;
	readonly #log: SessionLog;
	readonly #shown: ShownConversation;
	readonly #turns: Turns;
	/** Fires with a sentence for the user when a conversation cannot be read, or what is already shown not written. */
	readonly onDidFail: Event<string>;
	#deletedQuestion: string | null = null;

	constructor(
		store: ConversationStore,
		/**
		 * @param model in place of the chosen one.
		 * @throws UserError when there is no gateway or no model to ask.
		 */
		target: (model?: string) => Promise<ChatTarget>,
		private readonly clock: Clock,
		log: Log,
	) {
		const written = new SessionLog(store, log);
		this.#log = written;
		this.onDidFail = written.onDidFail;
		this.#shown = new ShownConversation({
			store,
			written,
			log,
			changed: () => {
				this.#deletedQuestion = null;
				this.#onDidChange.fire({ type: "reset" });
			},
			received: (received) => this.#takeIn(received),
		});
		const tell = (conversation: Conversation, change: SessionChange) => this.#tell(conversation, change);
		const ended = (conversation: Conversation, answer: string) => this.#tellEnd(conversation, answer);
		this.#turns = new Turns({ target, clock, written, log, tell, ended });
	}

	/** The one that is shown, as this window knows it: with what the disk refused too. To be read only. */
	get conversation(): Conversation {
		return this.#shown.current;
	}

	get conversationId(): string {
		return this.conversation.id;
	}

	/** The visible branch as it stands, with what has arrived of a streaming answer. */
	get messages(): readonly Message[] {
		const running = this.#turns.streaming;
		return this.conversation
			.branch()
			.map((message) =>
				message.id === running?.id && message.role === "assistant" ? asItStands(message, running) : message,
			);
	}

	/** The question that was deleted last, as long as that can be undone from here; null when there is none. */
	get deletedQuestion(): string | null {
		return this.#deletedQuestion;
	}

	/** Shows the conversation that this workspace showed last; the first call reads it. Never rejects. */
	restore(): Promise<void> {
		return this.#shown.restore();
	}

	/** Stops what streams, keeps it, and begins anew. */
	async newConversation(): Promise<void> {
		await this.restore();
		await this.#turns.stop();
		await this.#shown.begin();
	}

	/**
	 * Shows another conversation. When it has been read, what streams is stopped and kept.
	 *
	 * @throws the file system's error when it cannot be read; the one before is then shown still.
	 */
	async open(id: string): Promise<void> {
		await this.restore();
		await this.#shown.open(id, () => this.#turns.stop());
	}

	/** Lets nobody write a question in vain. @throws UserError while an answer is on its way. */
	assertFree(): void {
		this.#turns.assertFree();
	}

	/** Reads what other windows may have written into the conversation since. Never rejects. */
	look(): Promise<void> {
		return this.#shown.look();
	}

	/**
	 * Asks a question. Settles when it is written and the answer has begun to be waited for.
	 *
	 * @param model answers this one question in place of the chosen one.
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when it cannot be asked; nothing is then changed.
	 */
	async ask(text: string, attachments: readonly Attachment[] = [], model?: string, how?: MakingRoom): Promise<void> {
		await this.restore();
		await this.#ask(text, (conversation) => ({ branch: conversation.branch(), attachments }), how, model);
	}

	/**
	 * Asks a question anew in other words, with the same attachments; it is a sibling of the old one.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such question, or it cannot be asked; nothing is then changed.
	 */
	async edit(question: string, text: string, how?: MakingRoom): Promise<void> {
		const place = (conversation: Conversation) => {
			const { parent, attachments } = questionOf(conversation, question);
			return { branch: parent === null ? [] : conversation.pathTo(parent), attachments };
		};
		await this.#ask(text, place, how, modelOf(this.conversation, question));
		this.#onDidChange.fire({ type: "reset" });
	}

	/**
	 * What would be sent if this were asked now.
	 *
	 * @throws UserError when it would not fit.
	 */
	nextRequest(
		text: string,
		attachments: readonly Attachment[],
		settings: RequestSettings,
		how?: MakingRoom,
	): PlannedRequest {
		const branch = this.conversation.branch();
		const question = questionAfter(branch, text, attachments, this.clock.now());
		return planRequest([...branch, question], withOwn(settings, this.conversation), how);
	}

	/**
	 * Asks the question of an answer again; the new answer is a sibling of the old one.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such answer, or none can be asked for.
	 */
	async retry(answer: string, how?: MakingRoom): Promise<void> {
		await this.#turns.begin(this.conversation, modelOf(this.conversation, answer), async (turn, target) => {
			const old = turn.conversation.message(answer);
			const parent = old?.parent;
			if (old?.role !== "assistant" || !parent)
				throw new UserError(l10n.t("This answer is not part of the conversation any more."));
			assertRoomForMessages(turn.conversation.messageCount, 1);
			const settings = withOwn(target, turn.conversation);
			const planned = planRequest(turn.conversation.pathTo(parent), settings, how, old);
			await this.#turns.answer(turn, parent, target, planned);
			this.#onDidChange.fire({ type: "reset" });
		});
	}

	/**
	 * Has an answer that broke off go on where it stopped; what comes is added to it.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such answer, or there is nothing of it to go on from.
	 */
	async continueAnswer(id: string, how?: MakingRoom): Promise<void> {
		await this.#turns.begin(this.conversation, modelOf(this.conversation, id), async (turn, target) => {
			const answer = turn.conversation.message(id);
			if (answer?.role !== "assistant" || answer.text === "") {
				throw new UserError(l10n.t("There is nothing of this answer to go on from: retry it."));
			}
			const planned = planRequest(turn.conversation.pathTo(id), withOwn(target, turn.conversation), how);
			await this.#turns.goOn(turn, id, target, planned);
		});
	}

	/** Shows another version of a message of the visible branch, and what follows it. Versions count from 1. */
	async showVersion(message: string, version: number): Promise<void> {
		const conversation = this.conversation;
		const wanted = conversation.versions(message)[version - 1];
		if (!wanted) return;
		await this.#log.keep(conversation, { type: "shown", message: wanted.id });
		this.#onDidChange.fire({ type: "reset" });
	}

	/**
	 * Takes a question with everything under it out of sight; nothing is erased. What streams under it is stopped first.
	 *
	 * @throws UserError when there is no such question.
	 */
	async deleteQuestion(id: string): Promise<void> {
		const conversation = this.conversation;
		questionOf(conversation, id);
		await this.#turns.stop();
		await this.#log.keep(conversation, { type: "deleted", message: id });
		if (conversation !== this.conversation) return;
		this.#deletedQuestion = id;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Shows a deleted question again, with everything under it. */
	async restoreQuestion(id: string): Promise<void> {
		await this.#log.keep(this.conversation, { type: "restored", message: id });
		this.#deletedQuestion = null;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** The shown conversation's own parameters. */
	get parameters(): ChatParameters {
		return this.conversation.parameters;
	}

	/**
	 * Sets them, from the next request on.
	 *
	 * @throws UserError when they cannot be saved; nothing is then changed.
	 */
	async setParameters(parameters: ChatParameters): Promise<void> {
		await this.restore();
		const conversation = this.conversation;
		await this.#log.record(conversation, { type: "parameters", parameters }, (why) =>
			l10n.t("The parameters cannot be saved: {0}", why),
		);
		this.#tell(conversation, { type: "parameters" });
	}

	/** Stops what is on its way, in another window too; settles when what arrived here is kept. */
	async stop(): Promise<void> {
		if (this.#turns.running) return this.#turns.stop();
		const conversation = this.conversation;
		for (const { id, ...message } of conversation.branch()) {
			if (message.role !== "assistant" || message.state.type !== "streaming") continue;
			// The window that streams reads it and stops. If that window is no more, it is true already.
			await this.#log.keep(conversation, { type: "ended", message: id, state: { type: "stopped" } });
			this.#tellEnd(conversation, id);
		}
	}

	/** The window closes: what arrived is kept, and marked as cut off by that. */
	async close(): Promise<void> {
		await this.#turns.stop({ type: "interrupted", message: closedMessage() });
		this.#shown.dispose();
	}

	#takeIn({ events, streamed }: Received): void {
		const running = this.#turns.streaming?.id;
		// Another window stopped it.
		if (events.some((event) => event.type === "ended" && event.message === running)) this.#turns.abort();
		if (!streamed) {
			this.#onDidChange.fire({ type: "reset" });
			return;
		}
		for (const event of events) {
			if (event.type === "received") {
				const { message: answer, text, reasoning } = event;
				this.#onDidChange.fire({ type: "text", answer, text, reasoning });
			} else if (event.type === "ended") this.#tellEnd(this.conversation, event.message);
		}
	}

	async #ask(
		text: string,
		place: (conversation: Conversation) => { branch: readonly Message[]; attachments: readonly Attachment[] },
		how?: MakingRoom,
		model?: string,
	): Promise<void> {
		if (text.trim() === "") throw new UserError(l10n.t("There is nothing to ask yet."));
		await this.#turns.begin(this.conversation, model, async (turn, target) => {
			const { branch, attachments } = place(turn.conversation);
			assertRoomForMessages(turn.conversation.messageCount, messagesOfTurn);
			const question = questionAfter(branch, text, attachments, this.clock.now());
			const planned = planRequest([...branch, question], withOwn(target, turn.conversation), how);
			const { id: message, parent } = question;
			const asked = { type: "asked", message, parent, text, attachments, ...(model ? { model } : {}) } as const;
			await this.#log.record(turn.conversation, asked, (why) =>
				l10n.t("The question cannot be saved, so it was not sent: {0}", why),
			);
			this.#asked(turn.conversation, message);
			await this.#turns.answer(turn, message, target, planned);
		});
	}

	/** Whoever listens sees the shown conversation alone: another may have been opened while this one was written to. */
	#tell(conversation: Conversation, change: SessionChange): void {
		if (conversation === this.conversation) this.#onDidChange.fire(change);
	}

	#asked(conversation: Conversation, id: string): void {
		if (conversation !== this.conversation) return;
		this.#deletedQuestion = null;
		this.#shown.begun();
		const message = conversation.message(id);
		if (message) this.#onDidChange.fire({ type: "message", message });
	}

	#tellEnd(conversation: Conversation, id: string): void {
		const ended = conversation.message(id);
		if (conversation !== this.conversation || ended?.role !== "assistant") return;
		this.#onDidChange.fire({ type: "ended", answer: ended });
		if (conversation.branch().some((message) => message.id === id)) return;
		// A retry that brought nothing gives way to the answer that was there; why is said beside it.
		this.#onDidChange.fire({ type: "reset" });
		if (ended.state.type === "failed") this.#log.tell(ended.state.failure.message);
		if (ended.state.type === "interrupted") this.#log.tell(ended.state.message);
	}
}
