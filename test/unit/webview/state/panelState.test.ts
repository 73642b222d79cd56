import assert from "node:assert/strict";
import { approvalSubject } from "../../../../src/shared/agentApproval";
import { newWork } from "../../../../src/shared/agentWork";
import { chatView, type Snapshot } from "../../../../src/shared/chatProtocol";
import type { Answer, Message, Question } from "../../../../src/shared/conversation";
import { PanelState } from "../../../../src/webview/state/panelState";

const question = (id: string): Question => ({ role: "user", id, parent: null, text: id, attachments: [], at: 0 });

const answer = (id: string, parts: Partial<Answer> = {}): Answer => ({
	role: "assistant",
	id,
	parent: "q",
	model: "demo-chat",
	gateway: "demo",
	text: "",
	reasoning: "",
	state: { type: "streaming" },
	at: 1000,
	...parts,
});

const snapshot = (messages: Message[], conversation = "c"): Snapshot => ({
	connection: { gateway: "demo", model: "demo-chat", models: [] },
	limits: { known: [], low: null },
	parameters: { own: {}, settings: {} },
	messages,
	conversation,
	context: { attachments: [], tokens: 0, limit: null, room: null, estimate: true, leftOut: [] },
	openFile: null,
	queue: { questions: [], pause: null },
	deletedQuestion: null,
	deletedConversation: null,
	agent: { on: false, refusal: null, tools: { count: 0, tokens: 0 }, changes: null },
	l10n: null,
	language: "en",
});

/** Creates a state that records its events, with a manual clock at `now`. */
function watched(messages: Message[] = []) {
	const clock = { now: 0 };
	const state = new PanelState(() => clock.now);
	state.reset(snapshot(messages));
	const events: string[] = [];
	state.onDidChange.add(() => events.push("change"));
	state.onDidAppend.add((id, text, reasoning) => events.push(`append ${id} ${text}|${reasoning}`));
	state.onDidAsk.add((approval) => events.push(`ask ${approvalSubject(approval)}`));
	state.onDidTurn.add(({ id, state: { type } }) => events.push(`turn ${id} ${type}`));
	return { state, events, clock };
}

const textOf = (state: PanelState, id: string) => state.messages.find((message) => message.id === id)?.text;

