import * as l10n from "@vscode/l10n";
import type { ApprovalDecision } from "../../../shared/agentApproval";
import type { ChatParameters } from "../../../shared/chatParameters";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { Attachment, MakingRoom, Message } from "../../../shared/conversation";
import type { Event } from "../../base/event";
import type { Clock, Log } from "../../base/ports";
import { type Conversation, closedMessage } from "../conversation/loadedConversation";
import { questionAfter, questionOf } from "../conversation/questionOf";
import { type PlannedRequest, planRequest, type RequestSettings } from "../request/chatRequest";
import type { ConversationStore } from "../storage/conversationStore";
import { SessionLog } from "../storage/sessionLog";
import { ActiveConversation } from "./activeConversation";
import { type ChatTarget, withInstructions, withOwn } from "./chatTarget";
import type { TaskParts, TaskWorker } from "./taskWorker";
import type { SessionChange } from "./turn";
import { currentAnswer } from "./turn";
import { TurnRunner } from "./turnRunner";

/** The conversation that is shown, and the one answer that may be streaming into it. */
export class ChatSession {
	readonly #log: SessionLog;
	readonly #shown: ActiveConversation;
	readonly #turns: TurnRunner;
	readonly onDidChange: Event<SessionChange>;
	/**
	 * Fires with a message for the user when a conversation cannot be read, or when something that is shown already
	 * cannot be written.
	 */
	readonly onDidFail: Event<string>;

	constructor(
		private readonly store: ConversationStore,
		/**
		 * @param model replaces the chosen model.
		 * @throws UserError when there is no gateway or no model to ask.
		 */
		target: (model?: string) => Promise<ChatTarget>,
		private readonly clock: Clock,
		log: Log,
		/** Works on tasks; absent where there is no agent. */
		worker?: TaskWorker,
	) {
		this.#log = new SessionLog(store, log);
		this.#shown = new ActiveConversation(store, this.#log, log);
		this.#turns = new TurnRunner({ target, shown: this.#shown, written: this.#log, clock, log, worker });
		this.onDidChange = this.#shown.onDidChange;
		this.onDidFail = this.#log.onDidFail;
	}

	/** The conversation that is shown, including events that could not be written to the disk. Read-only. */
	get conversation(): Conversation {
		return this.#shown.current;
	}

	get conversationId(): string {
		return this.conversation.id;
	}

	/** The visible branch, with the part of a streaming answer that has arrived. */
	get messages(): readonly Message[] {
		const running = this.#turns.streaming;
		return this.conversation
			.branch()
			.map((message) =>
				message.id === running?.id && message.role === "assistant" ? currentAnswer(message, running) : message,
			);
	}

	/** The question that was deleted last, as long as this can be undone here; otherwise null. */
	get deletedQuestion(): string | null {
		return this.#shown.deletedQuestion;
	}

	/** Shows the conversation that this workspace showed last; only the first call reads it. Never rejects. */
	restore(): Promise<void> {
		return this.#shown.restore();
	}

	/** Stops and keeps a streaming answer, and starts a new conversation. */
	async newConversation(): Promise<void> {
		await this.restore();
		await this.#turns.stop();
		await this.#shown.begin();
	}

	/**
	 * Shows another conversation. Once it has been read, a streaming answer is stopped and kept.
	 *
	 * @throws the file system's error when it cannot be read; the previous conversation then remains.
	 */
	async open(id: string): Promise<void> {
		await this.restore();
		// The file may not contain the latest events yet.
		if (id === this.conversationId) return;
		const loaded = await this.store.load(id);
		await this.#turns.stop();
		await this.#shown.open(loaded);
	}

	/** Whether an answer is streaming or waited for, here or in another window. */
	get isBusy(): boolean {
		const streams = (message: Message) => message.role === "assistant" && message.state.type === "streaming";
		return this.#turns.running || this.conversation.branch().some(streams);
	}

	/** Rejects early, before the user types. @throws UserError while an answer is streaming or waited for. */
	assertFree(): void {
		this.#turns.assertFree();
	}

	/** Reads what other windows may have written into the conversation since the last read. Never rejects. */
	refresh(): Promise<void> {
		return this.#shown.refresh();
	}

	/**
	 * Asks a question. Settles when the question has been written and its answer is waited for.
	 *
	 * @param model the model for this question only, instead of the chosen one.
	 * @param how how to make room where the request does not fit.
	 * @param isTask whether an agent works on it.
	 * @throws UserError when the question cannot be asked; nothing has changed then.
	 */
	async ask(
		text: string,
		attachments: readonly Attachment[] = [],
		model?: string,
		how?: MakingRoom,
		isTask = false,
	): Promise<void> {
		await this.restore();
		await this.#turns.ask(text, attachments, model, how, isTask);
	}

	/**
	 * Asks an edited version of a question with the same attachments; it becomes a sibling of the original.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such question, or it cannot be asked; nothing has changed then.
	 */
	async edit(question: string, text: string, how?: MakingRoom, isTask = false): Promise<void> {
		await this.#turns.edit(question, text, how, isTask);
	}

