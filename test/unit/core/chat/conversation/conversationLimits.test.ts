import assert from "node:assert/strict";
import { type ConversationEvent, encodeEvent } from "../../../../../src/core/chat/conversation/conversationEvent";
import { assertRoomForMessages } from "../../../../../src/core/chat/conversation/conversationLimits";
import { conversationTitle } from "../../../../../src/core/chat/conversation/conversationTitle";
import { Conversation } from "../../../../../src/core/chat/conversation/loadedConversation";
import { conversationJson, readConversationJson } from "../../../../../src/core/chat/storage/conversationFile";
import { conversationMarkdown } from "../../../../../src/core/chat/storage/conversationMarkdown";
import { gatewayLimits, limits } from "../../../../../src/shared/untrusted/limits";
import { chatHarness } from "../chatHarness";

let time = 0;
const stamp = () => ({ id: `e-${++time}`, at: time });
const asked = (message: string, parent: string | null = null, text = message): ConversationEvent => ({
	...stamp(),
	type: "asked",
	message,
	parent,
	text,
	attachments: [],
});
const answering = (message: string, parent: string): ConversationEvent => ({
	...stamp(),
	type: "answering",
	message,
	parent,
	model: "m",
	gateway: "G",
});
const stopped = (message: string): ConversationEvent => ({
	...stamp(),
	type: "ended",
	message,
	state: { type: "stopped" },
});
const load = (events: readonly ConversationEvent[]) =>
	Conversation.load("c", new Map([["w", events.map((event) => `${encodeEvent(event)}\n`).join("")]]));
const file = (events: readonly unknown[]) => JSON.stringify({ format: "gatehouse-conversation", version: 1, events });

/** Creates a branch of alternating questions and answers with this number of messages. */
function chain(messages: number): ConversationEvent[] {
	const events: ConversationEvent[] = [];
	for (let at = 0; at < messages; at++) {
		const parent = at === 0 ? null : `m-${at - 1}`;
		events.push(at % 2 === 0 ? asked(`m-${at}`, parent) : answering(`m-${at}`, parent ?? ""));
	}
	return events;
}

