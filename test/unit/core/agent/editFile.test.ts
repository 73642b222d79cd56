import assert from "node:assert/strict";
import { textWithEdits } from "../../../../src/core/agent/tools/editText";
import { isAgentEvent } from "../../../../src/core/chat/conversation/agentEventFields";
import { approvalSubject } from "../../../../src/shared/agentApproval";
import { approvalTitle } from "../../../../src/shared/agentRowTexts";
import { assertTexts } from "../assertTexts";
import { AgentWorld, type Call, results } from "./agentWorld";

const edited = (text: string, ...edits: readonly (readonly [search: string, replace: string])[]) =>
	textWithEdits(
		text,
		edits.map(([search, replace]) => ({ search, replace })),
		true,
	);

describe("agent: the editing of a text", () => {
	it("replaces whole lines, parts of lines and several places", () => {
		assert.equal(edited("a\nb\nc\n", ["b\n", "B\n"]), "a\nB\nc\n");
		assert.equal(edited("let x = f(a, b);\n", ["f(a, b)", "g(a)"]), "let x = g(a);\n");
		assert.equal(edited("one two\nthree four\n", ["two\nthree", "2\n3"]), "one 2\n3 four\n");
		assert.equal(edited("a\nb\nc\nd\n", ["a", "A"], ["d", "D\nE"]), "A\nb\nc\nD\nE\n");
		assert.equal(edited("a\nb\nc\n", ["b", ""]), "a\nc\n");
	});

	it("keeps line breaks, the byte order mark and everything else byte for byte", () => {
		assert.equal(edited("\ufeffa\r\nb  \r\nc", ["b", "B"]), "\ufeffa\r\nB\r\nc");
		assert.equal(edited("a\r\nb\r\n", ["a\nb", "a\nx\nb"]), "a\r\nx\r\nb\r\n");
	});

	it("moves an edit to the indentation of the file", () => {
		assert.equal(
			edited("\tif (a) {\n\t\tb();\n\t}\n", ["if (a) {\n\tb();\n}", "if (a) {\n\tc();\n}"]),
			"\tif (a) {\n\t\tc();\n\t}\n",
		);
	});

	it("refuses what is not found exactly once, and shows the nearest lines", () => {
		assert.throws(
			() => edited("const total = sum(a);\nother();\n", ["const total = sum(b);", "x"]),
			/not found.*nearest lines.*\n```\n1: const total = sum\(a\);/s,
		);
		assert.throws(() => edited("a b\na b\n", ["a b", "c"]), /several places \(lines 1, 2\)/);
		assert.throws(() => edited("x = a + a\n", ["a", "c"]), /several places \(lines 1, 1\)/);
		assert.throws(() => edited("a\nb\n", ["a", "c"], ["none at all", "c"]), /search text of edit 2 was not found/);
		assert.throws(() => edited("a\nb\n", ["a\nb", "c"], ["b", "d"]), /same lines/);
		assert.throws(() => edited("a\n", [" \n", "c"]), /is empty/);
		assert.throws(() => edited("a\n", ["a", "a"]), /change nothing/);
		assert.throws(() => edited("a\n"), /"edits" is empty/);
	});

	it("refuses a search that matches whole lines and also parts of others, because the model may mean either", () => {
		assert.throws(() => edited("count\ncount++;\n", ["count", "total"]), /several places \(lines 1, 2\)/);
		assert.throws(() => edited("f(x\nx\n", ["x\n", "y\n"]), /several places \(lines 1, 2\)/);
		assert.throws(() => edited("a\r\nb\r\nxa\r\nby\r\n", ["a\nb", "c"]), /several places \(lines 1, 3\)/);
		assert.throws(() => edited("  x\nf(x)\n", ["x", "y"]), /several places \(lines 1, 2\)/);
		const indented = "    foo();\n    bar();\nx.foo();\nbar();\n";
		assert.throws(() => edited(indented, ["foo();\nbar();", "foo();"]), /several places \(lines 1, 3\)/);
		assert.throws(
			() => edited("a\nb\nbc\n", ["a", "A"], ["b", "B"]),
			/search text of edit 2 occurs in several.*lines 2, 3/,
		);
		// The same lines with another indentation are not part of others.
		assert.equal(edited("a();\nif (b)\n\ta();\n", ["a();", "c();"]), "c();\nif (b)\n\ta();\n");
		assert.equal(edited("a();\nawait a();\n", ["a();\nawait a();", "b();"]), "b();\n");
	});

	it("refuses many edits of a very long file in one call", () => {
		const text = `${"line\n".repeat(200_000)}end\n`;
		const edits = Array.from({ length: 30 }, () => ["end", "stop"] as const);
		assert.throws(() => edited(text, ...edits), /Make fewer at a time/);
		assert.equal(edited(text, ["end", "stop"]).length, text.length + 1);
	});

	it("refuses a replacement that leaves lines out", () => {
		assert.throws(() => edited("a();\nb();\n", ["a();\nb();", "a2();\n// ... existing code ..."]), /leaves lines out/);
		assert.equal(
			edited("// ... existing code ...\nb\n", ["// ... existing code ...\nb", "// ... existing code ...\nc"]),
			"// ... existing code ...\nc\n",
		);
	});

	it("shows no lines of a file that it may not show", () => {
		const search = [{ search: "password = wrong", replace: "x" }];
		assert.throws(
			() => textWithEdits("password = hunter2\n", search, false),
			(error: Error) => !error.message.includes("hunter2"),
		);
	});
});

describe("agent: edit_file", () => {
	it("creates files in new folders, deletes files, and fills empty ones", async () => {
		const world = new AgentWorld({ "empty.ts": "", "old.ts": "old\n" });
		await results(
			world,
			["edit_file", { path: "new/deep/a.ts", content: "a\n" }],
			["edit_file", { path: "empty.ts", content: "b\n" }],
			["edit_file", { path: "old.ts", delete: true }],
		);
		assert.deepEqual(world.files, { "empty.ts": "b\n", "new/deep/a.ts": "a\n" });
		await world.assertUndone();
	});

	it("takes edits as models write them: one object, or JSON in a string", async () => {
		const world = new AgentWorld({ "a.ts": "1\n2\n" });
		await results(
			world,
			["edit_file", { path: "a.ts", edits: { search: "1", replace: "one" } }],
			["edit_file", { path: "a.ts", edits: '[{"search": "2", "replace": "two"}]' }],
		);
		assert.equal(world.files["a.ts"], "one\ntwo\n");
	});

	it("refuses to overwrite, to guess, and to edit what is not text", async () => {
		const world = new AgentWorld({ "a.ts": "1\n", "b.bin": "\0\u0001" });
		world.workspace.disk.files.set("latin.txt", "caf\xe9\n");
		const texts = await results(
			world,
			["edit_file", { path: "a.ts", content: "2\n" }],
			["edit_file", { path: "a.ts" }],
			["edit_file", { path: "a.ts", content: "", delete: true }],
			["edit_file", { path: "missing.ts", edits: [{ search: "1", replace: "2" }] }],
			["edit_file", { path: "missing.ts", delete: true }],
			["edit_file", { path: "b.bin", edits: [{ search: "1", replace: "2" }] }],
			["edit_file", { path: "latin.txt", edits: [{ search: "caf", replace: "tea" }] }],
			["edit_file", { path: "a.ts", edits: "none" }],
		);
		const reasons = [
			/The file exists/,
			/exactly one of/,
			/exactly one of/,
			/no such file/,
			/no such file/,
			/UTF-8/,
			/UTF-8/,
			/must be a list/,
		];
		for (const [at, reason] of reasons.entries()) assert.match(texts[at] ?? "", reason);
		assert.deepEqual(world.asked, []);
		assert.equal(world.workspace.disk.files.get("latin.txt"), "caf\xe9\n");
		assert.equal(world.files["a.ts"], "1\n");
	});

	it("does not overwrite changes made while the user decided, and reports when the disk refuses", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.decide = () => {
			world.workspace.disk.files.set("a.ts", "mine\n");
			return { type: "allowed" };
		};
		const [text] = await results(world, ["edit_file", { path: "a.ts", edits: [{ search: "1", replace: "2" }] }]);
		assert.match(text ?? "", /changed in the meantime/);
		assert.equal(world.files["a.ts"], "mine\n");

		const readOnly = new AgentWorld({ "a.ts": "1\n" });
		readOnly.workspace.disk.readOnly.add("a.ts");
		const [refused] = await results(readOnly, ["edit_file", { path: "a.ts", edits: [{ search: "1", replace: "2" }] }]);
		assert.equal(refused, "Error: EACCES");
		await readOnly.assertUndone();
	});

	it("says that a file got unsaved changes while the user decided, and asks about them the next time", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.decide = () => {
			world.workspace.unsaved.add("a.ts");
			return { type: "allowed" };
		};
		const edit = (replace: string): Call => ["edit_file", { path: "a.ts", edits: [{ search: "1", replace }] }];
		const [text] = await results(world, edit("2"), edit("3"));
		assert.match(text ?? "", /changed in the meantime/);
		assert.deepEqual(
			world.asked.map(({ reasons }) => reasons),
			[["firstEdit"], ["unsaved"]],
		);
		assert.equal(world.files["a.ts"], "3\n");
	});

	it("neither changes nor deletes a read-only file, and asks nothing", async () => {
		const calls: readonly Call[] = [
			["edit_file", { path: "a.ts", edits: [{ search: "1", replace: "2" }] }],
			["edit_file", { path: "a.ts", delete: true }],
		];
		for (const mode of [0o444, 0o555]) {
			const world = new AgentWorld({ "a.ts": "1\n" });
			Object.assign(world.workspace, { mode: async () => mode });
			for (const text of await results(world, ...calls)) assert.match(text, /is read-only/);
			assert.deepEqual(world.asked, []);
			assert.deepEqual(world.files, { "a.ts": "1\n" });
		}
		const bySettings = new AgentWorld({ "a.ts": "1\n" });
		Object.assign(bySettings.workspace, { mode: async () => 0o644, isReadOnly: async () => true });
		for (const text of await results(bySettings, ...calls)) assert.match(text, /is read-only/);
		assert.deepEqual(bySettings.asked, []);
		assert.deepEqual(bySettings.files, { "a.ts": "1\n" });
		const writable = new AgentWorld({ "a.ts": "1\n" });
		Object.assign(writable.workspace, { mode: async () => 0o644, isReadOnly: async () => false });
		await results(writable, ...calls);
		assert.deepEqual(writable.files, {});
		await writable.assertUndone();
	});

	it("asks each time before unsaved changes would be saved", async () => {
		const world = new AgentWorld({ "a.ts": "1\n2\n", "b.ts": "1\n" });
		world.workspace.unsaved.add("a.ts");
		const edit = (path: string, search: string): Call => ["edit_file", { path, edits: [{ search, replace: "x" }] }];
		await results(world, edit("b.ts", "1"), edit("a.ts", "1"), edit("a.ts", "2"));
		assert.deepEqual(
			world.asked.map(({ reasons }) => reasons),
			[["firstEdit"], ["unsaved"], ["unsaved"]],
		);
	});
});

describe("agent: what the user is asked about edit_file", () => {
	it("names invisible characters in what a change adds", async () => {
		const world = new AgentWorld({ "a.ts": "1\n2\n\u202e3\n" });
		const edit = (search: string, replace: string): Call => [
			"edit_file",
			{ path: "a.ts", edits: [{ search, replace }] },
		];
		await results(world, edit("1", "one \u2066"), edit("2", "two"), edit("\u202e3", "3"));
		assert.deepEqual(
			world.asked.map((one) => [approvalSubject(one), ...one.reasons]),
			[
				["a.ts", "firstEdit", "hidden"],
				["a.ts", "firstEdit"],
			],
		);
	});

	it("says that a file is created or deleted, whether or not it is text", async () => {
		const world = new AgentWorld({ "logo.png": "\0\u0001", "a.ts": "1\n", "b.ts": "1\n", "empty.ts": "" });
		// The user is asked about each change until one is allowed.
		world.decide = ({ kind }) => (kind !== "write" ? { type: "rejected", reason: "" } : { type: "allowed" });
		await results(
			world,
			["edit_file", { path: "logo.png", delete: true }],
			["edit_file", { path: "a.ts", delete: true }],
			["edit_file", { path: "c.ts", content: "1\n" }],
			["edit_file", { path: "empty.ts", content: "1\n" }],
			["edit_file", { path: "b.ts", edits: [{ search: "1", replace: "2" }] }],
		);
		assertTexts(world.asked.map(approvalTitle), [
			/delete logo\.png/,
			/delete a\.ts/,
			/create c\.ts/,
			/create empty\.ts/,
			/change b\.ts/,
		]);
		assert.ok(world.events.every(isAgentEvent));
	});

	it("asks before it creates a file that Git ignores, or may ignore", async () => {
		const world = new AgentWorld();
		world.workspace.ignored.add("out/new.js");
		const create = (path: string): Call => ["edit_file", { path, content: "1\n" }];
		await results(world, create("a.ts"), create("b.ts"), create("out/new.js"));
		Object.assign(world.workspace, { ignores: () => Promise.reject(new Error("unreadable")) });
		await results(world, create("c.ts"));
		assert.deepEqual(
			world.asked.map((one) => [approvalSubject(one), ...one.reasons]),
			[
				["a.ts", "firstEdit"],
				["out/new.js", "ignored"],
				["c.ts", "firstEdit", "ignored"],
			],
		);
	});

	it("refuses a change that is too long to be shown", async () => {
		const world = new AgentWorld({ "a.ts": `start\n${"x".repeat(2_000_000)} needle\n` });
		const [text] = await results(world, ["edit_file", { path: "a.ts", edits: [{ search: "needle", replace: "pin" }] }]);
		assert.match(text ?? "", /too long to be shown to the user/);
		assert.deepEqual(world.asked, []);
	});

	it("gives the same error for every edit that does not fit a secret file, so that it reveals nothing", async () => {
		const world = new AgentWorld({ ".env": "A=1\nB=1\n" });
		const edit = (search: string, replace: string): Call => [
			"edit_file",
			{ path: ".env", edits: [{ search, replace }] },
		];
		const texts = await results(world, edit("A=2", "x"), edit("=1", "x"), edit("A=1", "A=1"), edit("  A=1", "x"));
		assert.equal(new Set(texts).size, 1);
		assert.match(texts[0] ?? "", /do not fit the file/);
		assert.deepEqual(world.asked, []);
	});
});

describe("agent: edit_file and unsaved editors", () => {
	it("does not delete a file whose editor has unsaved changes: undo could not detect the deletion", async () => {
		const world = new AgentWorld({ "a.ts": "1\n" });
		world.workspace.unsaved.add("a.ts");
		const [text] = await results(world, ["edit_file", { path: "a.ts", delete: true }]);
		assert.match(text ?? "", /unsaved changes of this file/);
		assert.deepEqual(world.asked, []);
		assert.deepEqual(world.files, { "a.ts": "1\n" });
	});
});
