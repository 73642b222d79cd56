import * as l10n from "@vscode/l10n";
import type { ApprovalDecision } from "../../../shared/agentApproval";
import type { AgentEvent, AgentStop } from "../../../shared/agentEvent";
import { shownAgentEvent } from "../../../shared/agentSteps";
import type { Answer, AnswerState, Usage } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { UserError } from "../../base/errors";
import { roomFor } from "../../context/tokens/contextWindow";
import type { PlannedRequest } from "../request/chatRequest";
import type { ChatTarget } from "./chatTarget";
import type { StreamAnswerDeps } from "./streamAnswer";
import { TaskThoughts } from "./taskThoughts";
import type { TaskWorker } from "./taskWorker";
import type { RunningAnswer, Turn } from "./turn";

/** The token counts of a task's requests so far. */
type TaskUsage = { -readonly [K in keyof Usage]-?: number };

/**
 * Runs the worker on a task, and records its work in an answer; settles when the answer's end is saved. Never rejects:
 * an error becomes the answer's state.
 *
 * @param events the task's events so far, if it is continued.
 */
export async function workOnTask(
	turn: Turn,
	worker: TaskWorker,
	{ gateway, window }: ChatTarget,
	{ request }: PlannedRequest,
	{ id, events }: { readonly id: string; readonly events: readonly AgentEvent[] },
	{ clock, written, log, notify, stopped }: StreamAnswerDeps,
): Promise<void> {
	const { conversation, abort } = turn;
	let streamed = "";
	const thoughts = new TaskThoughts(conversation.message(id), clock, async (received) => {
		if (!turn.lost) await written.append(conversation, { type: "received", message: id, ...received });
	});
	const onto = (answer: Answer) => ({ ...thoughts.onto(answer), text: answer.text + streamed });
	const running: RunningAnswer = { id, continued: events.length > 0, text: { onto } };
	turn.answer = running;
	const usage: TaskUsage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };
	let decision: Promise<ApprovalDecision> | undefined;
	const record = async (given: AgentEvent) => {
		if (turn.lost) throw new UserError(l10n.t("The task was continued in another window."));
		const event = given.type === "ended" && streamed.trim() !== "" ? { ...given, text: streamed } : given;
		await written.record(conversation, { type: "agent", message: id, event }, (why) =>
			l10n.t("The agent stopped because its work cannot be saved: {0}", why),
		);
		if (event.type === "turn" || event.type === "ended") streamed = "";
		if (event.type === "turn") {
			add(usage, event.usage);
			thoughts.endAnswer();
		}
		// The user may decide as soon as the question is shown.
		if (event.type === "asking") decision = decisionAbout(turn, event.call);
		notify({ type: "agent", answer: id, event: shownAgentEvent(event), at: clock.now() });
	};
	const room = window ? roomFor(window, request.maxTokens) : null;
	const resumed: AgentEvent = { type: "resumed" };
	if (events.length > 0) await record(resumed).catch(() => undefined);
	const stop = await worker.work(
		{
			...{ id, gateway, request, room, conversation: conversation.id, tools: conversation.tools },
			events: events.length > 0 ? [...events, resumed] : [],
		},
		{
			record,
			approve: (call) => decision ?? decisionAbout(turn, call),
			dropTools: async (changed) => {
				const tools = conversation.tools.filter((tool) => !changed.some(({ name }) => name === tool.name));
				await written.append(conversation, { type: "tools", tools });
				notify({ type: "tools", changed });
			},
			onText: (piece) => {
				streamed += piece;
				notify({ type: "text", answer: id, text: piece, reasoning: "" });
			},
			onReasoning: (piece) => {
				notify({ type: "text", answer: id, text: "", reasoning: thoughts.add(piece) });
			},
			onWasReasoning: () => {
				thoughts.add(streamed.trim() === "" ? "" : streamed);
				streamed = "";
				thoughts.applyNow();
				// Another version of the answer may be shown by now.
				const message = conversation.branch().find((one) => one.id === id);
				if (message) notify({ type: "message", message });
			},
			onWait: (pause) => {
				running.wait = pause && { until: pause.until, message: pause.cause.message };
				notify({ type: "waits", answer: id, wait: running.wait ?? null });
			},
			log,
		},
		abort.signal,
	);
	await thoughts.flush();
	// The answer belongs to the other window, which will end it.
	if (turn.lost) return;
	const done = conversation.message(id);
	const isEmpty = done?.role !== "assistant" || (done.text === "" && !done.agent?.rows.length);
	const state = stateAfterStop(stop, isEmpty, stopped());
	await written.append(conversation, { type: "ended", message: id, state, ...counted(usage) });
}

/** Waits for the user's decision about a call; if the turn is stopped, the call counts as rejected. */
function decisionAbout(turn: Turn, call: number): Promise<ApprovalDecision> {
	const { signal } = turn.abort;
	return new Promise((resolve) => {
		const decide = (decision: ApprovalDecision) => {
			signal.removeEventListener("abort", give);
			delete turn.approval;
			resolve(decision);
		};
		const give = () => decide({ type: "rejected", reason: "" });
		turn.approval = { call, decide };
		signal.addEventListener("abort", give);
		if (signal.aborted) give();
	});
}

/**
 * Returns the state of an answer whose agent has stopped.
 *
 * @param isEmpty whether it has done nothing, so that there is nothing to continue.
 * @param stopped the state of an answer that was stopped.
 */
function stateAfterStop(stop: AgentStop, isEmpty: boolean, stopped: AnswerState): AnswerState {
	if (stop.type === "answered") return { type: "complete", finishReason: "stop" };
	if (stop.type === "stopped") return stopped;
	if (stop.type !== "failed") return { type: "interrupted", message: stopMessage(stop) };
	const { failure } = stop;
	return isEmpty
		? { type: "failed", failure }
		: { type: "interrupted", message: failure.message, actions: failure.actions };
}

function stopMessage(stop: Exclude<AgentStop, { type: "answered" | "stopped" | "failed" }>): string {
	switch (stop.type) {
		case "repeated":
			return l10n.t("The agent stopped: the model made the same call again and again ({0}).", stop.tool);
		case "failing":
			return l10n.t("The agent stopped: {0} calls in a row failed.", numberText(stop.count));
		case "turnLimit":
			return l10n.t("The agent stopped after {0} requests.", numberText(stop.count));
		case "tokenLimit":
			return l10n.t("The agent stopped after {0} tokens.", numberText(stop.count));
		case "requestLimit":
			return l10n.t("The agent stopped: only a few requests are left at the gateway ({0}).", numberText(stop.left));
		case "contextFull":
			return l10n.t("The agent stopped: the task no longer fits in the model's context.");
		case "cutOff":
			return l10n.t("The agent stopped: the answer was cut off at its length limit.");
		case "empty":
			return l10n.t("The agent stopped: the model's answer was empty.");
		default:
			return stop.message;
	}
}

function add(sum: TaskUsage, { promptTokens = 0, completionTokens = 0, cachedTokens = 0 }: Usage = {}): void {
	sum.promptTokens += promptTokens;
	sum.completionTokens += completionTokens;
	sum.cachedTokens += cachedTokens;
}

/** Returns the usage to store: none where the gateway reports none, and no cache where it reports no cache. */
function counted({ cachedTokens, ...tokens }: TaskUsage): { readonly usage?: Usage } {
	if (tokens.promptTokens === 0) return {};
	return { usage: { ...tokens, ...(cachedTokens > 0 ? { cachedTokens } : {}) } };
}
