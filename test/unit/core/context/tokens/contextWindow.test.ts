import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { lastLeftOut, makeRoom, roomFor } from "../../../../../src/core/context/tokens/contextWindow";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import type { Attachment, Message } from "../../../../../src/shared/conversation";
import { answer, question } from "../../chat/messages";
import { memoryState } from "../../memoryPorts";

const attachment = (id: string): Attachment => ({ id, name: id, languageId: "", path: id, text: "" });
const asking = (id: string, ...attachments: readonly string[]) =>
	question(id, { attachments: attachments.map(attachment) });

/** Counts 10 tokens for each message and 5 for each attachment. */
const counted = (branch: readonly Message[]) => (leftOut: ReadonlySet<string>) =>
	branch
		.filter(({ id }) => !leftOut.has(id))
		.reduce((sum, message) => {
			const attachments = message.role === "user" ? message.attachments.filter(({ id }) => !leftOut.has(id)) : [];
			return sum + 10 + 5 * attachments.length;
		}, 0);

const branch = [asking("q1", "a1"), answer("r1"), asking("q2", "a2"), answer("r2"), asking("q3", "a3")];
const room = (tokens: number | null, how?: Parameters<typeof makeRoom>[2]) =>
	makeRoom(branch, tokens, how, counted(branch), "phi-mini");
const choices = (run: () => unknown) => {
	try {
		run();
	} catch (error) {
		assert.ok(error instanceof UserError);
		return error.actions;
	}
	return assert.fail("It should not fit.");
};

describe("context: making room in the model's window", () => {
	it("leaves out nothing while everything fits, or while the limit is unknown", () => {
		assert.equal(room(65), undefined);
		assert.equal(room(65, "leaveOutOldest"), undefined);
		assert.equal(room(null), undefined);
	});

	it("leaves out nothing unless the user chose to, and offers the choices", () => {
		assert.deepEqual(
			choices(() => room(64)),
			["leaveOutOldest", "leaveOutAttachments", "selectModel", "sendAnyway"],
		);
	});

	it("names the model whose context is too small", () => {
		assert.throws(() => room(64), /65\D+64\D.*phi-mini/);
	});

	it("offers only what would help", () => {
		assert.deepEqual(
			choices(() => room(20)),
			["leaveOutOldest", "selectModel", "sendAnyway"],
		);
		assert.deepEqual(
			choices(() => room(5)),
			["selectModel", "sendAnyway"],
		);
		assert.deepEqual(
			choices(() => room(5, "leaveOutOldest")),
			["selectModel", "sendAnyway"],
		);
	});

	it("leaves out as few turns as are enough, the oldest first, question and answer together", () => {
		assert.deepEqual(room(64, "leaveOutOldest"), { how: "leaveOutOldest", ids: ["q1", "r1"] });
		assert.deepEqual(room(39, "leaveOutOldest"), { how: "leaveOutOldest", ids: ["q1", "r1", "q2", "r2"] });
	});

	it("leaves out as few attachments as are enough, the oldest first", () => {
		assert.deepEqual(room(64, "leaveOutAttachments"), { how: "leaveOutAttachments", ids: ["a1"] });
		assert.deepEqual(room(50, "leaveOutAttachments"), { how: "leaveOutAttachments", ids: ["a1", "a2", "a3"] });
	});

	it("sends everything if the user says so", () => {
		assert.equal(room(5, "sendAnyway"), undefined);
	});

	it("remembers the conversation's choice with its last answer", () => {
		const leftOut = { how: "leaveOutOldest", ids: ["q1"] } as const;
		assert.equal(lastLeftOut(branch), undefined);
		assert.deepEqual(lastLeftOut([question("q1"), answer("r1", { leftOut }), question("q2")]), leftOut);
	});

	it("leaves room for the answer", () => {
		const counter = new TokenCounters(memoryState()).for("g", "m");
		assert.equal(roomFor({ limit: null, counter }, 10), null);
		assert.equal(roomFor({ limit: 8192, counter }, undefined), 8192 - 1024);
		assert.equal(roomFor({ limit: 800, counter }, undefined), 700);
		assert.equal(roomFor({ limit: 8192, counter }, 4000), 4192);
		assert.equal(roomFor({ limit: 100, counter }, 4000), 0);
	});
});
