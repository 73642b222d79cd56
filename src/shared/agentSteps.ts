import { type AgentApproval, approvalSubject, approvalText, isForFile, withApprovalText } from "./agentApproval";
import type { AgentCall, AgentEvent } from "./agentEvent";
import { type AgentRow, type AgentWork, decidedWork, endedRowState, type FileFate, newWork } from "./agentWork";
import type { Answer } from "./conversation";
import { cutText } from "./untrusted/cutText";
import { agentLimits } from "./untrusted/limits";

/** Maximum length of a row's arguments, result or note, in characters; the log has all of them. */
const shownLength = 2_000;

/** Returns an event for the page, reduced to the parts that a row shows: the resulting row is the same. */
export function shownAgentEvent(event: AgentEvent): AgentEvent {
	switch (event.type) {
		case "turn": {
			const { reasoning: _, ...shown } = event;
			return { ...shown, calls: event.calls.map(shownCall) };
		}
		case "asking":
			return { ...event, approval: shownApproval(event.approval) };
		case "result":
			return { ...event, text: shownText(event.text), target: shownTarget(event.target) };
		default:
			return event;
	}
}

function shownCall(call: AgentCall): AgentCall {
	const { target, given, file } = newRow(call, "");
	return given.length > shownLength ? { ...call, arguments: given, target, ...(file ? { file } : {}) } : call;
}

function shownApproval(approval: AgentApproval): AgentApproval {
	const text = approvalText(approval);
	const most = isForFile(approval) ? agentLimits.shownChange : agentLimits.shownCommand;
	if (text.length <= most) return approval;
	return { ...withApprovalText(approval, cutText(text, most)), cut: true };
}

/** Returns an agent's answer after an event, for the host and the page. @param at in milliseconds since the epoch. */
export function withAgentEvent(answer: Answer, event: AgentEvent, at: number): Answer {
	const after = withStep(answer, event, at);
	const { agent } = after;
	if (!agent) return after;
	const decided = decidedWork(agent, at);
	const timed = event.type === "asking" ? { ...decided, askedAt: at } : decided;
	return timed === agent ? after : { ...after, agent: withSettled(timed, settledTexts.get(agent)) };
}

function withStep(answer: Answer, event: AgentEvent, at: number): Answer {
	const work = answer.agent ?? newWork;
	const change = (call: number, changed: Partial<AgentRow>): Answer => {
		const row = work.rows[call];
		if (!row) return answer;
		const agent = { ...work, rows: work.rows.with(call, { ...row, ...changed }) };
		return { ...answer, agent: withSettled(agent, settledTexts.get(work)) };
	};
	switch (event.type) {
		case "turn": {
			const { text, calls, tokens } = event;
			const { cut = false, ...rest } = work;
			const before = settledText(answer, work);
			const said = calls.length === 0 ? text : "";
			const whole = cut ? before + said : joined(before, said);
			const shown = calls.slice(0, Math.max(0, agentLimits.rows - work.rows.length));
			const rows = [...work.rows, ...shown.map((call, index) => newRow(call, index === 0 ? text : ""))];
			const agent = { ...rest, rows, turns: work.turns + 1, tokens: work.tokens + tokens, settled: whole.length };
			return { ...answer, text: whole, agent: withSettled(agent, whole) };
		}
		case "asking":
			return change(event.call, {
				state: "asking",
				approval: shownApproval(event.approval),
				target: shownTarget(approvalSubject(event.approval)),
			});
		case "decided":
			return change(event.call, {
				...decided(work.rows[event.call]),
				state: event.decision.type === "rejected" ? "rejected" : "waiting",
			});
		case "running":
			return change(event.call, { state: "running", begunAt: at });
		case "result": {
			const row = work.rows[event.call];
			const state = (row && finalState(row)) ?? (event.failed ? "failed" : "done");
			const target = event.target === "" ? {} : { target: shownTarget(event.target) };
			return change(event.call, { ...decided(row), state, result: shownText(event.text), endedAt: at, ...target });
		}
		case "ended": {
			const before = settledText(answer, work);
			const { text = "", stop } = event;
			const agent = { ...work, rows: endedRows(work.rows), ...(stop.type === "cutOff" ? { cut: true } : {}) };
			const whole = work.cut ? before + text : joined(before, text);
			return { ...answer, text: whole, agent: withSettled(agent, before) };
		}
		case "resumed": {
			// An unfinished answer is requested again; interrupted calls get a result, but are not repeated.
			const before = settledText(answer, work);
			return { ...answer, text: before, agent: withSettled({ ...work, rows: endedRows(work.rows) }, before) };
		}
		default:
			return answer;
	}
}

