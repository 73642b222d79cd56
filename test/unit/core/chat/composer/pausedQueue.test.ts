import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { memoryAppendLog } from "../../memoryPorts";
import { setUpQueue } from "./queueHarness";

describe("queued questions: a paused queue", () => {
	it("waits with the reason after a question that cannot be asked, until the user resumes", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second", "third"]) await t.add(text);
		t.session.isBusy = false;
		const refuse = () => Promise.reject(new UserError("The key secret was refused."));
		await assert.rejects(t.queue.sendNext(refuse), UserError);
		assert.equal(t.queue.view.pause, "The key ••• was refused.");
		// The end of another answer does not resume the queue.
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

	it("begins after an incomplete answer; if it is resumed during another answer, it waits for that to end", async () => {
		const t = setUpQueue();
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

	it("resumes after Continue or Retry has completed the answer", async () => {
		const t = setUpQueue();
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

	it("resumes after a question is sent by its button, unless another one cannot be asked", async () => {
		for (const [which, isPaused] of [
			[undefined, false],
			["first", false],
			["second", true],
		] as const) {
			const t = setUpQueue();
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

	it("stays paused if the answer to a question sent by its button fails at once", async () => {
		const t = setUpQueue();
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

	it("keeps questions if the answer was stopped or failed before they were queued", async () => {
		const t = setUpQueue();
		// As when the user pressed Stop during a search of the workspace.
		t.session.isBusy = false;
		t.queue.pause();
		await t.add("first");
		await t.add("second");
		assert.deepEqual([t.texts(), t.sent], [["first", "second"], []]);
		assert.ok(t.queue.view.pause);
		await t.queue.resume(t.send);
		assert.deepEqual([t.texts(), t.sent], [["second"], [["first", null]]]);
		// The next answer counts, not the stopped one.
		await t.queue.sendNext(t.send);
		await t.add("third");
		assert.deepEqual([t.texts(), t.sent.length], [[], 3]);
	});

	it("keeps questions if the answer was stopped while they were saved; other conversations continue", async () => {
		const files = memoryAppendLog();
		const t = setUpQueue(files);
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

	it("takes new questions at its end even if the answer ends before they are queued", async () => {
		const t = setUpQueue();
		await t.add("first");
		t.session.isBusy = false;
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("No gateway."))),
			UserError,
		);
		await t.add("second");
		assert.deepEqual([t.texts(), t.sent, t.queue.view.pause], [["first", "second"], [], "No gateway."]);
	});

	it("does not begin if another question was asked first", async () => {
		const t = setUpQueue();
		await t.add("first");
		await t.queue.sendNext(() => Promise.reject(new UserError("Not now.")));
		assert.deepEqual([t.queue.view.pause, t.texts()], [null, ["first"]]);
	});

	it("ends with the next complete answer after the question that cannot be asked is gone", async () => {
		const t = setUpQueue();
		for (const text of ["first", "second", "third"]) await t.add(text);
		t.session.isBusy = false;
		await assert.rejects(
			t.queue.sendNext(() => Promise.reject(new UserError("This model is gone."))),
			UserError,
		);
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		assert.ok(t.queue.view.pause);
		assert.notEqual(t.queue.view.pause, "This model is gone.");
		await t.add("fourth");
		assert.deepEqual([t.texts(), t.sent], [["second", "third", "fourth"], []]);
		await t.queue.sendNext(t.send);
		assert.deepEqual([t.texts(), t.sent], [["third", "fourth"], [["second", null]]]);
	});

	it("ends when its questions are removed", async () => {
		const t = setUpQueue();
		await t.add("first");
		t.session.isBusy = false;
		t.queue.pause();
		await t.queue.remove(t.queue.view.questions[0]?.id ?? "");
		t.session.isBusy = true;
		await t.add("second");
		assert.equal(t.queue.view.pause, null);
	});
});
