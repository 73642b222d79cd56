import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { QuestionQueue, type WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import { QueuedQuestionStore } from "../../../../../src/core/chat/storage/queuedQuestionStore";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryAppendLog, memoryLogChannel } from "../../memoryPorts";

const picture: Attachment = { id: "p", name: "plan.png", path: "plan.png", languageId: "", text: "", kind: "image" };

function setUp(files = memoryAppendLog(), clock = { now: () => 1 }) {
	const session = { conversationId: "c", isBusy: true };
	const log = memoryLogChannel();
	const redacted = (text: string) => text.replaceAll("secret", "•••");
	const queue = new QuestionQueue(session, new QueuedQuestionStore(files, log), log, clock, redacted);
	const sent: (readonly [text: string, model: string | null, ...attached: string[]])[] = [];
	const send = async ({ text, model, attachments }: WrittenQuestion) => {
		sent.push([text, model, ...attachments.map(({ name }) => name)]);
	};
	const add = (text: string, model: string | null = null, by = send, ...attachments: Attachment[]) =>
		queue.add({ text, model, attachments, isTask: false }, by);
	const texts = () => queue.view.questions.map(({ text }) => text);
	return { session, queue, sent, send, add, texts, files };
}

describe("queued questions", () => {
	it("are sent one by one in their order, each with its own model", async () => {
		const t = setUp();
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
		const t = setUp();
		const written = { model: null, attachments: [] };
		await t.queue.add({ ...written, text: "a task", isTask: true }, t.send);
		await t.queue.add({ ...written, text: "a question", isTask: false }, t.send);
		const later = setUp(t.files);
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
		const t = setUp();
		await t.add("first", "small");
		const later = setUp(t.files);
		await later.queue.restore();
		assert.deepEqual(later.texts(), ["first"]);
		// Another window may be sending it, so it waits for its button.
		await later.queue.sendNext(later.send);
		assert.deepEqual([later.texts(), later.sent], [["first"], []]);
		await later.queue.send(later.queue.view.questions[0]?.id ?? "", later.send);
		assert.deepEqual(later.sent, [["first", "small"]]);
		const last = setUp(t.files);
		await last.queue.restore();
		assert.deepEqual(last.texts(), []);
	});

	it("are not queued where the disk refuses: they stay in the composer", async () => {
		const t = setUp();
		t.files.failure = new Error("ENOSPC");
		await assert.rejects(t.add("first"), UserError);
		assert.deepEqual(t.texts(), []);
	});

	it("stay queued where they cannot be asked", async () => {
		const t = setUp();
		await t.add("first");
		t.session.isBusy = false;
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
			UserError,
		);
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent once, though the button is pressed twice", async () => {
		const t = setUp();
		await t.add("first");
		const [id = ""] = t.queue.view.questions.map((one) => one.id);
		await Promise.all([t.queue.send(id, t.send), t.queue.send(id, t.send), t.queue.sendNext(t.send)]);
		assert.equal(t.sent.length, 1);
	});

	it("wait in their own conversation", async () => {
		const t = setUp();
		await t.add("first");
		t.session.conversationId = "other";
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [[], []]);
		t.session.conversationId = "c";
		assert.deepEqual(t.texts(), ["first"]);
	});

	it("are sent at once where the answer has ended meanwhile", async () => {
		const t = setUp();
		t.session.isBusy = false;
		await t.add("first");
		assert.deepEqual([t.texts(), t.sent], [[], [["first", null]]]);
	});

	it("keep their order over restarts, whatever file they are in", async () => {
		const files = memoryAppendLog();
		for (const [at, text] of [
			[3, "third, and much longer than the others"],
			[1, "first"],
			[2, "second"],
		] as const)
			await setUp(files, { now: () => at }).add(text, null, async () => {});
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
			const added = t.add("first", null, send);
			await (refused ? assert.rejects(added, UserError) : added);
			assert.deepEqual([t.texts(), t.sent], [[], refused ? [] : [["first", null]]]);
		}
	});

	it("cannot be removed while they are being sent; they are gone even if that cannot be recorded", async () => {
		const t = setUp();
		await t.add("first");
		const id = t.queue.view.questions[0]?.id ?? "";
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
		await t.add("first");
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		assert.deepEqual([t.texts(), changes], [[], 2]);
	});

	it("are limited in number and length", async () => {
		const t = setUp();
		await assert.rejects(t.add("x".repeat(100_001)), UserError);
		for (let i = 0; i < 30; i++) await t.add(`question ${i}`);
		await assert.rejects(t.add("one more"), UserError);
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

	it("go with what was attached when they were written, also after a restart", async () => {
		const t = setUp();
		await t.add("first", null, t.send, picture);
		await t.add("second");
		assert.deepEqual(
			t.queue.view.questions.map(({ attached }) => attached),
			[["plan.png"], []],
		);
		const later = setUp(t.files);
		await later.queue.restore();
		later.session.isBusy = false;
		await later.queue.resume(later.send);
		assert.deepEqual(later.sent, [["first", null, "plan.png"]]);
	});

	it("wait behind one that cannot be asked, with the reason, until the user resumes", async () => {
		const t = setUp();
		for (const text of ["first", "second", "third"]) await t.add(text);
		t.session.isBusy = false;
		const refuse = () => Promise.reject(new UserError("The key secret was refused."));
		await assert.rejects(t.queue.sendNext(refuse), UserError);
		assert.equal(t.queue.view.pause, "The key ••• was refused.");
		// The end of another answer resumes nothing.
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [["first", "second", "third"], []]);
		await assert.rejects(t.queue.resume(refuse), UserError);
		assert.equal(t.queue.view.pause, "The key ••• was refused.");
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		await t.queue.resume(t.send);
		assert.deepEqual([t.texts(), t.sent], [["third"], [["second", null]]]);
		t.session.isBusy = true;
		assert.equal(t.queue.view.pause, null);
	});

	it("pause after an answer that was not completed; resumed meanwhile, they wait for the next answer", async () => {
		const t = setUp();
		t.queue.pause();
		assert.equal(t.queue.view.pause, null, "there is nothing to pause");
		await t.add("first");
		t.session.isBusy = false;
		t.queue.pause();
		assert.ok(t.queue.view.pause);
		t.session.isBusy = true;
		await t.add("second");
		assert.ok(t.queue.view.pause);
		await t.queue.resume(t.send);
		assert.deepEqual([t.queue.view.pause, t.sent], [null, []]);
		t.session.isBusy = false;
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [["second"], [["first", null]]]);
	});

	it("go on without a pause after Continue or Retry has completed the answer", async () => {
		const t = setUp();
		for (const text of ["first", "second"]) await t.add(text);
		t.session.isBusy = false;
		t.queue.pause();
		const paused = t.queue.view.pause;
		// The user continues the answer, which completes.
		t.session.isBusy = true;
		let shown: string | null = paused;
		t.queue.onDidChange(() => {
			shown = t.queue.view.pause;
		});
		t.session.isBusy = false;
		await t.queue.sendNext(async (question) => {
			await t.send(question);
			t.session.isBusy = true;
		});
		assert.ok(paused);
		assert.deepEqual([t.texts(), t.sent, t.queue.view.pause, shown], [["second"], [["first", null]], null, null]);
	});

	it("go on after the one that was asked by its button, unless another one cannot be asked", async () => {
		for (const [which, isPaused] of [
			[undefined, false],
			["first", false],
			["second", true],
		] as const) {
			const t = setUp();
			for (const text of ["first", "second"]) await t.add(text);
			const [first = "", second = ""] = t.queue.view.questions.map(({ id }) => id);
			t.session.isBusy = false;
			if (which === undefined) t.queue.pause();
			else
				await assert.rejects(
					t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
					UserError,
				);
			assert.ok(t.queue.view.pause);
			await t.queue.send(which === "second" ? second : first, async (question) => {
				await t.send(question);
				t.session.isBusy = true;
			});
			assert.deepEqual([which, t.queue.view.pause !== null, t.texts().length], [which, isPaused, 1]);
		}
	});

	it("stay where the answer of the one that was asked by its button has failed at once", async () => {
		const t = setUp();
		for (const text of ["first", "second"]) await t.add(text);
		t.session.isBusy = false;
		t.queue.pause();
		await t.queue.send(t.queue.view.questions[0]?.id ?? "", async (question) => {
			await t.send(question);
			t.queue.pause();
		});
		t.session.isBusy = true;
		assert.deepEqual(t.texts(), ["second"]);
		assert.ok(t.queue.view.pause);
	});

	it("stay where the answer was stopped or has failed before they were queued", async () => {
		const t = setUp();
		// As after a search of the workspace, during which the user has pressed Stop.
		t.session.isBusy = false;
		t.queue.pause();
		await t.add("first");
		await t.add("second");
		assert.deepEqual([t.texts(), t.sent], [["first", "second"], []]);
		assert.ok(t.queue.view.pause);
		await t.queue.resume(t.send);
		assert.deepEqual([t.texts(), t.sent], [["second"], [["first", null]]]);
		// The next answer counts, not the one before it.
		await t.queue.sendNext(t.send);
		await t.add("third");
		assert.deepEqual([t.texts(), t.sent.length], [[], 3]);
	});

	it("stay where the answer was stopped while they were saved; other conversations go on", async () => {
		const files = memoryAppendLog();
		const t = setUp(files);
		const append = files.append.bind(files);
		files.append = async (...entry) => {
			await append(...entry);
			if (t.session.conversationId !== "c") return;
			t.session.isBusy = false;
			t.queue.pause();
		};
		await t.add("first");
		assert.deepEqual([t.texts(), t.sent], [["first"], []]);
		assert.ok(t.queue.view.pause);
		t.session.conversationId = "other";
		await t.add("second");
		assert.deepEqual(t.sent, [["second", null]]);
	});

	it("stay behind those of a paused queue where the answer ends before they are queued", async () => {
		const t = setUp();
		await t.add("first");
		t.session.isBusy = false;
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
			UserError,
		);
		await t.add("second");
		assert.deepEqual([t.texts(), t.sent, t.queue.view.pause], [["first", "second"], [], "No gateway."]);
	});

	it("do not pause where another question was asked first", async () => {
		const t = setUp();
		await t.add("first");
		await t.queue.sendNext(() => Promise.reject(new UserError("An answer is still being written.")));
		assert.deepEqual([t.queue.view.pause, t.texts()], [null, ["first"]]);
	});

	it("begin without a pause after those that paused were removed", async () => {
		const t = setUp();
		await t.add("first");
		t.session.isBusy = false;
		t.queue.pause();
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		t.session.isBusy = true;
		await t.add("second");
		assert.equal(t.queue.view.pause, null);
	});
});

