import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { Composer } from "../../../../../src/core/chat/composer/composer";
import type { WrittenQuestion } from "../../../../../src/core/chat/composer/questionQueue";
import type { ContextSource } from "../../../../../src/core/context/contextSource";
import { PendingAttachments } from "../../../../../src/core/context/pendingAttachments";
import { TokenCounters } from "../../../../../src/core/context/tokenCounter";
import type { Attachment } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

describe("composer: a file for a question about refused code", () => {
	const source: ContextSource = { type: "file", uri: "file:///plan.ts" };
	const file = (text: string): Attachment => ({ id: "f", name: "plan.ts", path: "plan.ts", languageId: "", text });

	/** @param agrees whether the user lets the file be attached. */
	function setUpFile(agrees = true) {
		const { session } = chatHarness();
		const now = { file: file("let plan = 1;") };
		const read = async () => now.file;
		const attached = new PendingAttachments(read, memoryState(), () => session.conversationId);
		const counter = new TokenCounters(memoryState()).for("g", "m");
		const settings = () => ({ model: "m", systemPrompt: "", parameters: {}, window: { limit: 8000, counter } });
		const context = new Composer(session, attached, settings);
		const pass = (on: (passed: Pick<WrittenQuestion, "attachments">) => Promise<void>) =>
			context.passFile(source, async () => agrees && attached.attach(source, await read()), on);
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

	it("is passed on as it is now, unless the conversation has it", async () => {
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

	it("is passed on only where the user agrees", async () => {
		assert.deepEqual(await setUpFile(false).texts(), []);
	});

	it("stays in the draft only where it was before, if the question cannot be asked", async () => {
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
			["let plan = 1;"],
		);
	});
});
