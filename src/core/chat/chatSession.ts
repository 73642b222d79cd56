import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../shared/chatParameters";
import type {
	Answer,
	AnswerState,
	Attachment,
	MakingRoom,
	Message,
	Question,
	RetryWait,
	Usage,
} from "../../shared/conversation";
import { messageOf, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log } from "../base/ports";
import { failureOf } from "../wire/failure";
import type { ChatEvent, Gateway } from "../wire/gateway";
import type { OnWait } from "../wire/retry";
import { AnswerText, type ReceivedText } from "./answerText";
import { type PlannedRequest, planRequest, type RequestSettings } from "./chatRequest";
import { type Conversation, closedMessage } from "./conversation";
import type { ConversationChange } from "./conversationEvent";
import type { ConversationStore } from "./conversationStore";

/** Where the next question goes, settled anew for each. */
export interface ChatTarget extends RequestSettings {
	readonly gateway: Gateway;
	/** The gateway's name, as the user knows it. */
	readonly gatewayName: string;
}

/** What the view is told, in this order and no other. */
export type SessionChange =
	| { readonly type: "reset" }
	| { readonly type: "message"; readonly message: Message }
	| { readonly type: "text"; readonly answer: string; readonly text: string; readonly reasoning: string }
	| { readonly type: "waits"; readonly answer: string; readonly wait: RetryWait | null }
	| { readonly type: "ended"; readonly answer: Answer }
	| { readonly type: "parameters" };

interface RunningAnswer {
	readonly id: string;
	readonly text: AnswerText;
	/** The pause before the next try, while there is one. */
	wait?: RetryWait | undefined;
}

