import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import type { ContextSource } from "../../../../src/core/context/contextSource";
import { PendingAttachments } from "../../../../src/core/context/pendingAttachments";
import { memoryState } from "../memoryPorts";

const file = (name: string): ContextSource => ({ type: "file", uri: `file:///${name}` });

function setUp(state = memoryState()) {
	const files = new Map<string, string>([
		["file:///a", "text of a"],
		["file:///b", "text of b"],
	]);
	const shown = { conversation: "one" };
	let count = 0;
	const read = async (source: ContextSource) => {
		const uri = "uri" in source ? String(source.uri) : "";
		const text = files.get(uri);
		if (text === undefined) throw new UserError("It is gone.");
		return { id: `id${++count}`, name: uri.slice(-1), path: uri, languageId: "", text };
	};
	const draft = new PendingAttachments(read, state, () => shown.conversation);
	const attach = async (source: ContextSource) => draft.attach(source, await read(source));
	const names = () => draft.pending.map(({ attachment }) => attachment.name);
	return { state, files, shown, draft, read, attach, names };
}

describe("context: pending attachments", () => {
	it("are separate for each conversation", async () => {
		const t = setUp();
		await t.attach(file("a"));
		t.shown.conversation = "two";
		assert.deepEqual(t.names(), []);
		await t.attach(file("b"));
		t.shown.conversation = "one";
		assert.deepEqual(t.names(), ["a"]);
	});

	it("have each source once, with its current text", async () => {
		const t = setUp();
		await t.attach(file("a"));
		await t.attach(file("b"));
		t.files.set("file:///a", "changed");
		await t.attach(file("a"));
		assert.deepEqual(t.names(), ["a", "b"]);
		assert.equal(t.draft.pending[0]?.attachment.text, "changed");
	});

	it("appear together if they were attached together", async () => {
		const t = setUp();
		await t.attach(file("a"));
		const seen: string[][] = [];
		t.draft.onDidChange(() => seen.push(t.names()));
		t.files.set("file:///a", "changed");
		t.files.set("file:///c", "text of c");
		const sources = [file("b"), file("a"), file("c")];
		await t.draft.attachAll(
			await Promise.all(sources.map(async (source) => ({ source, attachment: await t.read(source) }))),
		);
		assert.deepEqual(seen, [["a", "b", "c"]]);
		assert.equal(t.draft.pending[0]?.attachment.text, "changed");
		await t.draft.attachAll([]);
		assert.equal(seen.length, 1);
	});

	it("return once after a restart, without missing files, and with no text in the state", async () => {
		const t = setUp();
		await t.attach(file("a"));
		await t.attach(file("b"));
		assert.ok(![...t.state.values.values()].join().includes("text of"));
		const after = setUp(t.state);
		after.files.delete("file:///b");
		await Promise.all([after.draft.restore(), after.draft.restore()]);
		await after.draft.restore();
		assert.deepEqual(after.names(), ["a"]);
	});

	it("are kept in the state, except for a pasted picture", async () => {
		const t = setUp();
		const image = "data:image/png;base64,AAAA";
		const picture = { id: "p", name: "picture.png", path: "picture.png", languageId: "", text: "", image };
		await t.draft.attach({ type: "picture", name: "picture.png", image }, picture);
		await t.attach(file("a"));
		assert.deepEqual(t.names(), ["picture.png", "a"]);
		assert.ok(!JSON.stringify([...t.state.values.values()]).includes("AAAA"));
		const after = setUp(t.state);
		await after.draft.restore();
		assert.deepEqual(after.names(), ["a"]);
	});

	it("keep restored sources first, and have nothing twice, if others are attached before the state is read", async () => {
		const t = setUp();
		await t.attach(file("a"));
		const after = setUp(t.state);
		await after.attach(file("b"));
		await after.draft.restore();
		assert.deepEqual(after.names(), ["a", "b"]);
	});

	it("go with a question, and return if it could not be asked", async () => {
		const t = setUp();
		await t.attach(file("a"));
		const { attachments, giveBack } = await t.draft.take();
		assert.deepEqual(
			attachments.map(({ text }) => text),
			["text of a"],
		);
		assert.deepEqual(t.names(), []);
		await t.attach(file("b"));
		await giveBack();
		assert.deepEqual(t.names(), ["a", "b"]);
	});

	it("are marked when they change, and can be read again under the same id", async () => {
		const t = setUp();
		await t.attach(file("a"));
		const id = t.draft.pending[0]?.attachment.id ?? "";
		await t.draft.mark(id, true);
		assert.equal(t.draft.pending[0]?.changed, true);
		t.files.set("file:///a", "new");
		await t.draft.update(id);
		const [updated] = t.draft.pending;
		assert.deepEqual([updated?.attachment.id, updated?.attachment.text, updated?.changed], [id, "new", false]);
		t.files.delete("file:///a");
		await assert.rejects(t.draft.update(id), UserError);
		assert.equal(t.draft.pending[0]?.attachment.text, "new");
	});

	it("follow lines that have moved", async () => {
		const t = setUp();
		const lines: ContextSource = { type: "lines", uri: "file:///a", lines: [3, 4] };
		await t.attach(lines);
		await t.draft.mark(t.draft.pending[0]?.attachment.id ?? "", false, [7, 8]);
		assert.deepEqual(t.draft.pending[0]?.source, { ...lines, lines: [7, 8] });
	});

	it("stay away after they are removed", async () => {
		const t = setUp();
		await t.attach(file("a"));
		await t.draft.remove(t.draft.pending[0]?.attachment.id ?? "");
		assert.deepEqual(t.names(), []);
		const after = setUp(t.state);
		await after.draft.restore();
		assert.deepEqual(after.names(), []);
	});
});
