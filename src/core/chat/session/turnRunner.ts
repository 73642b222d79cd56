import * as l10n from "@vscode/l10n";
import type { ApprovalDecision } from "../../../shared/agentApproval";
import type { AgentEvent } from "../../../shared/agentEvent";
import type { AnswerState, Attachment, MakingRoom, Message } from "../../../shared/conversation";
import { UserError } from "../../base/errors";
import type { Clock, Log } from "../../base/ports";
import type { LoggedEvent } from "../conversation/conversationEvent";
import { assertRoomForMessages, messagesOfTurn } from "../conversation/conversationLimits";
import type { Conversation } from "../conversation/loadedConversation";
import { modelOf, questionAfter, questionOf } from "../conversation/questionOf";
import { type PlannedRequest, planRequest, type RequestSettings } from "../request/chatRequest";
import type { SessionLog } from "../storage/sessionLog";
import type { ActiveConversation } from "./activeConversation";
import { type ChatTarget, withInstructions, withOwn } from "./chatTarget";
import { GatewayChange } from "./gatewayChange";
import { streamAnswer } from "./streamAnswer";
import { untilNoneWorks, whileWorking } from "./taskLock";
import type { TaskWorker } from "./taskWorker";
import type { SessionChange } from "./turn";
import { type RunningAnswer, Turn } from "./turn";
import { workOnTask } from "./workOnTask";

interface TurnRunnerDeps {
	/**
	 * @param model in place of the chosen one.
	 * @throws UserError when there is no gateway or no model to ask.
	 */
	target(model?: string): Promise<ChatTarget>;
	/** The conversation in which questions are asked, and which shows their progress. */
	readonly shown: ActiveConversation;
	readonly written: SessionLog;
	readonly clock: Clock;
	readonly log: Log;
	/** Works on tasks; absent where there is no agent. */
	readonly worker?: TaskWorker | undefined;
}

/** The place of a question in its conversation. */
interface QuestionPlace {
	/** The messages before it. */
	readonly branch: readonly Message[];
	readonly attachments: readonly Attachment[];
}

/** Runs the turns of a session in the conversation that is shown, one at a time. */
export class TurnRunner {
	#turn: Turn | undefined;
	readonly #gatewayChange = new GatewayChange();
	/** The state of an answer that was stopped. */
	#stopped: AnswerState = { type: "stopped" };

	constructor(private readonly deps: TurnRunnerDeps) {
		deps.shown.onDidReceive((events) => {
			const own = events.filter((event) => "message" in event && event.message === this.streaming?.id);
			// Another window stopped it.
			if (own.some(({ type }) => type === "ended")) this.#abort();
			if (own.some(({ type }) => type === "continuing")) this.#yield(own);
		});
	}

	/** Whether a question is being asked, or its answer is streaming. */
	get running(): boolean {
		return this.#turn !== undefined;
	}

	/** The answer that is streaming. */
	get streaming(): RunningAnswer | undefined {
		return this.#turn?.answer;
	}

