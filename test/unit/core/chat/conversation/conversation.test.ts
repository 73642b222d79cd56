import assert from "node:assert/strict";
import {
	type ConversationChange,
	type ConversationEvent,
	encodeEvent,
} from "../../../../../src/core/chat/conversation/conversationEvent";
import { Conversation } from "../../../../../src/core/chat/conversation/loadedConversation";
import type { AnswerState, Usage } from "../../../../../src/shared/conversation";

const asked = (id: string, at: number, message: string, parent: string | null = null): ConversationEvent => ({
	type: "asked",
	id,
	at,
	message,
	parent,
	text: message,
	attachments: [],
});
const answering = (id: string, at: number, message: string, parent: string): ConversationEvent => ({
	type: "answering",
	id,
	at,
	message,
	parent,
	model: "m",
	gateway: "g",
});
const received = (id: string, at: number, message: string, text: string): ConversationEvent => ({
	type: "received",
	id,
	at,
	message,
	text,
	reasoning: "",
});
const file = (...events: ConversationEvent[]) => events.map((event) => `${encodeEvent(event)}\n`).join("");

/** Creates any other event; its time is its number. */
const event = (at: number, change: ConversationChange): ConversationEvent => ({ ...change, id: `e-${at}`, at });
const decode = (files: ReadonlyMap<string, string>) => {
	const { conversation, damaged } = Conversation.load("c", files);
	return { ids: conversation.events.map(({ id }) => id), damaged };
};

