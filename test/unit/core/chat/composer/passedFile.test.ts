import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { Composer } from "../../../../../src/core/chat/composer/composer";
import type { WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import type { ContextSource } from "../../../../../src/core/context/contextSource";
import { PendingAttachments } from "../../../../../src/core/context/pendingAttachments";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

describe("composer: a file for a question about refused code", () => {
	const source: ContextSource = { type: "file", uri: "file:///plan.ts" };
	const file = (text: string): Attachment => ({ id: "f", name: "plan.ts", path: "plan.ts", languageId: "", text });

	/** @param agrees whether the user allows the file to be sent; `undefined` if they cancel. */
	function setUpFile(agrees: () => boolean | undefined | Promise<boolean> = () => true) {
		const { session } = chatHarness();
		const now = { file: file("let plan = 1;") };
		const read = async () => now.file;
		const attached = new PendingAttachments(read, memoryState(), () => session.conversationId);
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const settings = () => ({ model: "m", systemPrompt: "", parameters: {}, window: { limit: 8000, counter } });
		const context = new Composer(session, attached, settings);
		const pass = (on: (passed: Pick<WrittenQuestion, "attachments">) => Promise<void>) =>
			context.passFile({ conversation: session.conversationId, source, confirm: async () => agrees() }, on);
		const texts = async () => {
			const passed: (readonly string[])[] = [];
			await pass(async ({ attachments }) => {
				passed.push(attachments.map(({ text }) => text));
				await context.askWritten({ text: "Again?", attachments, model: null, isTask: false });
				await session.stop();
			});
			return passed.at(-1);
		};
		return { session, attached, now, pass, texts };
	}

	it("is passed on in its current state, unless the conversation has it", async () => {
		const t = setUpFile();
		await t.session.restore();
		await t.attached.attach({ type: "lines", uri: "file:///budget.ts", lines: [1, 2] }, file("other"));
		assert.deepEqual(await t.texts(), ["let plan = 1;"]);
		assert.deepEqual(await t.texts(), []);
		t.now.file = file("let plan = 2;");
		assert.deepEqual(await t.texts(), ["let plan = 2;"]);
		assert.deepEqual(
			t.attached.pending.map(({ attachment }) => attachment.text),
			["other"],
			"the draft's own attachments stay",
		);
	});

	it("is passed on only if the user agrees, and nothing is asked if they cancel", async () => {
		assert.deepEqual(await setUpFile(() => false).texts(), []);
		assert.equal(await setUpFile(() => undefined).texts(), undefined);
	});

	it("is passed on in its current state, and the draft keeps its own version", async () => {
		for (const [agrees, passed] of [
			[true, ["let plan = 1;"]],
			[false, []],
			[undefined, undefined],
		] as const) {
			const t = setUpFile(() => agrees);
			await t.session.restore();
			await t.attached.attach(source, file("let plan = 0;"));
			assert.deepEqual(await t.texts(), passed, `${agrees}`);
			const kept = t.attached.pending.map(({ attachment }) => attachment.text);
			assert.deepEqual(kept, ["let plan = 0;"], `${agrees}`);
		}
	});

	it("is not passed on to a conversation that was opened during the question about it", async () => {
		let open = async () => {};
		const t = setUpFile(async () => {
			await open();
			return true;
		});
		assert.deepEqual(await t.texts(), ["let plan = 1;"]);
		t.now.file = file("let plan = 2;");
		open = () => t.session.newConversation();
		await assert.rejects(t.texts(), /from another conversation/);
		assert.equal(t.session.messages.length, 0);
	});

	it("changes nothing in the draft if the question cannot be asked", async () => {
		const t = setUpFile();
		const fails = async () => {
			throw new UserError("It does not fit.");
		};
		await assert.rejects(t.pass(fails), UserError);
		assert.equal(t.attached.pending.length, 0);
		await t.attached.attach(source, file("let plan = 0;"));
		await assert.rejects(t.pass(fails), UserError);
		assert.deepEqual(
			t.attached.pending.map(({ attachment }) => attachment.text),
			["let plan = 0;"],
		);
	});
});