describe("limits: the messages of a conversation", () => {
	it("are all shown one below the other, up to the maximum number", () => {
		const { conversation, cut } = load(chain(limits.conversationMessages));
		assert.equal(cut, false);
		assert.equal(conversation.branch().length, limits.conversationMessages);
		assert.equal(conversation.pathTo(`m-${limits.conversationMessages - 1}`).length, limits.conversationMessages);
		assert.equal(conversation.besideBranch().length, 0);
		assert.match(conversationMarkdown(conversation), /^# m-0\n/);
	});

	it("are the newest if there are too many, and every event is kept", () => {
		const events = chain(limits.conversationMessages + 2);
		const { conversation, cut } = load([{ ...stamp(), at: 0, type: "titled", title: "Long" }, ...events]);
		assert.equal(cut, true);
		assert.equal(conversation.branch().length, limits.conversationMessages);
		assert.equal(conversation.branch()[0]?.id, "m-2");
		assert.equal(conversation.branch().at(-1)?.id, `m-${limits.conversationMessages + 1}`);
		assert.equal(conversation.title, "Long");
		assert.equal(conversation.events.length, events.length + 1);
		assert.ok(conversationJson(conversation).includes('"m-0"'), "the export is without loss");
	});

	it("include the question of an answer that is shown", () => {
		const { conversation, cut } = load(chain(limits.conversationMessages + 3));
		assert.equal(cut, true);
		assert.equal(conversation.branch()[0]?.id, "m-2");
		assert.equal(conversation.branch()[1]?.id, "m-3");
	});

	it("are the newest if one question has too many answers", () => {
		const ids = Array.from({ length: limits.conversationMessages + 5 }, (_, at) => `a-${at}`);
		const { conversation, cut } = load([asked("q"), ...ids.map((id) => answering(id, "q"))]);
		assert.equal(cut, true);
		assert.deepEqual(
			conversation.branch().map(({ id }) => id),
			["q", ids.at(-1)],
		);
		assert.equal(conversation.versions(ids.at(-1) ?? "").length, limits.conversationMessages);
	});

	it("are the same when an earlier event comes from another window", () => {
		const events = chain(limits.conversationMessages + 2);
		const { conversation } = load(events);
		conversation.receive(new Map([["other", `${encodeEvent({ ...asked("early"), at: 1 })}\n`]]));
		assert.equal(conversation.branch()[0]?.id, "m-2");
	});

	it("include each of many versions, even if empty and deleted ones are among them", () => {
		const versions = limits.conversationMessages - 1;
		const ids = Array.from({ length: versions }, (_, at) => `a-${at}`);
		const { conversation } = load([
			asked("q"),
			...ids.flatMap((id) => [answering(id, "q"), stopped(id)]),
			...ids.slice(1, 11).map((message): ConversationEvent => ({ ...stamp(), type: "deleted", message })),
		]);
		assert.deepEqual(conversation.message("a-0")?.versions, [1, versions - 10]);
		assert.deepEqual(conversation.message(ids.at(-1) ?? "")?.versions, [versions - 10, versions - 10]);
		assert.equal(conversation.message("a-1")?.versions, undefined, "a deleted one has no place");
		assert.deepEqual(
			conversation.branch().map(({ id }) => id),
			["q", ids.at(-1)],
		);
		assert.equal(conversation.besideBranch().length, versions - 11);
	});

	it("may have ids like fields of objects, form circles, or be their own parents", () => {
		const { conversation } = load([
			asked("__proto__"),
			answering("constructor", "__proto__"),
			{ ...stamp(), type: "received", message: "constructor", text: "Here.", reasoning: "" },
			asked("self", "self"),
			asked("one", "two"),
			asked("two", "one"),
			asked("__proto__", null, "a second time"),
		]);
		assert.deepEqual(
			conversation.branch().map(({ id, text }) => [id, text]),
			[
				["__proto__", "__proto__"],
				["constructor", "Here."],
			],
		);
		assert.deepEqual(
			conversation.pathTo("one").map(({ id }) => id),
			["two", "one"],
		);
		assert.deepEqual(conversation.besideBranch(), []);
	});

	it("are counted as damaged if their line is too long or too deeply nested, and the next line is read", () => {
		const deep = `{"id":"d","at":1,"type":"sung","tune":${"[".repeat(limits.jsonDepth)}${"]".repeat(limits.jsonDepth)}}`;
		const long = `{"id":"l","at":1,"type":"sung","tune":"${"a".repeat(limits.conversationEventLength)}"}`;
		const lines = [deep, long, encodeEvent(asked("q"))];
		const { conversation, damaged } = Conversation.load("c", new Map([["w", lines.join("\n")]]));
		assert.equal(damaged, 2);
		assert.equal(conversation.branch().length, 1);
	});

	it("have names and titles that are cut, and attachments up to the maximum number", () => {
		const long = "n".repeat(limits.pathLength + 1);
		const attachment = { name: long, path: long, languageId: long, text: "t" };
		const attachments = Array.from({ length: limits.attachments + 1 }, (_, at) => ({ id: `${at}`, ...attachment }));
		const { conversation, cut } = load([
			{ ...stamp(), type: "titled", title: long },
			{ ...stamp(), type: "asked", message: "q", parent: null, text: "", attachments, model: long },
			{ ...stamp(), type: "answering", message: "a", parent: "q", model: long, gateway: long },
		]);
		assert.equal(cut, true);
		const [question, answer] = conversation.branch();
		assert.ok(question?.role === "user" && answer?.role === "assistant");
		assert.equal(question.attachments.length, limits.attachments);
		for (const name of [conversationTitle(conversation), answer.gateway]) assert.equal(name.length, limits.nameLength);
		for (const id of [answer.model, question.model ?? ""]) assert.equal(id.length, gatewayLimits.modelIdLength);
		assert.equal(question.attachments[0]?.name.length, limits.nameLength);
		assert.equal(question.attachments[0]?.path.length, limits.pathLength);
		assert.equal(question.attachments[0]?.languageId.length, limits.nameLength);
	});
});

describe("limits: the id of a model", () => {
	it("is kept completely if it is as long as a gateway may list, so that a retry asks the same model", () => {
		const model = "m".repeat(gatewayLimits.modelIdLength);
		const { conversation } = load([
			{ ...asked("q"), model } as ConversationEvent,
			{ ...answering("a", "q"), model } as ConversationEvent,
		]);
		const [question, answer] = conversation.branch();
		assert.ok(question?.role === "user" && answer?.role === "assistant");
		assert.deepEqual([question.model, answer.model], [model, model]);
	});
});

describe("limits: the space left in a conversation", () => {
	it("says how many messages there are, and how many there may be", () => {
		const most = limits.conversationMessages;
		assert.doesNotThrow(() => assertRoomForMessages(most - 2, 2));
		assert.throws(() => assertRoomForMessages(most - 1, 2), { message: /has 9999 messages.*exceed.*10000\./ });
	});
});

describe("limits: importing a conversation", () => {
	const refusal = (json: string, most?: number) => {
		try {
			readConversationJson(json, most);
		} catch (error) {
			assert.ok(error instanceof Error && error.name === "UserError", String(error));
			return error.message;
		}
		return undefined;
	};

	it("accepts the maximum number of messages, and names it when there is one more", () => {
		assert.equal(refusal(file(chain(limits.conversationMessages))), undefined);
		assert.match(refusal(file(chain(limits.conversationMessages + 1))) ?? "", /10,?001.*10,?000/);
	});

	it("accepts a question with the maximum number of attachments, and refuses one more", () => {
		const attachment = { id: "1", name: "a", path: "a", languageId: "", text: "" };
		const withAttachments = (count: number) => file([{ ...asked("q"), attachments: Array(count).fill(attachment) }]);
		assert.equal(refusal(withAttachments(limits.attachments)), undefined);
		assert.match(refusal(withAttachments(limits.attachments + 1)) ?? "", /attachment/);
	});

	it("refuses an event that is too long", () => {
		const withText = (length: number) => file([asked("q", null, "a".repeat(length))]);
		const around = encodeEvent(asked("q", null, "")).length + 10;
		assert.equal(refusal(withText(limits.conversationEventLength - around)), undefined);
		assert.match(refusal(withText(limits.conversationEventLength)) ?? "", /larger than \d+ MB/);
	}).timeout(60_000);

	it("accepts as many bytes as a stored conversation may have, and names the number when there is one more", async () => {
		const t = chatHarness();
		const json = file([asked("q", null, "é".repeat(1024 * 1024)), answering("a", "q")]);
		const id = await t.store.add(readConversationJson(json).events);
		const stored = [...(t.files.files.get(id)?.values() ?? [])].join("");
		const bytes = Buffer.byteLength(stored);
		assert.ok(bytes > 2 * 1024 * 1024);
		assert.equal(refusal(json, bytes), undefined);
		assert.match(refusal(json, bytes - 1) ?? "", /takes 2\.1 MB; the maximum is 2\.1 MB/);
		assert.match(refusal(json, 1024 * 1024) ?? "", /takes 2\.1 MB; the maximum is 1 MB. Nothing was imported/);
	});

	it("refuses deep nesting and too many values before it parses them", () => {
		assert.match(refusal("[".repeat(10_000_000)) ?? "", /nested/);
		assert.match(
			refusal(`{"format":"gatehouse-conversation","events":[${"{},".repeat(limits.jsonValues)}{}]}`) ?? "",
			/nested/,
		);
	});
});

describe("limits: asking in a long conversation", () => {
	it("refuses a question or another answer above the maximum, and changes nothing", async () => {
		const t = chatHarness();
		const id = await t.store.add(chain(limits.conversationMessages - 2));
		await t.session.open(id);
		await t.session.ask("the last one");
		await t.answerWith("fine");
		const before = t.files.files.get(id);
		const full = { name: "UserError", message: /10,?000 messages/ };
		await assert.rejects(t.session.ask("one more"), full);
		await assert.rejects(t.session.retry(t.last().id), full);
		assert.equal(t.session.messages.length, limits.conversationMessages);
		assert.deepEqual(t.files.files.get(id), before);
	});

	it("refuses a question with too many attachments, or too large ones in total", async () => {
		const t = chatHarness();
		const attachment = { id: "1", name: "a", path: "a", languageId: "", text: "" };
		const many = Array.from({ length: limits.attachments + 1 }, (_, at) => ({ ...attachment, id: `${at}` }));
		await assert.rejects(t.session.ask("q", many), { name: "UserError", message: /attach/i });
		const large = [{ ...attachment, text: "a".repeat(limits.conversationEventLength) }];
		await assert.rejects(t.session.ask("q", large), { name: "UserError", message: /larger than \d+ MB/ });
		assert.equal(t.session.messages.length, 0);
	});

	it("opens a conversation over the limit with a notice, and leaves its file alone", async () => {
		const t = chatHarness();
		const failures: string[] = [];
		t.session.onDidFail((message) => failures.push(message));
		const id = await t.store.add(chain(limits.conversationMessages + 2));
		const before = structuredClone(t.files.files.get(id));
		await t.session.open(id);
		assert.equal(t.session.messages.length, limits.conversationMessages);
		assert.match(failures.join(), /newest/);
		assert.deepEqual(t.files.files.get(id), before);
	});
});