/** A question from the moment it is sent until its answer has ended. */
interface Turn {
	/** Where it belongs, whatever is shown meanwhile. */
	readonly conversation: Conversation;
	readonly abort: AbortController;
	/** Settles when everything of it is kept. */
	readonly ended: Promise<void>;
	end(): void;
	/** What has arrived, once the answer has begun. */
	answer?: RunningAnswer;
}

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

	/** Shows the conversation that this workspace showed last; the first call reads it. Never rejects. */
	restore(): Promise<void> {
		this.#restored ??= this.store.last().then(
			(conversation) => this.#show(conversation),
			(error: unknown) => this.#fail(l10n.t("The last conversation cannot be read: {0}", messageOf(error))),
		);
		return this.#restored;
	}

	/** Stops what streams, keeps it, and begins anew. */
	async newConversation(): Promise<void> {
		await this.restore();
		await this.stop();
		this.#show(this.store.create());
		await this.store.remember(this.#conversation);
	}

	/**
	 * Asks a question. Settles when it is written and the answer has begun to be waited for.
	 *
	 * @param model answers this one question in place of the chosen one.
	 * @param how how to make room where the request does not fit.
	 * @throws UserError when it cannot be asked; nothing is then changed.
	 */
	async ask(text: string, attachments: readonly Attachment[] = [], model?: string, how?: MakingRoom): Promise<void> {
		if (text.trim() === "") throw new UserError(l10n.t("There is nothing to ask yet."));
		await this.restore();
		await this.#begin(async (turn, target) => {
			const branch = turn.conversation.branch();
			const question = this.#question(branch, text, attachments);
			const planned = planRequest([...branch, question], withOwn(target, turn.conversation), how);
			const { id: message, parent } = question;
			await this.#record(turn, { type: "asked", message, parent, text, attachments });
			await this.#answer(turn, message, target, planned);
		}, model);
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
		const event = this.store.event({ type: "parameters", parameters });
		try {
			// Before its first question nothing of a conversation is known to its workspace.
			if (conversation.branch().length === 0) await this.store.remember(conversation);
			await this.store.write(conversation, event, true);
		} catch (error) {
			throw new UserError(l10n.t("The parameters cannot be saved: {0}", messageOf(error)), ["showLog"], {
				cause: error,
			});
		}
		conversation.apply(event);
		if (conversation === this.#conversation) this.#onDidChange.fire({ type: "parameters" });
	}

	/** Stops what is on its way, if anything is; settles when what arrived is kept. */
	async stop(): Promise<void> {
		this.#turn?.abort.abort();
		await this.#turn?.ended;
	}

	/** The window closes: what arrived is kept, and marked as cut off by that. */
	close(): Promise<void> {
		this.#stopped = { type: "interrupted", message: closedMessage() };
		return this.stop();
	}

	#show(conversation: Conversation): void {
		this.#conversation = conversation;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Begins a turn; settles when it is prepared, while the answer goes on streaming. */
	async #begin(prepare: (turn: Turn, target: ChatTarget) => Promise<void>, model?: string): Promise<void> {
		if (this.#turn) throw new UserError(l10n.t("An answer is still on its way. Stop it, or wait for it to end."));
		let end = () => {};
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		const turn: Turn = { conversation: this.#conversation, abort: new AbortController(), ended, end };
		this.#turn = turn;
		try {
			await prepare(turn, await this.target(model));
		} catch (error) {
			this.#turn = undefined;
			end();
			throw error;
		}
	}

	/** A question as it would follow a branch. */
	#question(branch: readonly Message[], text: string, attachments: readonly Attachment[]): Question {
		const parent = branch.at(-1)?.id ?? null;
		return { role: "user", id: crypto.randomUUID(), parent, text, attachments, at: this.clock.now() };
	}

	async #answer(turn: Turn, question: string, target: ChatTarget, planned: PlannedRequest): Promise<void> {
		const id = crypto.randomUUID();
		const { model, gatewayName: gateway } = target;
		const { request, leftOut } = planned;
		const without = leftOut ? { leftOut } : {};
		await this.#keep(turn, { type: "answering", message: id, parent: question, model, gateway, ...without });
		const answer = turn.conversation.message(id);
		if (answer) this.#onDidChange.fire({ type: "message", message: answer });
		const keep = (received: ReceivedText) => this.#keep(turn, { type: "received", message: id, ...received });
		turn.answer = { id, text: new AnswerText(this.clock, keep) };
		const onWait = this.#waiting(turn.answer);
		const events = target.gateway.chat(request, turn.abort.signal, onWait);
		void this.#stream(turn, turn.answer, events, (usage) => this.#learn(target, planned, usage));
	}

	/** What the gateway counted corrects the estimates. That it cannot be kept costs nothing but a worse estimate. */
	#learn({ window }: ChatTarget, { request }: PlannedRequest, { promptTokens }: Usage): void {
		if (promptTokens === undefined) return;
		window?.counter.learn(request.messages, promptTokens).catch((error: unknown) => this.log.warn(messageOf(error)));
	}

	/** Shows that the request pauses before it is tried again. */
	#waiting(running: RunningAnswer): OnWait {
		return (pause) => {
			running.wait = pause && { until: pause.until, message: pause.cause.message };
			this.#onDidChange.fire({ type: "waits", answer: running.id, wait: running.wait ?? null });
		};
	}

	/** Takes the answer in, to whatever end. Never rejects: an error is an answer's state. */
	async #stream(
		turn: Turn,
		{ id, text }: RunningAnswer,
		events: AsyncIterable<ChatEvent>,
		counted: (usage: Usage) => void,
	): Promise<void> {
		let state: AnswerState | undefined;
		let usage: Usage | undefined;
		try {
			for await (const event of events) {
				switch (event.type) {
					case "text":
					case "reasoning": {
						const piece = { text: "", reasoning: "", [event.type]: event.text };
						text.add(piece);
						this.#onDidChange.fire({ type: "text", answer: id, ...piece });
						break;
					}
					case "usage":
						usage = event.usage;
						break;
					case "finished":
						state = { type: "complete", finishReason: event.reason };
						break;
					case "interrupted":
						state = { type: "interrupted", message: event.cause.message };
						this.log.warn(`An answer was interrupted: ${event.cause.message}`);
				}
			}
		} catch (error) {
			state = { type: "failed", failure: failureOf(error) };
			this.log.warn(`An answer failed: ${messageOf(error)}`);
		}
		await text.flush();
		state ??= this.#stopped;
		if (usage) counted(usage);
		await this.#keep(turn, { type: "ended", message: id, state, ...(usage ? { usage } : {}) });
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
		const event = this.store.event(change);
		try {
			if (change.parent === null) await this.store.remember(turn.conversation);
			await this.store.write(turn.conversation, event, true);
		} catch (error) {
			const message = l10n.t("The question cannot be saved, so it was not sent: {0}", messageOf(error));
			throw new UserError(message, ["showLog"], { cause: error });
		}
		turn.conversation.apply(event);
		const message = turn.conversation.message(change.message);
		if (message) this.#onDidChange.fire({ type: "message", message });
	}

	/** Writes what has already happened. If the disk refuses, it is said, and the conversation goes on in memory. */
	async #keep({ conversation }: Turn, change: ConversationChange): Promise<void> {
		const event = this.store.event(change);
		conversation.apply(event);
		try {
			await this.store.write(conversation, event, change.type === "ended");
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

/** The settings with the conversation's own parameters in place of theirs. */
function withOwn(settings: RequestSettings, conversation: Conversation): RequestSettings {
	const { systemPrompt = settings.systemPrompt, ...own } = conversation.parameters;
	return { ...settings, systemPrompt, parameters: { ...settings.parameters, ...own } };
}

/** The answer with what has arrived, and with the pause that it is in. */
function asItStands(message: Answer, { text, wait }: RunningAnswer): Answer {
	const answer = text.onto(message);
	return wait ? { ...answer, state: { type: "streaming", wait } } : answer;
}
