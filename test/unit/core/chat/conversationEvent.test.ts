import assert from "node:assert/strict";
import { Conversation } from "../../../../src/core/chat/conversation";
import { type ConversationEvent, decodeEvents, encodeEvent } from "../../../../src/core/chat/conversationEvent";

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

describe("decodeEvents", () => {
	it("merges writers by time, each in its own order", () => {
		const files = new Map([
			["b", file(asked("b-1", 2, "two"), asked("b-2", 5, "five"))],
			["a", file(asked("a-1", 1, "one"), asked("a-2", 2, "also two"))],
		]);
		const ids = decodeEvents(files).events.map(({ id }) => id);
		assert.deepEqual(ids, ["a-1", "a-2", "b-1", "b-2"]);
		assert.deepEqual(
			decodeEvents(new Map([...files].reverse())).events.map(({ id }) => id),
			ids,
		);
	});

	it("keeps a writer's order when its clock was set back", () => {
		const { events } = decodeEvents(new Map([["a", file(asked("a-1", 9, "one"), asked("a-2", 3, "two"))]]));
		assert.deepEqual(
			events.map(({ id }) => id),
			["a-1", "a-2"],
		);
	});

	it("drops and counts torn and garbled lines, and what is no event; the next line counts", () => {
		const good = file(asked("a-1", 1, "one"));
		const garbage = [
			'{"id":"a-2","at":2,"ty',
			"\u0000\u0001",
			"7",
			"null",
			'{"id":1,"at":2,"type":"asked"}',
			'{"id":"x","at":2,"type":"asked"}',
		];
		const { events, damaged } = decodeEvents(new Map([["a", `${garbage.join("\n")}\n${good}`]]));
		assert.deepEqual(
			events.map(({ id }) => id),
			["a-1"],
		);
		assert.equal(damaged, garbage.length);
	});

	it("skips a later version's event without calling it damaged", () => {
		const { events, damaged } = decodeEvents(
			new Map([["a", '{"id":"a-1","at":1,"type":"pinned"}\n{"id":"a-2","at":1,"type":"toString"}\n']]),
		);
		assert.deepEqual({ events, damaged }, { events: [], damaged: 0 });
	});

	it("takes an event that stands twice once", () => {
		const text = file(asked("a-1", 1, "one"));
		assert.equal(
			decodeEvents(
				new Map([
					["a", text],
					["copy", text],
				]),
			).events.length,
			1,
		);
	});
});

describe("Conversation", () => {
	const load = (...events: ConversationEvent[]) => Conversation.load("c", events);

	it("shows the youngest branch and keeps the others", () => {
		const conversation = load(
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			answering("3", 3, "b", "q"),
			asked("4", 4, "q2", "b"),
		);
		assert.deepEqual(
			conversation.branch().map(({ id }) => id),
			["q", "b", "q2"],
		);
		assert.equal(conversation.message("a")?.id, "a");
		assert.deepEqual(
			conversation.pathTo("a").map(({ id }) => id),
			["q", "a"],
		);
	});

	it("marks an answer without an end as interrupted, its text kept", () => {
		const [, answer] = load(
			asked("1", 1, "q"),
			answering("2", 2, "a", "q"),
			received("3", 3, "a", "half an ans"),
		).branch();
		assert.ok(answer?.role === "assistant");
		assert.equal(answer.text, "half an ans");
		assert.equal(answer.state.type, "interrupted");
	});

	it("is not upset by an event about a lost message", () => {
		assert.deepEqual(load(received("1", 1, "gone", "text")).branch(), []);
	});
});