	/**
	 * Passes on the user's decision about a call of the agent; does nothing if the agent no longer waits for it.
	 *
	 * @throws UserError when the agent works in another window.
	 */
	decide(answer: string, call: number, decision: ApprovalDecision): void {
		this.#turns.decide(answer, call, decision);
	}

	/**
	 * Returns the request that would be sent if this were asked now.
	 *
	 * @param parts what the agent adds, if it is asked.
	 * @throws UserError when it would not fit.
	 */
	nextRequest(
		text: string,
		attachments: readonly Attachment[],
		settings: RequestSettings,
		how?: MakingRoom,
		parts?: TaskParts,
	): PlannedRequest {
		const branch = this.conversation.branch();
		const question = questionAfter(branch, text, attachments, this.clock.now());
		const own = withOwn(settings, this.conversation);
		if (!parts) return planRequest([...branch, question], own, how);
		const planned = planRequest([...branch, question], withInstructions(own, parts.instructions), how);
		return { ...planned, request: { ...planned.request, tools: parts.tools } };
	}

	/**
	 * Asks the question of an answer again; the new answer becomes a sibling of the old one.
	 *
	 * @param how how to make room where the request does not fit.
	 * @param model replaces the answer's model.
	 * @throws UserError when there is no such answer, or no new one can be requested.
	 */
	async retry(answer: string, how?: MakingRoom, model?: string): Promise<void> {
		await this.#turns.retry(answer, how, model);
	}

	/**
	 * Continues an answer that was stopped, interrupted or cut off; the new text is appended to it.
	 *
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when there is no such answer, or it has no text to continue from.
	 */
	async continueAnswer(id: string, how?: MakingRoom): Promise<void> {
		await this.#turns.continueAnswer(id, how);
	}

	/**
	 * Shows another version of a message of the visible branch, with the messages that follow it. Versions count from
	 * 1.
	 */
	async showVersion(message: string, version: number): Promise<void> {
		const conversation = this.conversation;
		const wanted = conversation.versions(message)[version - 1];
		if (!wanted) return;
		await this.#log.append(conversation, { type: "shown", message: wanted.id });
		this.#shown.notify(conversation, { type: "reset" });
	}

	/**
	 * Hides a question and everything below it; nothing is erased. An answer that streams there is stopped first.
	 *
	 * @throws UserError when there is no such question.
	 */
	async deleteQuestion(id: string): Promise<void> {
		const conversation = this.conversation;
		questionOf(conversation, id);
		await this.#turns.stop();
		await this.#log.append(conversation, { type: "deleted", message: id });
		this.#shown.deleted(conversation, id);
	}

	/** Shows a deleted question again, with everything below it. */
	async restoreQuestion(id: string): Promise<void> {
		await this.#log.append(this.conversation, { type: "restored", message: id });
		this.#shown.undeleted();
	}

	/** The parameters of the conversation that is shown. */
	get parameters(): ChatParameters {
		return this.conversation.parameters;
	}

	/**
	 * Sets the conversation's parameters, from the next request on.
	 *
	 * @throws UserError when they cannot be saved; nothing has changed then.
	 */
	async setParameters(parameters: ChatParameters): Promise<void> {
		await this.restore();
		const conversation = this.conversation;
		await this.#log.record(conversation, { type: "parameters", parameters }, (why) =>
			l10n.t("The parameters cannot be saved: {0}", why),
		);
		this.#shown.notify(conversation, { type: "parameters" });
	}

	/**
	 * Sets the foreign tools that the agent may ask to call, from the next task on.
	 *
	 * @param changed the tools that are no longer chosen because they have changed.
	 * @throws UserError when they cannot be saved; nothing has changed then.
	 */
	async setTools(tools: readonly ChosenTool[], changed: readonly ChosenTool[] = []): Promise<void> {
		await this.restore();
		const conversation = this.conversation;
		await this.#log.record(conversation, { type: "tools", tools }, (why) =>
			l10n.t("The tools cannot be saved: {0}", why),
		);
		this.#shown.notify(conversation, { type: "tools", changed });
	}

	/**
	 * Stops the answer that is streaming or waited for, in another window too; settles when what arrived here is saved.
	 */
	async stop(): Promise<void> {
		if (this.#turns.running) return this.#turns.stop();
		const conversation = this.conversation;
		for (const { id, ...message } of conversation.branch()) {
			if (message.role !== "assistant" || message.state.type !== "streaming") continue;
			// The window that streams reads this and stops. If that window is gone, the answer has already stopped.
			await this.#log.append(conversation, { type: "ended", message: id, state: { type: "stopped" } });
			this.#shown.ended(conversation, id);
		}
	}

	/** Ends the session when the window closes: saves what has arrived, and marks it as interrupted by the closing. */
	async close(): Promise<void> {
		await this.#turns.stop({ type: "interrupted", message: closedMessage() });
		this.#shown.dispose();
	}
}