/** Returns the approval of a row without its text, which is no longer shown and would only enlarge snapshots. */
function decided(row: AgentRow | undefined): Pick<AgentRow, "approval"> {
	if (!row?.approval) return {};
	const { cut: _, ...approval } = row.approval;
	return { approval: withApprovalText(approval, "") };
}

/** Joins two texts as paragraphs; an empty one is left out. */
function joined(before: string, after: string): string {
	return before === "" || after === "" ? before + after : `${before}\n\n${after}`;
}

/**
 * Cache of the final parts of answers' texts. Without it, reading a log with a long text would copy that text many
 * times.
 */
const settledTexts = new WeakMap<AgentWork, string>();

/** Returns the final part of an answer's text. */
function settledText({ text }: Answer, work: AgentWork): string {
	return text.length === work.settled ? text : (settledTexts.get(work) ?? text.slice(0, work.settled));
}

/** Returns the given work, after caching the final part of its answer's text, if that is known. */
function withSettled(work: AgentWork, settled: string | undefined): AgentWork {
	if (settled !== undefined) settledTexts.set(work, settled);
	return work;
}

/** Returns the state of a row if the call's result does not change it: nothing was run, or it was interrupted. */
function finalState({ state }: AgentRow): AgentRow["state"] | undefined {
	// The user stopped the agent instead of deciding.
	if (state === "asking") return "skipped";
	return state === "rejected" || state === "skipped" || state === "interrupted" ? state : undefined;
}

/** Returns rows after the task has ended or was interrupted; the same array if nothing changes. */
function endedRows(rows: readonly AgentRow[]): readonly AgentRow[] {
	return rows.some((row) => endedRow(row) !== row) ? rows.map(endedRow) : rows;
}

/** Returns a row after the task has ended or was interrupted; the same object if nothing changes. */
function endedRow(row: AgentRow): AgentRow {
	const state = endedRowState(row.state);
	return state === row.state ? row : { ...row, ...decided(row), state };
}

function newRow({ name, arguments: given, target: known, file: knownFile }: AgentCall, note: string): AgentRow {
	const target =
		typeof given === "string" ? known : [given.path, given.text, given.glob, given.command].find((one) => isText(one));
	const file = typeof given === "string" ? knownFile : name === "edit_file" ? fateOf(given) : undefined;
	return {
		tool: name.slice(0, 100),
		target: isText(target) ? shownTarget(target) : "",
		...(file ? { file } : {}),
		note: shownText(note.trim()),
		state: "waiting",
		given: shownText(typeof given === "string" ? given : JSON.stringify(given, undefined, 2)),
		result: "",
	};
}

/** Returns what a call of `edit_file` does with the file as a whole; `undefined` if it changes parts of it. */
function fateOf({ delete: deletes, content }: Readonly<Record<string, unknown>>): FileFate | undefined {
	if (isOn(deletes)) return "deleted";
	return isText(content) ? "created" : undefined;
}

/** Returns whether a model has set a switch; some models write it as a string. */
function isOn(value: unknown): boolean {
	return value === true || value === "true";
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}

/** Returns the beginning of a row's subject. */
function shownTarget(target: string): string {
	return target.slice(0, 500);
}

function shownText(text: string): string {
	return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