describe("panel: its state", () => {
	it("copies everything from a snapshot", () => {
		const messages: Message[] = [question("q")];
		const { state } = watched(messages);
		messages.push(question("other"));
		assert.deepEqual(state.messages, [question("q")]);
		assert.deepEqual(state.connection, { gateway: "demo", model: "demo-chat", models: [] });
		assert.equal(state.conversation, "c");
	});

	it("appends text, and notifies only the answer's own element", () => {
		const { state, events } = watched([question("q"), answer("a", { text: "Hel" })]);
		state.textAppended("a", "lo", "");
		state.textAppended("a", ".", "");
		assert.equal(textOf(state, "a"), "Hello.");
		assert.deepEqual(events, ["append a lo|", "append a .|"]);
	});

	it("reports the first text and the first reasoning completely, because their surroundings change", () => {
		const { state, events } = watched([answer("a")]);
		state.textAppended("a", "", "hm");
		state.textAppended("a", "", "…");
		state.textAppended("a", "So", "");
		state.textAppended("a", ".", "");
		assert.deepEqual(events, ["append a |hm", "change", "append a |…", "append a So|", "change", "append a .|"]);
	});

	it("measures how long a model reasoned before its answer", () => {
		const { state, clock } = watched([answer("a"), answer("b")]);
		clock.now = 4000;
		state.textAppended("a", "", "hm");
		clock.now = 5200;
		state.textAppended("a", "So", "");
		clock.now = 9000;
		state.textAppended("a", " on", "");
		state.textAppended("b", "At once", "");
		assert.equal(state.thoughtFor("a"), 4200);
		assert.equal(state.thoughtFor("b"), undefined);
		state.reset(snapshot([], "other"));
		assert.equal(state.thoughtFor("a"), undefined, "kept only while its conversation is shown");
	});

	it("does not count the time until an answer was asked for again as reasoning", () => {
		const { state, clock } = watched([answer("a")]);
		clock.now = 2000;
		state.answerWaits("a", { until: 8000, message: "The gateway is busy." });
		clock.now = 8000;
		state.answerWaits("a", null);
		state.textAppended("a", "", "hm");
		clock.now = 9500;
		state.textAppended("a", "So", "");
		assert.equal(state.thoughtFor("a"), 1500);
	});

	it("ends an answer with its usage, and keeps its text", () => {
		const { state, events } = watched([answer("a", { text: "Done" })]);
		assert.equal(state.streaming?.id, "a");
		state.answerEnded("a", { type: "complete", finishReason: "stop" }, 3000, { completionTokens: 7 }, 1200);
		assert.equal(state.streaming, undefined);
		const [ended] = state.messages;
		assert.deepEqual(
			ended,
			answer("a", {
				text: "Done",
				state: { type: "complete", finishReason: "stop" },
				endedAt: 3000,
				usage: { completionTokens: 7 },
				firstAt: 1200,
			}),
		);
		assert.deepEqual(events, ["change", "turn a complete"]);
	});

	it("leaves usage out if none was reported", () => {
		const { state } = watched([answer("a")]);
		state.answerEnded("a", { type: "stopped" }, 3000, null, null);
		assert.equal("usage" in (state.messages[0] ?? {}), false);
	});

	it("adds messages, and replaces existing ones", () => {
		const { state, events } = watched([question("q")]);
		state.messageAdded(answer("a"));
		state.messageAdded(answer("a", { text: "again" }));
		assert.equal(state.messages.length, 2);
		assert.equal(textOf(state, "a"), "again");
		assert.deepEqual(events, ["change", "turn a streaming", "change"]);
	});

	it("moves text that was reasoning, without an announcement, and measures how long it took", () => {
		const { state, events, clock } = watched([answer("a")]);
		state.textAppended("a", "hm", "");
		state.messageAdded(answer("a", { reasoning: "hm" }));
		assert.equal(textOf(state, "a"), "");
		clock.now = 3000;
		state.textAppended("a", "So", "");
		assert.equal(textOf(state, "a"), "So");
		assert.equal(state.thoughtFor("a"), 2000);
		assert.deepEqual(events, ["append a hm|", "change", "change", "append a So|", "change"]);
	});

	it("ignores changes to answers that it does not show, and to questions", () => {
		const { state, events } = watched([question("q")]);
		state.textAppended("gone", "text", "");
		state.textAppended("q", "text", "");
		state.answerEnded("gone", { type: "stopped" }, 1, null, null);
		assert.deepEqual(state.messages, [question("q")]);
		assert.deepEqual(events, []);
	});

	it("announces that an answer has begun or ended when a snapshot shows this, but only once", () => {
		const { state, events } = watched([question("q")]);
		const turns = () => events.filter((event) => event.startsWith("turn"));
		// Such as a snapshot taken while the answer's beginning was being saved, or because of a lost change.
		state.reset(snapshot([question("q"), answer("a")]));
		assert.deepEqual(turns(), ["turn a streaming"]);
		state.messageAdded(answer("a"));
		assert.deepEqual(turns(), ["turn a streaming"]);
		state.reset(snapshot([question("q"), answer("a", { state: { type: "stopped" }, endedAt: 2000 })]));
		state.answerEnded("a", { type: "stopped" }, 2000, null, null);
		assert.deepEqual(turns(), ["turn a streaming", "turn a stopped"]);
	});

	it("announces that an answer has ended or failed even if it began before the snapshot", () => {
		const failed = { type: "failed", failure: { reason: "failed", message: "It failed.", actions: [] } } as const;
		const { state, events } = watched([question("q")]);
		const ended = answer("a", { state: failed, endedAt: 2000 });
		state.reset(snapshot([question("q"), ended]));
		state.reset(snapshot([question("q"), ended]));
		assert.deepEqual(events, ["change", "turn a failed", "change"]);
	});

	it("announces each question of the agent in a snapshot once", () => {
		const { state, events } = watched([question("q"), answer("a", { agent: newWork })]);
		const asks = () => events.filter((event) => event.startsWith("ask"));
		const calls = ["a.ts", "b.ts"].map((path) => ({ id: path, name: "edit_file", arguments: { path } }));
		const approvals = calls.map(
			({ id }) => ({ kind: "write", path: id, reasons: ["firstEdit"], detail: "+a" }) as const,
		);
		const [first, second] = approvals;
		assert.ok(first && second);
		const other = watched([question("q"), answer("a", { agent: newWork })]).state;
		const snapshotOfOther = () => snapshot([...other.messages]);
		other.agentStepped("a", { type: "turn", text: "", calls, tokens: 1 }, 1);
		other.agentStepped("a", { type: "asking", call: 0, approval: first }, 2);
		state.reset(snapshotOfOther());
		assert.deepEqual(asks(), ["ask a.ts"]);
		state.reset(snapshotOfOther());
		state.agentStepped("a", { type: "asking", call: 0, approval: first }, 2);
		assert.deepEqual(asks(), ["ask a.ts"]);
		other.agentStepped("a", { type: "decided", call: 0, decision: { type: "allowed" } }, 3);
		other.agentStepped("a", { type: "asking", call: 1, approval: second }, 4);
		state.reset(snapshotOfOther());
		assert.deepEqual(asks(), ["ask a.ts", "ask b.ts"]);
		// An answer that is new to the page.
		const { state: late, events: lateEvents } = watched([question("q")]);
		late.reset(snapshotOfOther());
		assert.deepEqual(lateEvents, ["change", "turn a streaming", "ask b.ts"]);
	});

	it("announces nothing about answers in another conversation or another version", () => {
		const { state, events } = watched([question("q"), answer("a", { state: { type: "stopped" } })]);
		state.reset(snapshot([question("q"), answer("b", { state: { type: "stopped" } })]));
		state.reset(snapshot([question("x"), answer("c")], "other"));
		assert.deepEqual(events, ["change", "change"]);
	});

	it("follows the connection", () => {
		const { state, events } = watched();
		state.connectionChanged({ gateway: null, model: null, models: [] });
		assert.deepEqual(state.connection, { gateway: null, model: null, models: [] });
		assert.deepEqual(events, ["change"]);
	});

	it("drops a notice about the key when the connection changes, and any notice with the next attempt at an answer", () => {
		const { state } = watched([question("q")]);
		const about = (action: "setApiKey" | "retry") => ({ reason: "user", message: "Refused.", actions: [action] });
		const { connection } = state;
		state.setNotice(about("retry"));
		state.connectionChanged({ ...connection, models: [] });
		assert.equal(state.notice?.message, "Refused.");
		state.setNotice(about("setApiKey"));
		state.connectionChanged({ ...connection, models: [] });
		assert.equal(state.notice, null);
		state.setNotice(about("retry"));
		state.messageAdded(answer("again"));
		assert.equal(state.notice, null);
	});

	it("drops its notice with the next question or another conversation, but not with a new snapshot", () => {
		const notice = { reason: "user", message: "It was not sent.", actions: [] };
		const { state } = watched([question("q")]);
		state.setNotice(notice);
		state.reset(snapshot([question("q")]));
		assert.equal(state.notice, notice);
		state.messageAdded(question("r"));
		assert.equal(state.notice, null);
		state.setNotice(notice);
		state.reset(snapshot([], "another"));
		assert.equal(state.notice, null);
	});

	it("drops the refusal of a code block in the same way", () => {
		const refusal = { message: "It is unclear.", fitsElsewhere: false, canAskAgain: true };
		const { state } = watched([question("q")]);
		state.setRefusedCode({ refusal, code: "a();", path: "" });
		state.reset(snapshot([question("q")]));
		assert.equal(state.refusedCode?.refusal, refusal);
		state.messageAdded(question("r"));
		assert.equal(state.refusedCode, null);
		state.setRefusedCode({ refusal, code: "a();", path: "" });
		state.reset(snapshot([], "another"));
		assert.equal(state.refusedCode, null);
	});

	it("handles all of the host's notifications", () => {
		const { state } = watched();
		const unhandled = Object.keys(chatView).filter((name) => typeof Reflect.get(state, name) !== "function");
		assert.deepEqual(unhandled, []);
	});

	it("forwards that the composer gets the focus, without a redraw", () => {
		const { state, events } = watched();
		state.onDidWantFocus.add(() => events.push("focus"));
		state.focusComposer();
		assert.deepEqual(events, ["focus"]);
	});

	it("stops notifying removed listeners", () => {
		const { state } = watched();
		let told = 0;
		const listening = state.onDidChange.add(() => told++);
		state.connectionChanged({ gateway: null, model: null, models: [] });
		listening.dispose();
		state.connectionChanged({ gateway: null, model: null, models: [] });
		assert.equal(told, 1);
	});

	it("announces the notice of a limit once in each period, however often what is left changes", () => {
		const { state } = watched();
		const said: string[] = [];
		state.onDidReport.add((message) => said.push(message));
		const low = (id: string, text: string) => ({ known: [text], low: { id, text } });
		state.limitsChanged(low("hour 1", "19 left"));
		state.limitsChanged(low("hour 1", "18 left"));
		state.limitsChanged({ known: [], low: null });
		state.limitsChanged(low("hour 1", "17 left"));
		state.limitsChanged(low("hour 2", "19 left again"));
		state.reset({ ...snapshot([]), limits: low("hour 2", "18 left again") });
		assert.deepEqual(said, ["19 left", "19 left again"]);
		assert.equal(state.limits.low?.text, "18 left again");
	});

	it("shows a failure from the host, announces it, and drops it with the next question", () => {
		const { state } = watched();
		const said: string[] = [];
		state.onDidReport.add((message) => said.push(message));
		const failure = { reason: "failed", message: "The disk is full.", actions: [] };
		state.failed(failure);
		assert.deepEqual([state.notice, said], [failure, ["The disk is full."]]);
		state.messageAdded(question("next"));
		assert.equal(state.notice, null);
	});

	it("follows an agent: text before a call becomes its note, and questions are announced", () => {
		const { state, events } = watched([question("q"), answer("a", { agent: newWork })]);
		state.textAppended("a", "I look first.", "");
		const calls = [{ id: "c", name: "edit_file", arguments: { path: "a.ts" } }];
		state.agentStepped("a", { type: "turn", text: "I look first.", calls, tokens: 10 }, 5);
		assert.equal(textOf(state, "a"), "");
		const approval = { kind: "write", path: "a.ts", reasons: ["firstEdit"], detail: "+a" } as const;
		state.agentStepped("a", { type: "asking", call: 0, approval }, 6);
		assert.ok(events.includes("ask a.ts"));
		state.agentStepped("a", { type: "decided", call: 0, decision: { type: "allowed" } }, 7);
		state.agentStepped("a", { type: "result", call: 0, failed: false, text: "Changed.", target: "a.ts" }, 8);
		state.textAppended("a", "Do", "");
		state.agentStepped("a", { type: "turn", text: "Done.", calls: [], tokens: 12 }, 9);
		assert.equal(textOf(state, "a"), "Done.");
		const [row] = state.streaming?.agent?.rows ?? [];
		assert.deepEqual([row?.note, row?.state, row?.result, row?.target], ["I look first.", "done", "Changed.", "a.ts"]);
		assert.equal(state.streaming?.agent?.tokens, 22);
	});

	it("shows the agent's mode and changes as the host reports them", () => {
		const { state } = watched();
		const files = [{ path: "a.ts", kind: "created", added: 1, removed: 0 }] as const;
		state.agentChanged({
			on: true,
			refusal: null,
			tools: { count: 2, tokens: 30 },
			changes: { task: "a", files, steps: [] },
		});
		assert.equal(state.agent.changes?.files.length, 1);
	});
});