describe("conversation: its log", () => {
	it("merges writers by time, each in its own order", () => {
		const files = new Map([
			["b", file(asked("b-1", 2, "two"), asked("b-2", 5, "five"))],
			["a", file(asked("a-1", 1, "one"), asked("a-2", 2, "also two"))],
		]);
		const { ids } = decode(files);
		assert.deepEqual(ids, ["a-1", "a-2", "b-1", "b-2"]);
		assert.deepEqual(decode(new Map([...files].reverse())).ids, ids);
	});

	it("keeps a writer's order when its clock was set back", () => {
		assert.deepEqual(decode(new Map([["a", file(asked("a-1", 9, "one"), asked("a-2", 3, "two"))]])).ids, [
			"a-1",
			"a-2",
		]);
	});

	it("drops and counts incomplete and garbled lines and those without an event, and reads the next line", () => {
		const good = file(asked("a-1", 1, "one"));
		const garbage = [
			'{"id":"a-2","at":2,"ty',
			"\u0000\u0001",
			"7",
			"null",
			"[]",
			'{"id":1,"at":2,"type":"asked"}',
			'{"id":"x","at":2,"type":"asked"}',
			'{"id":"x","at":1e999,"type":"titled","title":"t"}',
			'{"id":"x","at":2,"type":"ended","message":"m","state":{"type":"surprise"}}',
			'{"id":"x","at":2,"type":"ended","message":"m","state":{"type":"streaming"}}',
			'{"id":"x","at":2,"type":"ended","message":"m","state":{"type":"failed","failure":{}}}',
			'{"id":"x","at":2,"type":"wasReasoning","message":7}',
			'{"id":"x","at":2,"type":"asked","message":"m","parent":null,"text":"","attachments":[{"id":"1","name":7}]}',
		];
		const { ids, damaged } = decode(new Map([["a", `${garbage.join("\n")}\n${good}`]]));
		assert.deepEqual(ids, ["a-1"]);
		assert.equal(damaged, garbage.length);
	});

	it("counts garbled attachments and omissions as damaged, and shows only known fields of a later version's", () => {
		const attachment = { id: "1", name: "a", path: "a", languageId: "", text: "let a;" };
		const line = (...attachments: readonly object[]) => `${JSON.stringify({ ...asked("a-1", 1, "q"), attachments })}\n`;
		for (const wrong of [
			{ text: undefined },
			{ kind: 7 },
			{ lines: [1] },
			{ lines: [0, "2"] },
			{ image: "https://example.org/a.png" },
			{ image: 'data:image/png;base64,AA"onerror=' },
			{ image: "data:image/svg+xml;base64,AAAA" },
			{ sources: "a" },
		]) {
			const { damaged } = decode(new Map([["a", line({ ...attachment, ...wrong })]]));
			assert.equal(damaged, 1, JSON.stringify(wrong));
		}
		const leftOut = { ...answering("a-2", 2, "r", "q"), leftOut: { how: "atRandom", ids: [] } };
		assert.equal(decode(new Map([["a", `${JSON.stringify(leftOut)}\n`]])).damaged, 1);

		const later = { ...attachment, kind: "dream", mood: "good", lines: [2, 3] };
		const { conversation } = Conversation.load("c", new Map([["a", line(later)]]));
		const [question] = conversation.branch();
		assert.deepEqual(question?.role === "user" && question.attachments, [{ ...attachment, lines: [2, 3] }]);
		assert.match(conversation.events.map(encodeEvent).join(), /"kind":"dream"/, "exported without loss");
	});

	it("keeps a later version's event, which changes nothing and does not count as damaged", () => {
		const later = '{"id":"a-1","at":1,"type":"sung","tune":[1,2]}';
		const { conversation, damaged } = Conversation.load(
			"c",
			new Map([["a", `${later}\n{"id":"a-2","at":1,"type":"toString"}\n`]]),
		);
		assert.equal(damaged, 0);
		assert.deepEqual(conversation.branch(), []);
		const [first] = conversation.events;
		assert.equal(first && encodeEvent(first), later);
	});

	it("applies a duplicated event once", () => {
		const text = file(asked("a-1", 1, "one"));
		const files = new Map([
			["a", text],
			["copy", text],
		]);
		assert.deepEqual(decode(files).ids, ["a-1"]);
	});

	it("has the same result whether it is read at once or as it grows, in any order", () => {
		const a = [asked("a-1", 1, "q"), answering("a-2", 4, "x", "q"), received("a-3", 7, "x", "text")];
		const b = [asked("b-1", 2, "r"), answering("b-2", 5, "y", "r"), received("b-3", 6, "y", "more")];
		const whole = Conversation.load(
			"c",
			new Map([
				["a", file(...a)],
				["b", file(...b)],
			]),
		).conversation;
		const { conversation } = Conversation.load("c", new Map());
		for (const one of b) conversation.receive(new Map([["b", file(one)]]));
		for (const one of a) conversation.apply("a", one);
		assert.deepEqual(conversation.events, whole.events);
		assert.deepEqual(
			conversation.branch().map(({ id }) => id),
			whole.branch().map(({ id }) => id),
		);
	});

	it("puts an answer after the question of another window, whatever the clocks say", () => {
		const { conversation } = Conversation.load("c", new Map([["b", file(asked("b-1", 9000, "q"))]]));
		assert.equal(conversation.nextAt("a", 50), 9001);
		assert.equal(conversation.nextAt("b", 50), 9000);
		assert.equal(conversation.nextAt("a", 9500), 9500);
	});

	it("loses no message of its window because of an event with an extreme time", () => {
		const { conversation } = Conversation.load("c", new Map([["b", file(asked("b-1", 1.7e308, "q"))]]));
		const at = conversation.nextAt("a", 50);
		assert.equal(Conversation.load("c", new Map([["a", file(asked("a-1", at, "r"))]])).damaged, 0);
	});
});

