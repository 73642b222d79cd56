import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import type { WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryAppendLog } from "../../memoryPorts";
import { setUpQueue } from "./queueHarness";

const picture: Attachment = { id: "p", name: "plan.png", path: "plan.png", languageId: "", text: "", kind: "image" };

describe("queued questions", () => {
	it("are sent one by one in their order, each with its own model", async () => {
		const t = setUpQueue();
		await t.add("first");
		await t.add("second", "small");
		assert.deepEqual([t.texts(), t.sent], [["first", "second"], []]);
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [["second"], [["first", null]]]);
		await t.queue.sendNext(t.send);
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent[1], t.sent.length], [[], ["second", "small"], 2]);
	});

	it("are sent in the mode in which they were written, also after a restart", async () => {
		const t = setUpQueue();
		const written = { model: null, attachments: [] };
		await t.queue.add({ ...written, text: "a task", isTask: true }, t.send);
		await t.queue.add({ ...written, text: "a question", isTask: false }, t.send);
		const later = setUpQueue(t.files);
		await later.queue.restore();
		const sent: (readonly [text: string, isTask: boolean])[] = [];
		const send = async ({ text, isTask }: WrittenQuestion) => void sent.push([text, isTask]);
		for (const { id } of later.queue.view.questions) await later.queue.send(id, send);
		assert.deepEqual(sent, [
			["a task", true],
			["a question", false],
		]);
	});

	it("are stored before they count as queued, and are there again after a restart", async () => {
		const t = setUpQueue();
		await t.add("first", "small");
		const later = setUpQueue(t.files);
		await later.queue.restore();
		assert.deepEqual(later.texts(), ["first"]);
		// Another window may be sending it, so it waits until its button is pressed.
		await later.queue.sendNext(later.send);
		assert.deepEqual([later.texts(), later.sent], [["first"], []]);
		await later.queue.send(later.queue.view.questions[0]?.id ?? "", later.send);
		assert.deepEqual(later.sent, [["first", "small"]]);
		const last = setUpQueue(t.files);
		await last.queue.restore();
		assert.deepEqual(last.texts(), []);
	});

	it("are not queued if they cannot be saved: they stay in the composer", async () => {
		const t = setUpQueue();
		t.files.failure = new Error("ENOSPC");
		await assert.rejects(t.add("first"), UserError);
		assert.deepEqual(t.texts(), []);
	});

	it("stay queued if they cannot be asked", async () => {
		const t = setUpQueue();
		await t.add("first");
		t.session.isBusy = false;
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
			UserError,
		);
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent once, even if the button is pressed twice", async () => {
		const t = setUpQueue();
		await t.add("first");
		const [id = ""] = t.queue.view.questions.map((one) => one.id);
		await Promise.all([t.queue.send(id, t.send), t.queue.send(id, t.send), t.queue.sendNext(t.send)]);
		assert.equal(t.sent.length, 1);
	});

	it("wait in their own conversation", async () => {
		const t = setUpQueue();
		await t.add("first");
		t.session.conversationId = "other";
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [[], []]);
		t.session.conversationId = "c";
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent at once if the answer has ended meanwhile", async () => {
		const t = setUpQueue();
		t.session.isBusy = false;
		await t.add("first");
		assert.deepEqual([t.texts(), t.sent], [[], [["first", null]]]);
	});

	it("keep their order after restarts, whichever file they are in", async () => {
		const files = memoryAppendLog();
		for (const [at, text] of [
			[3, "third, and much longer than the others"],
			[1, "first"],
			[2, "second"],
		] as const)
			await setUpQueue(files, { now: () => at }).add(text, null, async () => {});
		const t = setUpQueue(files);
		await t.queue.restore();
		assert.deepEqual(t.texts(), ["first", "second", "third, and much longer than the others"]);
	});

	it("are sent at once if the answer ends while they are saved; refused ones stay in the composer", async () => {
		for (const refused of [false, true]) {
			const files = memoryAppendLog();
			const t = setUpQueue(files);
			const append = files.append.bind(files);
			files.append = async (...entry) => {
				await append(...entry);
				t.session.isBusy = false;
			};
			const send = refused ? () => Promise.reject(new UserError("No gateway.")) : t.send;
			const added = t.add("first", null, send);
			await (refused ? assert.rejects(added, UserError) : added);
			assert.deepEqual([t.texts(), t.sent], [[], refused ? [] : [["first", null]]]);
		}
	});

	it("cannot be removed while they are being sent; they are gone even if that cannot be recorded", async () => {
		const t = setUpQueue();
		await t.add("first");
		const id = t.queue.view.questions[0]?.id ?? "";
		await t.queue.send(id, async () => {
			await assert.rejects(t.queue.remove(id), UserError);
			t.files.failure = new Error("ENOSPC");
		});
		assert.deepEqual(t.texts(), []);
	});

	it("are removed by the user, and their changes are reported", async () => {
		const t = setUpQueue();
		let changes = 0;
		t.queue.onDidChange(() => changes++);
		await t.add("first");
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		assert.deepEqual([t.texts(), changes], [[], 2]);
	});

	it("are limited in number and length", async () => {
		const t = setUpQueue();
		await assert.rejects(t.add("x".repeat(100_001)), UserError);
		for (let i = 0; i < 30; i++) await t.add(`question ${i}`);
		await assert.rejects(t.add("one more"), UserError);
		assert.equal(t.texts().length, 30);
	});

	it("are read without incomplete or damaged lines", async () => {
		const t = setUpQueue();
		await t.files.append(
			"queue",
			"w",
			'{"id":1}\nnull\n{"id":"a","conversation":"c","text":"kept"}\n{"id":"b","te',
			true,
		);
		await t.queue.restore();
		assert.deepEqual(t.texts(), ["kept"]);
	});

	it("are sent with what was attached when they were written, also after a restart", async () => {
		const t = setUpQueue();
		await t.add("first", null, t.send, picture);
		await t.add("second");
		assert.deepEqual(
			t.queue.view.questions.map(({ attached }) => attached),
			[["plan.png"], []],
		);
		const later = setUpQueue(t.files);
		await later.queue.restore();
		later.session.isBusy = false;
		await later.queue.resume(later.send);
		assert.deepEqual(later.sent, [["first", null, "plan.png"]]);
	});
});

