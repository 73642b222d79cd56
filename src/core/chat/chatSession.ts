import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../shared/chatParameters";
import type { AnswerState, Attachment, MakingRoom, Message, Question } from "../../shared/conversation";
import { messageOf, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log } from "../base/ports";
import { type PlannedRequest, planRequest, type RequestSettings } from "./chatRequest";
import { type ChatTarget, withOwn } from "./chatTarget";
import { type Conversation, closedMessage, type Received } from "./conversation";
import type { ConversationStore, Following, Loaded } from "./conversationStore";
import { damageMessage } from "./damageMessage";
import { questionOf } from "./questionOf";
import type { SessionChange } from "./sessionChange";
import { SessionLog } from "./sessionLog";
import { type TakeAnswerDeps, takeAnswer } from "./takeAnswer";
import { asItStands, Turn } from "./turn";

/** The conversation that is shown, and the one answer that may be streaming into it. */
export class ChatSession {
	readonly #onDidChange = new Emitter<SessionChange>();
	readonly onDidChange: Event<SessionChange> = this.#onDidChange.event;
	readonly #log: SessionLog;
	readonly #taking: TakeAnswerDeps;
	/** Fires with a sentence for the user when a conversation cannot be read, or what is already shown not written. */
	readonly onDidFail: Event<string>;
	#restored: Promise<void> | undefined;
	#conversation: Conversation;
	#turn: Turn | undefined;
	#following: Following | undefined;
	#deletedQuestion: string | null = null;
	/** How an answer stands that was stopped. */
	#stopped: AnswerState = { type: "stopped" };

	constructor(
		private readonly store: ConversationStore,
		/**
		 * @param model in place of the chosen one.
		 * @throws UserError when there is no gateway or no model to ask.
		 */
		private readonly target: (model?: string) => Promise<ChatTarget>,
		private readonly clock: Clock,
		private readonly log: Log,
	) {
		this.#conversation = store.create();
		this.#log = new SessionLog(store, log);
		this.onDidFail = this.#log.onDidFail;
		const tell = (change: SessionChange) => this.#onDidChange.fire(change);
		this.#taking = { clock, written: this.#log, log, tell, stopped: () => this.#stopped };
	}

	get conversationId(): string {
		return this.#conversation.id;
	}