describe("conversation: its tree", () => {
	const load = (...events: ConversationEvent[]) =>
		Conversation.load("c", new Map([["w", file(...events)]])).conversation;
	const ids = (conversation: Conversation) => conversation.branch().map(({ id }) => id);
	const end = (at: number, message: string, state: AnswerState, usage: Usage = {}) =>
		event(at, { type: "ended", message, state, usage });

	it("shows the youngest branch and keeps the others", () => {
		const conversation = load(
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			answering("3", 3, "b", "q"),
			asked("4", 4, "q2", "b"),
		);
		assert.deepEqual(ids(conversation), ["q", "b", "q2"]);
		assert.equal(conversation.message("a")?.id, "a");
		assert.deepEqual(
			conversation.pathTo("a").map(({ id }) => id),
			["q", "a"],
		);
	});

	it("reports each message's place among its versions, and shows the chosen version", () => {
		const before = [
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "text"),
			asked("4", 4, "q2", "a"),
			answering("5", 5, "b", "q"),
			received("6", 6, "b", "text"),
		];
		const versions = (conversation: Conversation) => conversation.branch().map((message) => message.versions);
		assert.deepEqual(versions(load(...before)), [undefined, [2, 2]]);
		const conversation = load(...before, event(7, { type: "shown", message: "a" }));
		assert.deepEqual(ids(conversation), ["q", "a", "q2"]);
		assert.deepEqual(versions(conversation), [undefined, [1, 2], undefined]);
	});

	it("returns to the previously shown version when a new one is empty, unless that was chosen", () => {
		const before = [
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "text"),
			answering("4", 4, "b", "q"),
			received("5", 5, "b", "text"),
			event(6, { type: "shown", message: "a" }),
			answering("7", 7, "c", "q"),
		];
		assert.deepEqual(ids(load(...before, end(8, "c", { type: "stopped" }))), ["q", "a"]);
		assert.deepEqual(
			ids(load(...before, end(8, "c", { type: "stopped" }), event(9, { type: "shown", message: "c" }))),
			["q", "c"],
		);
	});

	it("hides a deleted question with everything below it, and shows it again", () => {
		const before = [
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "text"),
			asked("4", 4, "q2", "a"),
			asked("5", 5, "q3", "a"),
			event(6, { type: "deleted", message: "q3" }),
		];
		assert.deepEqual(ids(load(...before)), ["q", "a", "q2"]);
		assert.equal(
			load(...before)
				.branch()
				.at(-1)?.versions,
			undefined,
		);
		assert.deepEqual(ids(load(...before, event(7, { type: "deleted", message: "q" }))), []);
		assert.deepEqual(ids(load(...before, event(7, { type: "restored", message: "q3" }))), ["q", "a", "q3"]);
	});

	it("continues an answer as one text, with the tokens of each part and the pause between them", () => {
		const conversation = load(
			asked("1", 1, "q"),
			answering("2", 10, "a", "q"),
			received("3", 20, "a", "half "),
			end(30, "a", { type: "interrupted", message: "!" }, { promptTokens: 5, completionTokens: 7 }),
			event(1030, { type: "continuing", message: "a", model: "m", gateway: "g" }),
			received("5", 1040, "a", "whole"),
			end(1050, "a", { type: "complete", finishReason: "stop" }, { promptTokens: 9, completionTokens: 3 }),
		);
		const answer = conversation.message("a");
		assert.ok(answer?.role === "assistant");
		const { text, state, at, endedAt, paused, usage } = answer;
		assert.deepEqual(
			{ text, state, at, endedAt, paused, usage },
			{
				text: "half whole",
				state: { type: "complete", finishReason: "stop" },
				at: 10,
				endedAt: 1050,
				paused: 1000,
				usage: { promptTokens: 9, completionTokens: 10 },
			},
		);
	});

	it("has no total of a continued answer's tokens where those of a part are unknown", () => {
		const total = (...parts: readonly (Usage | undefined)[]) => {
			const events = parts.flatMap((usage, i) => [
				event(100 * i + 10, { type: "continuing", message: "a", model: "m", gateway: "g" }),
				received(`${100 * i + 20}`, 100 * i + 20, "a", "half "),
				event(100 * i + 30, { type: "ended", message: "a", state: { type: "stopped" }, ...(usage ? { usage } : {}) }),
			]);
			const answer = load(asked("1", 1, "q"), answering("2", 2, "a", "q"), ...events.slice(1)).message("a");
			return answer?.role === "assistant" ? answer.usage?.completionTokens : undefined;
		};
		const seven = { promptTokens: 5, completionTokens: 7 };
		assert.equal(total(undefined, seven), undefined);
		assert.equal(total(seven, undefined), undefined);
		assert.equal(total(seven, { promptTokens: 5 }), undefined);
		assert.equal(total(undefined, seven, seven), undefined);
		assert.equal(total(seven, seven, seven), 21);
	});

	it("moves text that was reasoning, whichever of its lines have been read", () => {
		const was = (at: number) => event(at, { type: "wasReasoning", message: "a" });
		const on = (at: number) => event(at, { type: "continuing", message: "a", model: "m", gateway: "g" });
		const events = [
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "h"),
			received("4", 4, "a", "m"),
			was(5),
			received("6", 6, "a", "So "),
			on(7),
			received("8", 8, "a", "hm again"),
			was(9),
			received("10", 10, "a", "on."),
		];
		const after = (count: number) => {
			const message = load(...events.slice(0, count)).message("a");
			return message?.role === "assistant" ? `${message.reasoning}|${message.text}` : "";
		};
		assert.deepEqual(
			events.slice(2).map((_, at) => after(at + 3)),
			["|h", "|hm", "hm|", "hm|So ", "hm|So ", "hm|So hm again", "hmhm again|So ", "hmhm again|So on."],
		);
	});

	it("moves a thought that continues after a break completely, and drops a blank one", () => {
		const conversation = load(
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "half a "),
			event(4, { type: "continuing", message: "a", model: "m", gateway: "g" }),
			received("5", 5, "a", "thought"),
			event(6, { type: "wasReasoning", message: "a" }),
			answering("7", 7, "b", "q"),
			received("8", 8, "b", "\n\n"),
			event(9, { type: "wasReasoning", message: "b" }),
			received("10", 10, "b", "So"),
			event(11, { type: "continuing", message: "b", model: "m", gateway: "g" }),
			received("12", 12, "b", "\n"),
			event(13, { type: "wasReasoning", message: "b" }),
			event(14, { type: "wasReasoning", message: "q" }),
		);
		const said = ["a", "b"].map((id) => {
			const message = conversation.message(id);
			return message?.role === "assistant" ? [message.reasoning, message.text] : [];
		});
		assert.deepEqual(said, [
			["half a thought", ""],
			["", "So"],
		]);
		assert.equal(conversation.message("q")?.text, "q");
	});

	it("keeps another model's text as text when a thought follows it", () => {
		const conversation = load(
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "Part one "),
			event(4, { type: "continuing", message: "a", model: "other", gateway: "g" }),
			received("5", 5, "a", "hm"),
			event(6, { type: "wasReasoning", message: "a" }),
			received("7", 7, "a", "and two"),
		);
		const message = conversation.message("a");
		assert.ok(message?.role === "assistant");
		assert.deepEqual([message.reasoning, message.text], ["hm", "Part one and two"]);
	});

	it("has a name, a pin and a deletion that can be undone", () => {
		const conversation = load(
			asked("1", 1, "q"),
			event(2, { type: "titled", title: "Mine" }),
			event(3, { type: "pinned", pinned: true }),
			event(4, { type: "deleted", message: null }),
		);
		const { title, pinned, deleted } = conversation;
		assert.deepEqual({ title, pinned, deleted }, { title: "Mine", pinned: true, deleted: true });
		conversation.apply("w", event(5, { type: "restored", message: null }));
		assert.equal(conversation.deleted, false);
	});

	it("marks an answer without an end as interrupted, and keeps its text, until it continues", () => {
		const conversation = load(asked("1", 1, "q"), answering("2", 2, "a", "q"), received("3", 3, "a", "half an ans"));
		const state = () => {
			const answer = conversation.message("a");
			return answer?.role === "assistant" ? `${answer.text}: ${answer.state.type}` : "";
		};
		assert.equal(state(), "half an ans: interrupted");
		const { streamed } = conversation.receive(new Map([["w", file(received("4", 4, "a", "wer"))]]));
		assert.equal(state(), "half an answer: streaming");
		assert.equal(streamed, false, "what is seen has changed, not only grown");
	});

	it("tolerates events about a lost message, and messages in a circle", () => {
		assert.deepEqual(load(received("1", 1, "gone", "text")).branch(), []);
		assert.equal(load(asked("1", 1, "a", "b"), asked("2", 2, "b", "a")).pathTo("a").length, 2);
	});
});
