import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { memoryAppendLog } from "../../memoryPorts";
import { setUpQueue } from "./queueHarness";

describe("queued questions: a paused queue", () => {
	it("wait behind one that cannot be asked, with the reason, until the user resumes", async () => {
		const t = setUpQueue();
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

	it("go on without a pause after Continue or Retry has completed the answer", async () => {
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

	it("go on after the one that was asked by its button, unless another one cannot be asked", async () => {
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

	it("stay where the answer of the one that was asked by its button has failed at once", async () => {
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

	it("stay where the answer was stopped or has failed before they were queued", async () => {
		const t = setUpQueue();
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

	it("stay behind those of a paused queue where the answer ends before they are queued", async () => {
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

	it("do not pause where another question was asked first", async () => {
		const t = setUpQueue();
		await t.add("first");
		await t.queue.sendNext(() => Promise.reject(new UserError("Not now.")));
		assert.deepEqual([t.queue.view.pause, t.texts()], [null, ["first"]]);
	});

	it("go on with the next complete answer once the one that cannot be asked is gone", async () => {
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

	it("begin without a pause after those that paused were removed", async () => {
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
