import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../shared/chatParameters";
import type { AnswerState, Attachment, Message, Question } from "../../shared/conversation";
import { messageOf, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log } from "../base/ports";
import type { ChatEvent, RequestMessage } from "../wire/gateway";
import type { OnWait } from "../wire/retry";
import { AnswerText, type ReceivedText } from "./answerText";
import { type ChatTarget, chatRequest, systemPromptOf } from "./chatTarget";
import { type Conversation, closedMessage, type Received } from "./conversation";
import type { ConversationChange } from "./conversationEvent";
import type { ConversationStore, Following, Loaded } from "./conversationStore";
import { damageMessage } from "./damageMessage";
import { questionOf } from "./questionOf";
import { readAnswer } from "./readAnswer";
import { continueMessages, requestMessages } from "./requestMessages";
import type { SessionChange } from "./sessionChange";
import { asItStands, type RunningAnswer, Turn } from "./turn";

/** The conversation that is shown, and the one answer that may be streaming into it. */
export class ChatSession {
	readonly #onDidChange = new Emitter<SessionChange>();
	readonly onDidChange: Event<SessionChange> = this.#onDidChange.event;
	readonly #onDidFail = new Emitter<string>();
	/** Fires with a sentence for the user when a conversation cannot be read, or what is already shown not written. */
	readonly onDidFail: Event<string> = this.#onDidFail.event;
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
			(error: unknown) => this.#fail(l10n.t("The last conversation cannot be read: {0}", messageOf(error))),
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
	 * @throws UserError when it cannot be asked; nothing is then changed.
	 */
	async ask(text: string, attachments: readonly Attachment[] = [], model?: string): Promise<void> {
		await this.restore();
		const place = (conversation: Conversation) => ({ parent: conversation.branch().at(-1)?.id ?? null, attachments });
		await this.#ask(text, place, model);
	}

	/**
	 * Asks a question anew in other words, with the same attachments; it is a sibling of the old one.
	 *
	 * @throws UserError when there is no such question, or it cannot be asked; nothing is then changed.
	 */
	async edit(question: string, text: string): Promise<void> {
		await this.#ask(text, (conversation) => questionOf(conversation, question));
		this.#onDidChange.fire({ type: "reset" });
	}