	/** The visible branch as it stands, with what has arrived of a streaming answer. */
	get messages(): readonly Message[] {
		const running = this.#turn?.answer;
		return this.#conversation
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
		this.#restored ??= this.store.last().then(
			(loaded) => this.#showLoaded(loaded),
			(error: unknown) => this.#log.fail(l10n.t("The last conversation cannot be read: {0}", messageOf(error))),
		);
		return this.#restored;
	}

	/** Stops what streams, keeps it, and begins anew. */
	async newConversation(): Promise<void> {
		await this.restore();
		await this.#stopOwn();
		this.#show(this.store.create());
		await this.store.remember(this.#conversation);
	}

	/**
	 * Stops what streams, keeps it, and shows another conversation.
	 *
	 * @throws the file system's error when it cannot be read; the one before is then shown still.
	 */
	async open(id: string): Promise<void> {
		await this.restore();
		await this.#stopOwn();
		this.#showLoaded(await this.store.load(id));
		await this.store.remember(this.#conversation);
	}

	/** Reads what other windows may have written into the conversation since. Never rejects. */
	async look(): Promise<void> {
		await this.#following?.look();
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
		await this.#ask(text, place, how);
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
		const branch = this.#conversation.branch();
		const question = this.#question(branch, text, attachments);
		return planRequest([...branch, question], withOwn(settings, this.#conversation), how);
	}

	/**
	 * Asks the question of an answer again; the new answer is a sibling of the old one.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such answer, or none can be asked for.
	 */
	async retry(answer: string, how?: MakingRoom): Promise<void> {
		await this.#begin(async (turn, target) => {
			const old = turn.conversation.message(answer);
			const parent = old?.parent;
			if (old?.role !== "assistant" || !parent)
				throw new UserError(l10n.t("This answer is not part of the conversation any more."));
			const settings = withOwn(target, turn.conversation);
			await this.#answer(turn, parent, target, planRequest(turn.conversation.pathTo(parent), settings, how, old));
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
		await this.#begin(async (turn, target) => {
			const answer = turn.conversation.message(id);
			if (answer?.role !== "assistant" || answer.text === "") {
				throw new UserError(l10n.t("There is nothing of this answer to go on from: retry it."));
			}
			const { model, gatewayName: gateway } = target;
			const planned = planRequest(turn.conversation.pathTo(id), withOwn(target, turn.conversation), how);
			await this.#log.keep(turn.conversation, { type: "continuing", message: id, model, gateway });
			void this.#receive(turn, target, planned, id, true);
		});
	}

	/** Shows another version of a message of the visible branch, and what follows it. Versions count from 1. */
	async showVersion(message: string, version: number): Promise<void> {
		const conversation = this.#conversation;
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
		const conversation = this.#conversation;
		questionOf(conversation, id);
		await this.#stopOwn();
		await this.#log.keep(conversation, { type: "deleted", message: id });
		this.#deletedQuestion = id;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Shows a deleted question again, with everything under it. */
	async restoreQuestion(id: string): Promise<void> {
		await this.#log.keep(this.#conversation, { type: "restored", message: id });
		this.#deletedQuestion = null;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** The shown conversation's own parameters. */
	get parameters(): ChatParameters {
		return this.#conversation.parameters;
	}

	/**
	 * Sets them, from the next request on.
	 *
	 * @throws UserError when they cannot be saved; nothing is then changed.
	 */
	async setParameters(parameters: ChatParameters): Promise<void> {
		await this.restore();
		const conversation = this.#conversation;
		await this.#log.record(conversation, { type: "parameters", parameters }, (why) =>
			l10n.t("The parameters cannot be saved: {0}", why),
		);
		if (conversation === this.#conversation) this.#onDidChange.fire({ type: "parameters" });
	}

	/** Stops what is on its way, in another window too; settles when what arrived here is kept. */
	async stop(): Promise<void> {
		if (this.#turn) return this.#stopOwn();
		const conversation = this.#conversation;
		for (const { id, ...message } of conversation.branch()) {
			if (message.role !== "assistant" || message.state.type !== "streaming") continue;
			// The window that streams reads it and stops. If that window is no more, it is true already.
			await this.#log.keep(conversation, { type: "ended", message: id, state: { type: "stopped" } });
			this.#tellEnd(conversation, id);
		}
	}

	/** The window closes: what arrived is kept, and marked as cut off by that. */
	async close(): Promise<void> {
		this.#stopped = { type: "interrupted", message: closedMessage() };
		await this.#stopOwn();
		this.#following?.dispose();
	}

	async #stopOwn(): Promise<void> {
		this.#turn?.abort.abort();
		await this.#turn?.ended;
	}

	#showLoaded({ conversation, damaged }: Loaded): void {
		this.#show(conversation);
		if (damaged > 0) this.#log.tell(damageMessage(damaged));
	}

	#show(conversation: Conversation): void {
		this.#conversation = conversation;
		this.#deletedQuestion = null;
		this.#following?.dispose();
		this.#following = undefined;
		if (conversation.latestAt !== undefined) this.#follow(conversation);
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Shows what other windows write into the conversation. */
	#follow(conversation: Conversation): void {
		const told = (received: Received) => this.#takeIn(received);
		const failed = (error: unknown) => this.log.warn(`What other windows write cannot be read: ${messageOf(error)}`);
		this.#following = this.store.follow(conversation, told, failed);
	}

	#takeIn({ events, streamed }: Received): void {
		const running = this.#turn?.answer?.id;
		// Another window stopped it.
		if (events.some((event) => event.type === "ended" && event.message === running)) this.#turn?.abort.abort();
		if (!streamed) {
			this.#onDidChange.fire({ type: "reset" });
			return;
		}
		for (const event of events) {
			if (event.type === "received") {
				const { message: answer, text, reasoning } = event;
				this.#onDidChange.fire({ type: "text", answer, text, reasoning });
			} else if (event.type === "ended") this.#tellEnd(this.#conversation, event.message);
		}
	}

	/** Begins a turn; settles when it is prepared, while the answer goes on streaming. */
	async #begin(prepare: (turn: Turn, target: ChatTarget) => Promise<void>, model?: string): Promise<void> {
		if (this.#turn) throw new UserError(l10n.t("An answer is still on its way. Stop it, or wait for it to end."));
		const turn = new Turn(this.#conversation);
		this.#turn = turn;
		try {
			await prepare(turn, await this.target(model));
		} catch (error) {
			this.#turn = undefined;
			turn.end();
			throw error;
		}
	}

	/** A question as it would follow a branch. */
	#question(branch: readonly Message[], text: string, attachments: readonly Attachment[]): Question {
		const parent = branch.at(-1)?.id ?? null;
		return { role: "user", id: crypto.randomUUID(), parent, text, attachments, at: this.clock.now() };
	}

	async #ask(
		text: string,
		place: (conversation: Conversation) => { branch: readonly Message[]; attachments: readonly Attachment[] },
		how?: MakingRoom,
		model?: string,
	): Promise<void> {
		if (text.trim() === "") throw new UserError(l10n.t("There is nothing to ask yet."));
		await this.#begin(async (turn, target) => {
			const { branch, attachments } = place(turn.conversation);
			const question = this.#question(branch, text, attachments);
			const planned = planRequest([...branch, question], withOwn(target, turn.conversation), how);
			const { id: message, parent } = question;
			await this.#log.record(turn.conversation, { type: "asked", message, parent, text, attachments }, (why) =>
				l10n.t("The question cannot be saved, so it was not sent: {0}", why),
			);
			this.#asked(turn.conversation, message);
			await this.#answer(turn, message, target, planned);
		}, model);
	}

	#asked(conversation: Conversation, id: string): void {
		this.#deletedQuestion = null;
		if (conversation === this.#conversation && !this.#following) this.#follow(conversation);
		const message = conversation.message(id);
		if (message) this.#onDidChange.fire({ type: "message", message });
	}

	async #answer(turn: Turn, question: string, target: ChatTarget, planned: PlannedRequest): Promise<void> {
		const id = crypto.randomUUID();
		const { model, gatewayName: gateway } = target;
		const without = planned.leftOut ? { leftOut: planned.leftOut } : {};
		const answering = { type: "answering", message: id, parent: question, model, gateway, ...without } as const;
		await this.#log.keep(turn.conversation, answering);
		void this.#receive(turn, target, planned, id, false);
	}

	/** Has an answer, or the rest of one, stream in; what called it goes on meanwhile. */
	async #receive(
		turn: Turn,
		target: ChatTarget,
		planned: PlannedRequest,
		id: string,
		continued: boolean,
	): Promise<void> {
		const answer = turn.conversation.message(id);
		if (answer) this.#onDidChange.fire({ type: "message", message: answer });
		await takeAnswer(turn, target, planned, { id, continued }, this.#taking);
		this.#turn = undefined;
		turn.end();
		this.#tellEnd(turn.conversation, id);
	}

	#tellEnd(conversation: Conversation, id: string): void {
		const ended = conversation.message(id);
		if (ended?.role !== "assistant") return;
		this.#onDidChange.fire({ type: "ended", answer: ended });
		if (conversation.branch().some((message) => message.id === id)) return;
		// A retry that brought nothing gives way to the answer that was there; why is said beside it.
		this.#onDidChange.fire({ type: "reset" });
		if (ended.state.type === "failed") this.#log.tell(ended.state.failure.message);
		if (ended.state.type === "interrupted") this.#log.tell(ended.state.message);
	}
}
