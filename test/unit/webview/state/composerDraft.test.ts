import assert from "node:assert/strict";
import type { Draft } from "../../../../src/shared/draft";
import { ComposerDraft } from "../../../../src/webview/state/composerDraft";
import { PageMemory } from "../../../../src/webview/state/pageMemory";
import { keeper } from "../keeper";

function setUp() {
	const memory = new PageMemory(keeper());
	const draft = new ComposerDraft(
		() => memory,
		() => {},
	);
	/** Returns the draft that another page would restore. */
	const kept = (place = "") => memory.draft(place).text;
	/** Sends the text of the box; the test gives the host's answer. */
	const send = () => {
		let answer = (_: boolean) => {};
		const sent: string[] = [];
		const done = draft.send(({ text }: Draft) => {
			sent.push(text);
			return new Promise<boolean>((resolve) => (answer = resolve));
		});
		const end = async (accepted: boolean) => {
			answer(accepted);
			await done;
		};
		return { sent, end };
	};
	const text = () => draft.shown.text;
	return { memory, draft, kept, send, text };
}

describe("composer: the draft", () => {
	it("leaves the box when it is sent, and the storage when the question was asked", async () => {
		const t = setUp();
		t.draft.write({ text: "/review for long words", model: "other" });
		const sending = t.send();
		assert.deepEqual([t.text(), t.draft.shown.model, t.draft.sending], ["", null, true]);
		assert.equal(t.kept(), "/review for long words", "a dialog may be open, and the page may be discarded");
		await sending.end(true);
		assert.deepEqual([t.kept(), t.draft.sending, sending.sent], ["", false, ["/review for long words"]]);
	});

	it("comes back if it could not be sent, before the text that was written meanwhile", async () => {
		const t = setUp();
		t.draft.write({ text: "one?", model: "other" });
		await t.send().end(false);
		assert.deepEqual(t.draft.shown, { text: "one?", model: "other" });
		const again = t.send();
		t.draft.write({ text: "two?" });
		assert.equal(t.kept(), "one?\n\ntwo?");
		await again.end(false);
		assert.deepEqual([t.text(), t.kept()], ["one?\n\ntwo?", "one?\n\ntwo?"]);
		const last = t.send();
		t.draft.write({ text: "three?" });
		await last.end(true);
		assert.deepEqual([t.text(), t.kept()], ["three?", "three?"]);
	});

	it("waits until the previous one is sent; stays if that one comes back, or if it has changed", async () => {
		const t = setUp();
		assert.equal(await t.draft.isReady(), false, "nothing is written");
		t.draft.write({ text: "one?" });
		assert.equal(await t.draft.isReady(), true);
		for (const [isSent, written, ready] of [
			[true, "two?", true],
			[true, "two? three?", false],
			[false, "two?", false],
		] as const) {
			t.draft.write({ text: "one?" });
			const before = t.send();
			assert.equal(await t.draft.isReady(), false);
			t.draft.write({ text: "two?" });
			const isReady = t.draft.isReady();
			t.draft.write({ text: written });
			await before.end(isSent);
			assert.equal(await isReady, ready);
		}
	});

	it("stays with its conversation, which may begin or be replaced by another one while it is sent", async () => {
		const t = setUp();
		t.draft.write({ text: "one?" });
		const first = t.send();
		t.draft.begin("c");
		assert.deepEqual([t.kept(""), t.kept("c")], ["", "one?"]);
		await first.end(true);
		assert.equal(t.kept("c"), "");
		t.draft.write({ text: "two?" });
		const second = t.send();
		t.draft.write({ text: "and" });
		t.draft.show("d");
		assert.equal(t.text(), "");
		t.draft.write({ text: "elsewhere" });
		t.draft.show("c");
		assert.equal(t.text(), "and");
		t.draft.show("d");
		await second.end(false);
		assert.deepEqual([t.text(), t.kept("d"), t.kept("c")], ["elsewhere", "elsewhere", "two?\n\nand"]);
	});

	it("is kept behind a recalled question that is sent", async () => {
		const t = setUp();
		t.draft.write({ text: "half a question" });
		assert.ok(t.draft.older(["earlier"]));
		assert.deepEqual([t.text(), t.kept()], ["earlier", "half a question"]);
		const sending = t.send();
		assert.equal(t.text(), "half a question");
		await sending.end(true);
		assert.deepEqual([t.text(), t.kept(), sending.sent], ["half a question", "half a question", ["earlier"]]);
		assert.ok(!t.draft.newer());
	});

	it("is still kept behind a recalled question that could not be sent", async () => {
		const t = setUp();
		t.draft.write({ text: "half a question" });
		t.draft.older(["earlier"]);
		await t.send().end(false);
		assert.equal(t.text(), "earlier");
		assert.ok(t.draft.newer());
		assert.deepEqual([t.text(), t.kept()], ["half a question", "half a question"]);
	});

	it("is not lost when a question is recalled while another one is sent", async () => {
		const t = setUp();
		t.draft.write({ text: "one?" });
		const sending = t.send();
		t.draft.write({ text: "two" });
		t.draft.older(["earlier"]);
		assert.equal(t.kept(), "one?\n\ntwo");
		t.draft.show("d");
		t.draft.show("");
		assert.equal(t.text(), "two");
		t.draft.older(["earlier"]);
		await sending.end(true);
		assert.deepEqual([t.text(), t.kept()], ["earlier", "two"]);
	});

	it("is not lost when a recalled question is changed, and neither are the changes", () => {
		const t = setUp();
		t.draft.write({ text: "half a question" });
		t.draft.older(["earlier"]);
		t.draft.write({ text: "earlier, changed" });
		assert.equal(t.kept(), "earlier, changed\n\nhalf a question");
		t.draft.newer();
		assert.deepEqual([t.text(), t.kept()], ["half a question", "half a question"]);
	});
});
