import assert from "node:assert/strict";
import { GatewayChange } from "../../../../../src/core/chat/session/gatewayChange";
import type { Message } from "../../../../../src/shared/conversation";

describe("chat: a conversation that continues at another gateway", () => {
	const at = (gateway: string) => ({ role: "assistant", gateway }) as Message;
	const question = { role: "user" } as Message;

	it("says so once for each gateway, with the action to continue", () => {
		const change = new GatewayChange();
		const branch = [question, at("First"), question];
		const refused = { message: /First until now.*Second receives all of it/, actions: ["continueElsewhere"] };
		change.assertSaid("one", branch, "First");
		assert.throws(() => change.assertSaid("one", branch, "Second"), refused);
		change.assertSaid("one", branch, "Second");
		assert.throws(() => change.assertSaid("two", branch, "Second"), refused);
		assert.throws(() => change.assertSaid("one", [...branch, at("Second")], "First"), /Second until now/);
	});

	it("says nothing before there is an answer", () => {
		new GatewayChange().assertSaid("one", [question], "Second");
	});
});