	/**
	 * Asks the question of an answer again; the new answer is a sibling of the old one.
	 *
	 * @throws UserError when there is no such answer, or none can be asked for.
	 */
	async retry(answer: string): Promise<void> {
		await this.#begin(async (turn, target) => {
			const parent = turn.conversation.message(answer)?.parent;
			if (!parent) throw new UserError(l10n.t("This answer is not part of the conversation any more."));
			await this.#answer(turn, parent, target);
			this.#onDidChange.fire({ type: "reset" });
		});
	}

	/**
	 * Has an answer that broke off go on where it stopped; what comes is added to it.
	 *
	 * @throws UserError when there is no such answer, or there is nothing of it to go on from.
	 */
	async continueAnswer(id: string): Promise<void> {
		await this.#begin(async (turn, target) => {
			const answer = turn.conversation.message(id);
			if (answer?.role !== "assistant" || answer.text === "") {
				throw new UserError(l10n.t("There is nothing of this answer to go on from: retry it."));
			}
			const { model, gatewayName: gateway } = target;
			const messages = continueMessages(turn.conversation.pathTo(id), systemPromptOf(turn.conversation, target));
			await this.#keep(turn.conversation, { type: "continuing", message: id, model, gateway });
			this.#receive(turn, target, { id, continued: true, messages });
		});
	}

	/** Shows another version of a message of the visible branch, and what follows it. Versions count from 1. */
	async showVersion(message: string, version: number): Promise<void> {
		const conversation = this.#conversation;
		const wanted = conversation.versions(message)[version - 1];
		if (!wanted) return;
		await this.#keep(conversation, { type: "shown", message: wanted.id });
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
		await this.#keep(conversation, { type: "deleted", message: id });
		this.#deletedQuestion = id;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Shows a deleted question again, with everything under it. */
	async restoreQuestion(id: string): Promise<void> {
		await this.#keep(this.#conversation, { type: "restored", message: id });
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
		const event = this.store.event(conversation, { type: "parameters", parameters });
		try {
			// Before its first question nothing of a conversation is known to its workspace.
			if (conversation.branch().length === 0) await this.store.remember(conversation);
			await this.store.write(conversation, event, true);
		} catch (error) {
			throw new UserError(l10n.t("The parameters cannot be saved: {0}", messageOf(error)), ["showLog"], {
				cause: error,
			});
		}
		this.store.apply(conversation, event);
		if (conversation === this.#conversation) this.#onDidChange.fire({ type: "parameters" });
	}

	/** Stops what is on its way, in another window too; settles when what arrived here is kept. */
	async stop(): Promise<void> {
		if (this.#turn) return this.#stopOwn();
		const conversation = this.#conversation;
		for (const { id, ...message } of conversation.branch()) {
			if (message.role !== "assistant" || message.state.type !== "streaming") continue;
			// The window that streams reads it and stops. If that window is no more, it is true already.
			await this.#keep(conversation, { type: "ended", message: id, state: { type: "stopped" } });
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
		if (damaged > 0) this.#onDidFail.fire(damageMessage(damaged));
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

	async #ask(
		text: string,
		place: (conversation: Conversation) => Pick<Question, "parent" | "attachments">,
		model?: string,
	): Promise<void> {
		if (text.trim() === "") throw new UserError(l10n.t("There is nothing to ask yet."));
		await this.#begin(async (turn, target) => {
			const { parent, attachments } = place(turn.conversation);
			const message = crypto.randomUUID();
			await this.#record(turn, { type: "asked", message, parent, text, attachments });
			await this.#answer(turn, message, target);
		}, model);
	}

	async #answer(turn: Turn, question: string, target: ChatTarget): Promise<void> {
		const id = crypto.randomUUID();
		const { model, gatewayName: gateway } = target;
		await this.#keep(turn.conversation, { type: "answering", message: id, parent: question, model, gateway });
		const messages = requestMessages(turn.conversation.pathTo(question), systemPromptOf(turn.conversation, target));
		this.#receive(turn, target, { id, continued: false, messages });
	}

	/** Sends the request for an answer, or for the rest of one, and takes in what comes. */
	#receive(
		turn: Turn,
		target: ChatTarget,
		asked: { id: string; continued: boolean; messages: RequestMessage[] },
	): void {
		const { id, continued, messages } = asked;
		const { conversation } = turn;
		const answer = conversation.message(id);
		if (answer) this.#onDidChange.fire({ type: "message", message: answer });
		const keep = (received: ReceivedText) => this.#keep(conversation, { type: "received", message: id, ...received });
		turn.answer = { id, continued, text: new AnswerText(this.clock, keep) };
		const request = chatRequest(conversation, id, messages, target);
		const onWait = this.#waiting(turn.answer);
		void this.#stream(turn, turn.answer, target.gateway.chat(request, turn.abort.signal, onWait));
	}

	/** Shows that the request pauses before it is tried again. */
	#waiting(running: RunningAnswer): OnWait {
		return (pause) => {
			running.wait = pause && { until: pause.until, message: pause.cause.message };
			this.#onDidChange.fire({ type: "waits", answer: running.id, wait: running.wait ?? null });
		};
	}

	/** Takes the answer in, to whatever end. Never rejects. */
	async #stream(turn: Turn, { id, text, continued }: RunningAnswer, events: AsyncIterable<ChatEvent>): Promise<void> {
		const take = (piece: ReceivedText) => {
			text.add(piece);
			this.#onDidChange.fire({ type: "text", answer: id, ...piece });
		};
		const end = await readAnswer(events, continued, take, this.log);
		await text.flush();
		await this.#keep(turn.conversation, { type: "ended", message: id, state: this.#stopped, ...end });
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
		if (ended.state.type === "failed") this.#onDidFail.fire(ended.state.failure.message);
		if (ended.state.type === "interrupted") this.#onDidFail.fire(ended.state.message);
	}

	/** Writes, then shows: for what may still be refused. */
	async #record(turn: Turn, change: ConversationChange & { readonly type: "asked" }): Promise<void> {
		const event = this.store.event(turn.conversation, change);
		try {
			if (change.parent === null) await this.store.remember(turn.conversation);
			await this.store.write(turn.conversation, event, true);
		} catch (error) {
			const message = l10n.t("The question cannot be saved, so it was not sent: {0}", messageOf(error));
			throw new UserError(message, ["showLog"], { cause: error });
		}
		this.store.apply(turn.conversation, event);
		this.#deletedQuestion = null;
		if (turn.conversation === this.#conversation && !this.#following) this.#follow(turn.conversation);
		const message = turn.conversation.message(change.message);
		if (message) this.#onDidChange.fire({ type: "message", message });
	}

	/** Writes what has already happened. If the disk refuses, it is said, and the conversation goes on in memory. */
	async #keep(conversation: Conversation, change: ConversationChange): Promise<void> {
		const event = this.store.event(conversation, change);
		this.store.apply(conversation, event);
		try {
			await this.store.write(conversation, event, change.type !== "received");
		} catch (error) {
			this.#fail(
				l10n.t("The conversation cannot be saved: {0}. It stays here until the window closes.", messageOf(error)),
			);
		}
	}

	#fail(message: string): void {
		this.log.error(message);
		this.#onDidFail.fire(message);
	}
}
