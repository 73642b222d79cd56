import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { ChatSession } from "../../../../../src/core/chat/session/chatSession";
import { memoryLogChannel } from "../../memoryPorts";
import { chatHarness } from "../chatHarness";

describe("conversation: a question with a model of its own", () => {
	it("is refused without the offer to select the model of other questions, however it is asked", async () => {
		const t = chatHarness();
		await t.session.ask("one?", [], "small");
		await t.answerWith("Two.");
		await t.session.ask("three?");
		await t.answerWith("Four.");
		const refuse = async () => {
			throw new UserError("Too large.", ["leaveOutOldest", "selectModel", "sendAnyway"]);
		};
		const session = new ChatSession(t.store, refuse, t.clock, memoryLogChannel());
		await session.restore();
		const offered = async (run: () => Promise<void>) => {
			const error = await run().catch((thrown: unknown) => thrown);
			assert.ok(error instanceof UserError);
			return [error.message, ...error.actions];
		};
		const [own, ownAnswer, other, otherAnswer] = session.messages.map(({ id }) => id);
		assert.ok(own && ownAnswer && other && otherAnswer);
		const without = ["Too large.", "leaveOutOldest", "sendAnyway"];
		assert.deepEqual(await offered(() => session.ask("five?", [], "small")), without);
		assert.deepEqual(await offered(() => session.edit(own, "one, please?")), without);
		assert.deepEqual(await offered(() => session.retry(ownAnswer)), without);
		assert.deepEqual(await offered(() => session.retry(otherAnswer, undefined, "small")), without);
		const all = ["Too large.", "leaveOutOldest", "selectModel", "sendAnyway"];
		assert.deepEqual(await offered(() => session.ask("five?")), all);
		assert.deepEqual(await offered(() => session.edit(other, "three, please?")), all);
		assert.deepEqual(await offered(() => session.retry(otherAnswer)), all);
	});
});
