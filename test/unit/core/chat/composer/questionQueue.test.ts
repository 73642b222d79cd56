import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { QuestionQueue } from "../../../../../src/core/chat/composer/questionQueue";
import { memoryAppendLog, memoryLogChannel } from "../../memoryPorts";

function setUp(files = memoryAppendLog(), clock = { now: () => 1 }) {
	const session = { conversationId: "c", isBusy: true };
	const queue = new QuestionQueue(session, files, memoryLogChannel(), clock);
	const sent: (readonly [text: string, model: string | null])[] = [];
	const send = async (text: string, model: string | null) => {
		sent.push([text, model]);
	};
	const texts = () => queue.view.map(({ text }) => text);
	return { session, queue, sent, send, texts, files };
}

describe("queued questions", () => {
	it("are sent one by one in their order, each with its own model", async () => {
		const t = setUp();
		await t.queue.add("first", null, t.send);
		await t.queue.add("second", "small", t.send);
		assert.deepEqual([t.texts(), t.sent], [["first", "second"], []]);
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [["second"], [["first", null]]]);
		await t.queue.sendNext(t.send);
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent[1], t.sent.length], [[], ["second", "small"], 2]);
	});

	it("are sent in the mode in which they were written, also after a restart", async () => {
		const agent = { on: true };
		const files = memoryAppendLog();
		const session = { conversationId: "c", isBusy: true };
		const open = () => new QuestionQueue(session, files, memoryLogChannel(), { now: () => 1 }, agent);
		const sent: (readonly [text: string, isTask: boolean | undefined])[] = [];
		const send = async (text: string, _model: string | null, isTask?: boolean) => void sent.push([text, isTask]);
		const queue = open();
		await queue.add("a task", null, send);
		agent.on = false;
		await queue.add("a question", null, send);
		const later = open();
		await later.restore();
		agent.on = true;
		for (const { id } of later.view) await later.send(id, send);
		assert.deepEqual(sent, [
			["a task", true],
			["a question", false],
		]);
	});

	it("are stored before they count as queued, and are there again after a restart", async () => {
		const t = setUp();
		await t.queue.add("first", "small", t.send);
		const later = setUp(t.files);
		await later.queue.restore();
		assert.deepEqual(later.texts(), ["first"]);
		// Another window may be sending it, so it waits for its button.
		await later.queue.sendNext(later.send);
		assert.deepEqual([later.texts(), later.sent], [["first"], []]);
		await later.queue.send(later.queue.view[0]?.id ?? "", later.send);
		assert.deepEqual(later.sent, [["first", "small"]]);
		const last = setUp(t.files);
		await last.queue.restore();
		assert.deepEqual(last.texts(), []);
	});

	it("are not queued where the disk refuses: they stay in the composer", async () => {
		const t = setUp();
		t.files.failure = new Error("ENOSPC");
		await assert.rejects(t.queue.add("first", null, t.send), UserError);
		assert.deepEqual(t.texts(), []);
	});

	it("stay queued where they cannot be asked", async () => {
		const t = setUp();
		await t.queue.add("first", null, t.send);
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
			UserError,
		);
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent once, though the button is pressed twice", async () => {
		const t = setUp();
		await t.queue.add("first", null, t.send);
		const [id = ""] = t.queue.view.map((one) => one.id);
		await Promise.all([t.queue.send(id, t.send), t.queue.send(id, t.send), t.queue.sendNext(t.send)]);
		assert.equal(t.sent.length, 1);
	});

	it("wait in their own conversation", async () => {
		const t = setUp();
		await t.queue.add("first", null, t.send);
		t.session.conversationId = "other";
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [[], []]);
		t.session.conversationId = "c";
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent at once where the answer has ended meanwhile", async () => {
		const t = setUp();
		t.session.isBusy = false;
		await t.queue.add("first", null, t.send);
		assert.deepEqual([t.texts(), t.sent], [[], [["first", null]]]);
	});

	it("keep their order over restarts, whatever file they are in", async () => {
		const files = memoryAppendLog();
		for (const [at, text] of [
			[3, "third, and much longer than the others"],
			[1, "first"],
			[2, "second"],
		] as const)
			await setUp(files, { now: () => at }).queue.add(text, null, async () => {});
		const t = setUp(files);
		await t.queue.restore();
		assert.deepEqual(t.texts(), ["first", "second", "third, and much longer than the others"]);
	});

	it("are sent at once where the answer ends while they are saved; those refused stay in the composer", async () => {
		for (const refused of [false, true]) {
			const files = memoryAppendLog();
			const t = setUp(files);
			const append = files.append.bind(files);
			files.append = async (...entry) => {
				await append(...entry);
				t.session.isBusy = false;
			};
			const send = refused ? () => Promise.reject(new UserError("No gateway.")) : t.send;
			const added = t.queue.add("first", null, send);
			await (refused ? assert.rejects(added, UserError) : added);
			assert.deepEqual([t.texts(), t.sent], [[], refused ? [] : [["first", null]]]);
		}
	});

	it("cannot be removed while they are being sent; they are gone even if that cannot be recorded", async () => {
		const t = setUp();
		await t.queue.add("first", null, t.send);
		const id = t.queue.view[0]?.id ?? "";
		await t.queue.send(id, async () => {
			await assert.rejects(t.queue.remove(id), UserError);
			t.files.failure = new Error("ENOSPC");
		});
		assert.deepEqual(t.texts(), []);
	});

	it("are removed by the user, and their changes are reported", async () => {
		const t = setUp();
		let changes = 0;
		t.queue.onDidChange(() => changes++);
		await t.queue.add("first", null, t.send);
		await t.queue.remove(t.queue.view[0]?.id ?? "");
		assert.deepEqual([t.texts(), changes], [[], 2]);
	});

	it("are limited in number and length", async () => {
		const t = setUp();
		await assert.rejects(t.queue.add("x".repeat(100_001), null, t.send), UserError);
		for (let i = 0; i < 30; i++) await t.queue.add(`question ${i}`, null, t.send);
		await assert.rejects(t.queue.add("one more", null, t.send), UserError);
		assert.equal(t.texts().length, 30);
	});

	it("are read without what is torn or damaged", async () => {
		const t = setUp();
		await t.files.append(
			"queue",
			"w",
			'{"id":1}\nnull\n{"id":"a","conversation":"c","text":"kept"}\n{"id":"b","te',
			true,
		);
		await t.queue.restore();
		assert.deepEqual(t.texts(), ["kept"]);
	});
});
