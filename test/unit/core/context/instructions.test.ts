import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import { attachedPaths, requestMessages } from "../../../../src/core/chat/request/requestMessages";
import type { ContextSource } from "../../../../src/core/context/contextSource";
import { PendingAttachments, unasked } from "../../../../src/core/context/pendingAttachments";
import type { Attachment, Question } from "../../../../src/shared/conversation";
import { memoryState } from "../memoryPorts";

const agents: ContextSource = { type: "instructions", uri: "file:///AGENTS.md" };
const file: ContextSource = { type: "file", uri: "file:///a" };
const isInstructions = ({ type }: ContextSource) => type === "instructions";

/** Creates the draft of a window, whose workspace has instructions by default. */
function setUp({ state = memoryState(), standing = [agents] as readonly ContextSource[] } = {}) {
	const shown = { conversation: unasked, standing, trusted: true, tooLarge: false };
	let count = 0;
	const leftOut: unknown[] = [];
	const read = async (source: ContextSource): Promise<Attachment> => {
		if (shown.tooLarge && isInstructions(source)) throw new UserError("AGENTS.md is too large.");
		if (!shown.trusted && isInstructions(source)) throw new UserError("The workspace is not trusted.");
		const name = "uri" in source ? String(source.uri).slice(8) : "";
		return { id: `id${++count}`, name, path: name, languageId: "", text: name };
	};
	const draft = new PendingAttachments(
		read,
		state,
		() => shown.conversation,
		async () => (shown.trusted ? shown.standing : []),
		(reason) => leftOut.push(reason),
	);
	const attach = async (source: ContextSource) => draft.attach(source, await read(source));
	const names = () => draft.pending.map(({ attachment }) => attachment.name);
	const remove = (name: string) =>
		draft.remove(draft.pending.find((p) => p.attachment.name === name)?.attachment.id ?? "");
	return { state, shown, leftOut, draft, attach, names, remove };
}

describe("context: a workspace's instructions", () => {
	it("are attached to the first question of a conversation, and to no later one", async () => {
		const t = setUp();
		await t.draft.restore();
		assert.deepEqual(t.names(), ["AGENTS.md"]);
		const { asked } = await t.draft.take();
		t.shown.conversation = "one";
		await asked();
		await t.draft.restore();
		assert.deepEqual(t.names(), []);
		t.shown.conversation = unasked;
		await t.draft.restore();
		assert.deepEqual(t.names(), ["AGENTS.md"]);
	});

	it("stay removed after a restart too, and the next conversation has them again", async () => {
		const t = setUp();
		await t.draft.restore();
		await t.remove("AGENTS.md");
		const after = setUp({ state: t.state });
		await after.draft.restore();
		assert.deepEqual(after.names(), []);
		const { asked } = await after.draft.take();
		after.shown.conversation = "one";
		await asked();
		after.shown.conversation = unasked;
		await after.draft.restore();
		assert.deepEqual(after.names(), ["AGENTS.md"]);
	});

	it("are sent with a question from outside the panel, while other attachments stay in the draft", async () => {
		const t = setUp();
		await t.attach(file);
		const { attachments, asked } = await t.draft.take(isInstructions);
		assert.deepEqual(
			attachments.map(({ name }) => name),
			["AGENTS.md"],
		);
		t.shown.conversation = "one";
		await asked();
		assert.deepEqual(t.names(), ["a"]);
		t.shown.conversation = unasked;
		assert.deepEqual(t.names(), []);
	});

	it("are left out if they cannot be read, and the reason is reported", async () => {
		const t = setUp();
		t.shown.tooLarge = true;
		await t.attach(file);
		assert.deepEqual(t.names(), ["a"]);
		assert.deepEqual(t.leftOut.map(String), ["UserError: AGENTS.md is too large."]);
	});

	it("are given back once when the question could not be asked", async () => {
		const t = setUp();
		await t.attach(file);
		const { giveBack } = await t.draft.take(isInstructions);
		await giveBack();
		await t.draft.restore();
		assert.deepEqual(t.names(), ["AGENTS.md", "a"]);
	});

	it("are added when the workspace is trusted later", async () => {
		const t = setUp({ standing: [] });
		await t.draft.restore();
		assert.deepEqual(t.names(), []);
		t.shown.standing = [agents];
		await t.draft.reconsider();
		await t.draft.reconsider();
		assert.deepEqual(t.names(), ["AGENTS.md"]);
	});

	it("are added when the workspace is trusted later, with what was attached before", async () => {
		const t = setUp();
		t.shown.trusted = false;
		await t.attach(file);
		t.shown.trusted = true;
		await t.draft.reconsider();
		assert.deepEqual(t.names(), ["AGENTS.md", "a"]);
	});

	it("return with trust if a draft that has them was opened without it", async () => {
		const t = setUp();
		await t.attach(file);
		const later = setUp({ state: t.state });
		later.shown.trusted = false;
		await later.draft.restore();
		assert.deepEqual(later.names(), ["a"]);
		later.shown.trusted = true;
		await later.draft.reconsider();
		assert.deepEqual(later.names(), ["AGENTS.md", "a"]);
	});

	it("stay removed beside other attachments, and return when they are attached by hand", async () => {
		const t = setUp();
		await t.attach(file);
		await t.remove("AGENTS.md");
		await t.draft.reconsider();
		assert.deepEqual(t.names(), ["a"]);
		const later = setUp({ state: t.state });
		await later.draft.restore();
		assert.deepEqual(later.names(), ["a"]);
		await later.attach(agents);
		const last = setUp({ state: t.state });
		await last.draft.restore();
		assert.deepEqual([...last.names()].sort(), ["AGENTS.md", "a"]);
	});

	it("are sent before the conversation, even when their question is left out", () => {
		const question = (id: string, attachments: readonly Attachment[]): Question => ({
			role: "user",
			id,
			parent: null,
			text: id,
			attachments,
			at: 0,
		});
		const text = { name: "AGENTS.md", path: "AGENTS.md", languageId: "markdown", text: "Be brief.\n" };
		const branch = [question("one", [{ id: "i", kind: "instructions", ...text }]), question("two", [])];
		const system = {
			role: "system",
			content: "Prompt.\n\nInstructions of the workspace, from AGENTS.md:\n\nBe brief.",
		};
		assert.deepEqual(requestMessages(branch, "Prompt."), [
			system,
			{ role: "user", content: "one" },
			{ role: "user", content: "two" },
		]);
		assert.deepEqual(requestMessages(branch, "Prompt.", new Set(["one"])), [system, { role: "user", content: "two" }]);
		assert.deepEqual(attachedPaths(branch, new Set(["one"])), ["AGENTS.md"]);
		assert.deepEqual(requestMessages(branch, "", new Set(["i"]))[0], { role: "user", content: "one" });
		assert.deepEqual(attachedPaths(branch, new Set(["i"])), []);
	});
});