	/** @throws UserError while a turn is running. */
	assertFree(): void {
		if (!this.#turn) return;
		throw new UserError(l10n.t("An answer is still being written. Stop it, or wait until it ends."), ["retry"]);
	}

	/**
	 * Asks a question at the end of the visible branch. Like the methods below, settles when its answer is waited for.
	 *
	 * @param model replaces the chosen model.
	 * @param isTask whether an agent answers.
	 * @throws UserError when another turn is running, or this one cannot be asked.
	 */
	async ask(
		text: string,
		attachments: readonly Attachment[],
		model?: string,
		how?: MakingRoom,
		isTask = false,
	): Promise<void> {
		await this.#ask(text, (conversation) => ({ branch: conversation.branch(), attachments }), isTask, model, how);
	}

	/**
	 * Asks an edited version of a question.
	 *
	 * @throws UserError as `ask` does, and when there is no such question.
	 */
	async edit(question: string, text: string, how?: MakingRoom, isTask = false): Promise<void> {
		const { shown } = this.deps;
		const conversation = shown.current;
		const place = () => {
			const { parent, attachments } = questionOf(conversation, question);
			return { branch: parent === null ? [] : conversation.pathTo(parent), attachments };
		};
		await this.#ask(text, place, isTask, modelOf(conversation, question), how);
		shown.notify(conversation, { type: "reset" });
	}

	/**
	 * Asks the question of an answer again.
	 *
	 * @param model replaces the answer's model.
	 * @throws UserError as `ask` does, and when there is no such answer.
	 */
	async retry(answer: string, how?: MakingRoom, model?: string): Promise<void> {
		await this.#begin(model ?? modelOf(this.deps.shown.current, answer), async (turn, target) => {
			const { conversation } = turn;
			const old = conversation.message(answer);
			const parent = old?.parent;
			if (old?.role !== "assistant" || !parent)
				throw new UserError(l10n.t("This answer is no longer part of the conversation."));
			assertRoomForMessages(conversation.messageCount, 1);
			this.#gatewayChange.assertSaid(conversation.id, conversation.pathTo(answer), target.gatewayName);
			const isTask = old.agent !== undefined;
			const settings = await this.#settings(target, conversation, isTask);
			const planned = planRequest(conversation.pathTo(parent), settings, how, old);
			await this.#answer(turn, parent, target, planned, isTask);
			this.deps.shown.notify(conversation, { type: "reset" });
		});
	}

	/**
	 * Continues an answer that was stopped, interrupted or cut off.
	 *
	 * @throws UserError as `ask` does, and when it has no text to continue from.
	 */
	async continueAnswer(id: string, how?: MakingRoom): Promise<void> {
		await this.#begin(modelOf(this.deps.shown.current, id), async (turn, target) => {
			const { conversation } = turn;
			const answer = conversation.message(id);
			const isTask = answer?.role === "assistant" && answer.agent !== undefined;
			if (answer?.role !== "assistant" || (answer.text === "" && !isTask)) {
				throw new UserError(l10n.t("This answer has no text to continue from. Retry it."));
			}
			this.#gatewayChange.assertSaid(conversation.id, conversation.pathTo(id), target.gatewayName);
			if (isTask) await untilNoneWorks(turn, id, this.deps.shown, this.deps.clock);
			// A task is continued from its events, which the worker gets, not from the answer's text.
			const path = conversation.pathTo(isTask ? answer.parent : id);
			const planned = planRequest(path, await this.#settings(target, conversation, isTask), how);
			const { model, gatewayName: gateway } = target;
			await this.deps.written.append(conversation, { type: "continuing", message: id, model, gateway });
			void this.#receive(turn, target, planned, { id, continued: true, isTask });
		});
	}

	/**
	 * Stops the turn; settles when what has arrived is saved.
	 *
	 * @param as the state of its answer, and of every later one that is stopped.
	 */
	async stop(as = this.#stopped): Promise<void> {
		this.#stopped = as;
		this.#abort();
		await this.#turn?.ended;
	}

	/**
	 * Passes on the user's decision about a call; does nothing if the agent no longer waits for it.
	 *
	 * @throws UserError when another window works on the task.
	 */
	decide(answer: string, call: number, decision: ApprovalDecision): void {
		if (this.streaming?.id === answer) {
			if (this.#turn?.approval?.call === call) this.#turn.approval.decide(decision);
			return;
		}
		const task = this.deps.shown.current.message(answer);
		if (task?.role === "assistant" && task.state.type === "streaming")
			throw new UserError(l10n.t("The agent is working in another window. Answer there."));
	}

	/** Leaves a task to the window that has continued it last. */
	#yield(received: readonly LoggedEvent[]): void {
		const { conversation, answer } = this.#turn ?? {};
		const task = answer && conversation?.message(answer.id);
		if (!this.#turn || task?.role !== "assistant" || !task.agent) return;
		const last = conversation?.events.findLast((event) => event.type === "continuing" && event.message === task.id);
		if (!last || !received.includes(last)) return;
		this.#turn.lost = true;
		this.#abort();
	}

	#abort(): void {
		this.#turn?.abort.abort();
	}

	async #ask(
		text: string,
		place: (conversation: Conversation) => QuestionPlace,
		isTask: boolean,
		model?: string,
		how?: MakingRoom,
	): Promise<void> {
		if (text.trim() === "") throw new UserError(l10n.t("There is nothing to ask yet."));
		const { shown, written, clock } = this.deps;
		await this.#begin(model, async (turn, target) => {
			const { conversation } = turn;
			const { branch, attachments } = place(conversation);
			assertRoomForMessages(conversation.messageCount, messagesOfTurn);
			this.#gatewayChange.assertSaid(conversation.id, branch, target.gatewayName);
			const question = questionAfter(branch, text, attachments, clock.now());
			const settings = await this.#settings(target, conversation, isTask);
			const planned = planRequest([...branch, question], settings, how);
			const { id: message, parent } = question;
			const asked = { type: "asked", message, parent, text, attachments, ...(model ? { model } : {}) } as const;
			await written.record(conversation, asked, (why) =>
				l10n.t("The question cannot be saved, so it was not sent: {0}", why),
			);
			shown.asked(conversation, message);
			await this.#answer(turn, message, target, planned, isTask);
		});
	}

	/** Returns the settings of a request; those of a task begin with the agent's instructions. */
	async #settings(target: ChatTarget, conversation: Conversation, isTask: boolean): Promise<RequestSettings> {
		const settings = withOwn(target, conversation);
		if (!isTask) return settings;
		const worker = this.#worker();
		worker.assertAllowed();
		return withInstructions(settings, (await worker.parts()).instructions);
	}

	#worker(): TaskWorker {
		const { worker } = this.deps;
		if (!worker) throw new UserError(l10n.t("The agent is not available here."));
		return worker;
	}

	/**
	 * Begins a turn in the conversation that is shown; settles when it is prepared, while the answer continues to
	 * stream.
	 *
	 * @param model replaces the chosen one, which Select Model would change.
	 * @param prepare requests the answer, or its rest, as its last step, or throws.
	 * @throws UserError when another turn is running, or this one cannot be asked.
	 */
	async #begin(model: string | undefined, prepare: (turn: Turn, target: ChatTarget) => Promise<void>): Promise<void> {
		this.assertFree();
		const turn = new Turn(this.deps.shown.current);
		this.#turn = turn;
		try {
			await prepare(turn, await this.deps.target(model));
		} catch (error) {
			this.#turn = undefined;
			turn.end();
			throw model === undefined ? error : withoutSelecting(error);
		}
	}

	/** Requests the answer to a question; settles when it is waited for. */
	async #answer(
		turn: Turn,
		question: string,
		target: ChatTarget,
		planned: PlannedRequest,
		isTask: boolean,
	): Promise<void> {
		const id = crypto.randomUUID();
		const { model, gatewayName: gateway } = target;
		const without = planned.leftOut ? { leftOut: planned.leftOut } : {};
		const agent = isTask ? { agent: true as const } : {};
		const names = { message: id, parent: question, model, gateway };
		const answering = { type: "answering", ...names, ...without, ...agent } as const;
		await this.deps.written.append(turn.conversation, answering);
		void this.#receive(turn, target, planned, { id, continued: false, isTask });
	}

	async #receive(
		turn: Turn,
		target: ChatTarget,
		planned: PlannedRequest,
		answer: { readonly id: string; readonly continued: boolean; readonly isTask: boolean },
	): Promise<void> {
		const { shown, written, clock, log } = this.deps;
		const { conversation } = turn;
		const notify = (change: SessionChange) => shown.notify(conversation, change);
		const message = conversation.message(answer.id);
		if (message) notify({ type: "message", message });
		const deps = { clock, written, log, notify, stopped: () => this.#stopped };
		if (answer.isTask) {
			const events = agentEvents(conversation, answer.id);
			const telling = whileWorking(clock, () => {
				void written.tellAlive(conversation, answer.id);
				// Not every file system reports that another window has continued it.
				void shown.refresh();
			});
			await workOnTask(turn, this.#worker(), target, planned, { id: answer.id, events }, deps);
			telling.dispose();
		} else await streamAnswer(turn, target, planned, answer, deps);
		this.#turn = undefined;
		turn.end();
		if (turn.lost) notify({ type: "reset" });
		else shown.ended(conversation, answer.id);
	}
}

/** Returns the steps that an agent has taken in an answer. */
function agentEvents(conversation: Conversation, answer: string): readonly AgentEvent[] {
	return conversation.events.flatMap((event) =>
		event.type === "agent" && event.message === answer ? [event.event] : [],
	);
}

/** Returns the error without the offer to select another model, for a question that has a model of its own. */
function withoutSelecting(error: unknown): unknown {
	if (!(error instanceof UserError) || !error.actions.includes("selectModel")) return error;
	const actions = error.actions.filter((action) => action !== "selectModel");
	return new UserError(error.message, actions, { cause: error });
}
