import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { Composer } from "../../../../../src/core/chat/composer/composer";
import { PendingAttachments } from "../../../../../src/core/context/pendingAttachments";
import { limits } from "../../../../../src/shared/untrusted/limits";
import { memoryState } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

describe("limits: the length of a question", () => {
	const longest = "a".repeat(limits.questionLength);
	const tooLong = `${longest}b`;

	function setUp() {
		const { session } = chatHarness();
		const attached = new PendingAttachments(
			() => assert.fail(),
			memoryState(),
			() => session.conversationId,
		);
		const composer = new Composer(session, attached, () => undefined);
		const draft = (text: string) => ({ text, model: null, prepare: async () => ({ text, attachments: [] }) });
		const ways: Readonly<Record<string, (text: string) => Promise<void>>> = {
			"is counted while it is written": (text) => composer.setDraft(draft(text)),
			"is sent": (text) => composer.send({ text, attachments: [] }),
			"is queued": (text) => composer.pass(text, null, async () => {}),
			"is edited": (text) => composer.edit("no question", text),
		};
		return { composer, ways };
	}

	for (const way of Object.keys(setUp().ways)) {
		it(`is checked, and the limit named, when it ${way}`, async () => {
			const run = setUp().ways[way] ?? assert.fail();
			const isTooLong = (error: unknown) => error instanceof UserError && /4,194,304 characters/.test(error.message);
			await assert.rejects(run(tooLong), isTooLong);
			await run(longest).catch((error: unknown) => assert.ok(!isTooLong(error), String(error)));
		});
	}

	it("does not matter for the draft before it, which stays", async () => {
		const { composer, ways } = setUp();
		await ways["is counted while it is written"]?.("short");
		await assert.rejects(async () => ways["is counted while it is written"]?.(tooLong));
		assert.equal(composer.draft, "short");
	});
});