describe("queued questions: their files", () => {
	const writers = ({ files }: ReturnType<typeof setUpQueue>) => files.files.get("queue")?.size ?? 0;

	it("disappear when all questions in them are asked", async () => {
		const t = setUpQueue();
		await t.add("first");
		await t.add("second");
		await t.queue.sendNext(t.send);
		assert.equal(writers(t), 1);
		await t.queue.sendNext(t.send);
		assert.equal(writers(t), 0);
		await t.add("third");
		const later = setUpQueue(t.files);
		await later.queue.restore();
		assert.deepEqual(later.texts(), ["third"]);
	});

	it("are read again before an earlier window's question is asked: another window may have asked or removed it", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second", "third"]) await t.add(text);
		const [one, other] = [setUpQueue(t.files), setUpQueue(t.files)];
		for (const { queue, session } of [one, other]) {
			await queue.restore();
			session.isBusy = false;
		}
		const [first = "", second = ""] = other.queue.view.questions.map(({ id }) => id);
		await other.queue.send(first, other.send);
		await one.queue.send(first, one.send);
		assert.deepEqual([one.texts(), one.sent, other.sent], [["second", "third"], [], [["first", null]]]);
		await other.queue.remove(second);
		await one.queue.resume(one.send);
		assert.deepEqual([one.texts(), one.sent], [[], [["third", null]]]);
	});

	it("let two windows that resume at the same moment send an earlier window's question only once", async () => {
		const t = setUpQueue();
		await t.add("first");
		const [one, other] = [setUpQueue(t.files), setUpQueue(t.files)];
		for (const { queue, session } of [one, other]) {
			await queue.restore();
			session.isBusy = false;
		}
		const both = await Promise.allSettled([one.queue.resume(one.send), other.queue.resume(other.send)]);
		assert.ok(both.some(({ status }) => status === "rejected"));
		assert.match(one.queue.view.pause ?? other.queue.view.pause ?? "", /Another window/);
		// If neither has sent it, the user tries again.
		for (const { queue, send } of [one, other]) await queue.resume(send);
		assert.deepEqual([...one.sent, ...other.sent], [["first", null]]);
		assert.deepEqual([one.texts(), other.texts()], [[], []]);
	});

	it("let another window send a question that this one could not send, or was sending when it was closed", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second"]) await t.add(text);
		let now = 1;
		const [one, other] = [1, 2].map(() => setUpQueue(t.files, { now: () => now })) as [typeof t, typeof t];
		for (const { queue, session } of [one, other]) {
			await queue.restore();
			session.isBusy = false;
		}
		const [first = "", second = ""] = one.queue.view.questions.map(({ id }) => id);
		await assert.rejects(one.queue.send(first, () => Promise.reject(new UserError("No."))));
		await other.queue.send(first, other.send);
		void one.queue.send(second, () => new Promise(() => {}));
		await new Promise((resolve) => setImmediate(resolve));
		await assert.rejects(other.queue.send(second, other.send), { name: "UserError", message: /Another window/ });
		// A window that opens meanwhile does not delete the claim on the question.
		await setUpQueue(t.files).queue.restore();
		await assert.rejects(other.queue.send(second, other.send), UserError);
		now += 10 * 60 * 1000;
		await other.queue.send(second, other.send);
		assert.deepEqual(other.sent, [
			["first", null],
			["second", null],
		]);
	});

	it("keep attachments and model, which are given back when a question is removed, even after a restart", async () => {
		const t = setUpQueue();
		const file: Attachment = { id: "f", name: "a.ts", path: "a.ts", languageId: "ts", text: "one" };
		const sources = [
			{ type: "picture", name: "plan.png", image: "data:" },
			{ type: "file", uri: "file:///a.ts" },
		] as const;
		const written = { text: "first", model: "small", attachments: [picture, file], isTask: false };
		await t.queue.add({ ...written, sources }, t.send);
		const later = setUpQueue(t.files);
		await later.queue.restore();
		const id = later.queue.view.questions[0]?.id ?? "";
		const full = () => Promise.reject(new UserError("Too many."));
		await assert.rejects(later.queue.remove(id, full), new UserError("Too many."));
		assert.deepEqual(later.texts(), ["first"]);
		const given: WrittenQuestion[] = [];
		assert.deepEqual(await later.queue.remove(id, async (question) => void given.push(question)), {
			...{ text: "first", model: "small" },
		});
		assert.deepEqual(given[0]?.attachments, [picture, file]);
		assert.deepEqual(given[0]?.sources, [null, sources[1]]);
		assert.equal(await later.queue.remove(id), null);
		assert.deepEqual(later.texts(), []);
	});

	it("are read again before each question of an earlier window, even long after the queue was resumed", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second", "third"]) await t.add(text);
		const [one, other] = [setUpQueue(t.files), setUpQueue(t.files)];
		for (const { queue, session } of [one, other]) {
			await queue.restore();
			session.isBusy = false;
		}
		await one.queue.resume(one.send);
		const second = other.queue.view.questions.find(({ text }) => text === "second");
		await other.queue.send(second?.id ?? "", other.send);
		const pauses: (string | null)[] = [];
		one.queue.onDidChange(() => pauses.push(one.queue.view.pause));
		const next = one.queue.sendNext(async (question) => {
			await one.send(question);
			one.session.isBusy = true;
		});
		// A question that is written meanwhile waits for its turn.
		await Promise.all([next, one.add("fourth")]);
		assert.deepEqual(
			one.sent.map(([text]) => text),
			["first", "third"],
		);
		assert.deepEqual([one.texts(), other.sent], [["fourth"], [["second", null]]]);
		assert.ok(pauses.every((pause) => pause === null));
	});

	it("can be read while the user opens another conversation, whose questions are neither sent nor resumed", async () => {
		const t = setUpQueue();
		for (const conversation of ["c", "other"]) {
			t.session.conversationId = conversation;
			await t.add(`of ${conversation}`);
		}
		const later = setUpQueue(t.files);
		await later.queue.restore();
		later.session.isBusy = false;
		const pauses = ["c", "other"].map((conversation) => {
			later.session.conversationId = conversation;
			return later.queue.view.pause;
		});
		later.session.conversationId = "c";
		const resumed = later.queue.resume(later.send);
		later.session.conversationId = "other";
		await resumed;
		assert.deepEqual([later.texts(), later.sent, later.queue.view.pause], [["of other"], [], pauses[1]]);
		later.session.conversationId = "c";
		assert.deepEqual([later.texts(), later.queue.view.pause], [["of c"], pauses[0]]);
		await later.queue.resume(later.send);
		assert.deepEqual(later.sent, [["of c", null]]);
	});

	it("are read after an answer; if another conversation is opened meanwhile, it gets none of their questions", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second"]) await t.add(text);
		const later = setUpQueue(t.files);
		await later.queue.restore();
		later.session.isBusy = false;
		await later.queue.resume(later.send);
		later.session.isBusy = true;
		later.session.conversationId = "other";
		await later.add("of other");
		later.session.isBusy = false;
		later.session.conversationId = "c";
		const next = later.queue.sendNext(later.send);
		later.session.conversationId = "other";
		await next;
		assert.deepEqual([later.texts(), later.sent], [["of other"], [["first", null]]]);
	});

	it("do not keep an earlier window's question from being sent if they cannot be read", async () => {
		const t = setUpQueue();
		await t.add("first");
		const later = setUpQueue(t.files);
		await later.queue.restore();
		for (const writer of t.files.files.get("queue")?.keys() ?? []) t.files.unreadable.add(writer);
		later.session.isBusy = false;
		await later.queue.resume(later.send);
		assert.deepEqual(later.sent, [["first", null]]);
	});

	it("disappear at the next start, except those with queued questions and their removals", async () => {
		const t = setUpQueue();
		await t.add("first");
		await t.add("kept");
		const second = setUpQueue(t.files);
		await second.queue.restore();
		await second.queue.remove(second.queue.view.questions[0]?.id ?? "");
		const third = setUpQueue(t.files);
		await third.queue.restore();
		assert.deepEqual([third.texts(), writers(t)], [["kept"], 2]);
		await third.queue.remove(third.queue.view.questions[0]?.id ?? "");
		const last = setUpQueue(t.files);
		await last.queue.restore();
		assert.deepEqual([last.texts(), writers(t)], [[], 0]);
	});
});