describe("queued questions, their files", () => {
	const writers = ({ files }: ReturnType<typeof setUp>) => files.files.get("queue")?.size ?? 0;

	it("disappear when all questions in them are asked", async () => {
		const t = setUp();
		await t.add("first");
		await t.add("second");
		await t.queue.sendNext(t.send);
		assert.equal(writers(t), 1);
		await t.queue.sendNext(t.send);
		assert.equal(writers(t), 0);
		await t.add("third");
		const later = setUp(t.files);
		await later.queue.restore();
		assert.deepEqual(later.texts(), ["third"]);
	});

	it("are read again before one of an earlier window is asked: another window may have asked or removed it", async () => {
		const t = setUp();
		for (const text of ["first", "second", "third"]) await t.add(text);
		const [one, other] = [setUp(t.files), setUp(t.files)];
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

	it("that cannot be read before one of an earlier window is asked keep none from being asked", async () => {
		const t = setUp();
		await t.add("first");
		const later = setUp(t.files);
		await later.queue.restore();
		for (const writer of t.files.files.get("queue")?.keys() ?? []) t.files.unreadable.add(writer);
		later.session.isBusy = false;
		await later.queue.resume(later.send);
		assert.deepEqual(later.sent, [["first", null]]);
	});

	it("of earlier windows disappear at the next start; those with queued questions and their removals stay", async () => {
		const t = setUp();
		await t.add("first");
		await t.add("kept");
		const second = setUp(t.files);
		await second.queue.restore();
		await second.queue.remove(second.queue.view.questions[0]?.id ?? "");
		const third = setUp(t.files);
		await third.queue.restore();
		assert.deepEqual([third.texts(), writers(t)], [["kept"], 2]);
		await third.queue.remove(third.queue.view.questions[0]?.id ?? "");
		const last = setUp(t.files);
		await last.queue.restore();
		assert.deepEqual([last.texts(), writers(t)], [[], 0]);
	});
});
