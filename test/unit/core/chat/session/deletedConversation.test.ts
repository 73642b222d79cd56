import assert from "node:assert/strict";
import { Emitter } from "../../../../../src/core/base/event";
import { DeletedConversation } from "../../../../../src/core/chat/session/deletedConversation";
import type { SessionChange } from "../../../../../src/core/chat/session/turn";

function setUp() {
	const changes = new Emitter<SessionChange>();
	const session = { conversationId: "a", onDidChange: changes.event };
	const deleted = new DeletedConversation(session);
	const titles: (string | null)[] = [];
	deleted.onDidChange(() => titles.push(deleted.title));
	let restored = 0;
	const offer = (title: string) =>
		deleted.offer({
			title,
			restore: async () => {
				restored++;
			},
		});
	return { changes, session, deleted, titles, offer, restored: () => restored };
}

describe("history: undoing the deletion of a conversation", () => {
	it("is offered until it is used, and works once", async () => {
		const { deleted, titles, offer, restored } = setUp();
		offer("Castles");
		assert.equal(deleted.title, "Castles");
		await deleted.restore();
		await deleted.restore();
		assert.equal(restored(), 1);
		assert.deepEqual(titles, ["Castles", null]);
	});

	it("is offered again when it fails", async () => {
		const { deleted, titles } = setUp();
		deleted.offer({ title: "Castles", restore: () => Promise.reject(new Error("the disk is full")) });
		await assert.rejects(deleted.restore(), /the disk is full/);
		assert.deepEqual(titles, ["Castles", null, "Castles"]);
	});

	it("ends with the next question, another conversation or another deletion, but not with a change of the same one", async () => {
		const { changes, session, deleted, offer, restored } = setUp();
		offer("Castles");
		changes.fire({ type: "reset" });
		assert.equal(deleted.title, "Castles");
		session.conversationId = "b";
		changes.fire({ type: "reset" });
		assert.equal(deleted.title, null);
		offer("Gates");
		const message = { role: "user" as const, id: "q", parent: null, at: 0, text: "Hello", attachments: [] };
		changes.fire({ type: "message", message });
		assert.equal(deleted.title, null);
		offer("Towers");
		offer("Moats");
		assert.equal(deleted.title, "Moats");
		deleted.forget();
		await deleted.restore();
		assert.equal(restored(), 0);
	});
});
