import assert from "node:assert/strict";
import { settleHunk } from "../../../../../src/core/agent/changeHunks";
import { ChangedMeanwhileError } from "../../../../../src/core/agent/changes/changePorts";
import { seededRandom } from "../../../../faults/seededRandom";
import { assertTexts } from "../../assertTexts";
import { bytes, lines, world, write } from "./changeWorld";

describe("agent changes: the change set of a task", () => {
	it("undoes edits, new files and deletions byte for byte", async () => {
		const { disk, open } = world();
		const before = new Map([
			["edited.ts", "\u00ef\u00bb\u00bfone\r\ntwo\nthree"],
			["deleted.bin", "\x00\xff\xfe\x80"],
			["untouched.ts", "same\n"],
		]);
		for (const [path, text] of before) disk.files.set(path, text);
		const set = await open();
		await write(set, disk, 1, "edited.ts", "\u00ef\u00bb\u00bfone\r\n2\nthree");
		await write(set, disk, 1, "new/file.ts", "new\n");
		await write(set, disk, 2, "deleted.bin", undefined);
		await write(set, disk, 3, "edited.ts", "changed again");
		assert.deepEqual(
			(await set.files()).map(({ path, steps }) => [path, steps]),
			[
				["edited.ts", [1, 3]],
				["new/file.ts", [1]],
				["deleted.bin", [2]],
			],
		);
		assert.deepEqual((await set.undo()).refused, []);
		assert.deepEqual(disk.files, before);
		assert.deepEqual(await set.files(), []);
	});

	it("does not undo changes of a file with unsaved changes, which would be saved too", async () => {
		const { disk, open } = world();
		const original = lines("1", "2", "3");
		disk.files.set("a", original);
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3"));
		await write(set, disk, 1, "b", "b");
		const unsaved = new Set(["a"]);
		Object.assign(disk.changed, { hasUnsaved: (path: string) => unsaved.has(path) });
		const { undone, refused } = await set.undo();
		assert.deepEqual(undone, ["b"]);
		assert.deepEqual(
			refused.map(({ path }) => path),
			["a"],
		);
		assert.match(refused[0]?.reason ?? "", /^a has unsaved changes/);
		const [shown] = await set.files();
		assert.ok(shown);
		await assert.rejects(settleHunk(set, shown, 0, "undo"), /has unsaved changes/);
		assert.equal(disk.files.get("a"), lines("one", "2", "3"));
		// The user undoes the change, so there is nothing left to undo or save.
		disk.files.set("a", original);
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), original);
	});

	it("undoes one step or one file, and then the rest", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2", "3", "4", "5", "6", "7"));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "7"));
		await write(set, disk, 2, "a", lines("one", "2", "3", "4", "5", "6", "seven"));
		await write(set, disk, 2, "b", "b");
		assert.deepEqual((await set.undo({ step: 1 })).undone, ["a"]);
		assert.equal(disk.files.get("a"), lines("1", "2", "3", "4", "5", "6", "seven"));
		assert.deepEqual((await set.undo({ path: "b" })).undone, ["b"]);
		assert.equal(disk.files.has("b"), false);
		await set.undo();
		assert.equal(disk.files.get("a"), lines("1", "2", "3", "4", "5", "6", "7"));
	});

	it("shows, keeps and undoes the rest as if an undone step had never been made", async () => {
		const { disk, open } = world();
		const original = lines("1", "2", "3", "4", "5", "6", "7");
		disk.files.set("a", original);
		const set = await open();
		await write(set, disk, 1, "a", lines("1", "2", "3", "four", "5", "6", "7"));
		await write(set, disk, 2, "a", lines("one", "2", "3", "four", "5", "6", "7"));
		await write(set, disk, 3, "a", lines("one", "2", "3", "four", "5", "6", "seven"));
		assert.deepEqual((await set.undo({ step: 1 })).refused, []);
		for (const seen of [set, await open()]) {
			const [file] = await seen.files();
			assert.deepEqual([file?.steps, file?.before], [[2, 3], bytes(original)]);
		}
		assert.deepEqual((await set.undo({ step: 2 })).undone, ["a"]);
		assert.deepEqual(disk.files.get("a"), lines("1", "2", "3", "4", "5", "6", "seven"));
		await (await open()).undo();
		assert.equal(disk.files.get("a"), original);
		assert.deepEqual(await set.files(), []);
	});

	it("leaves a file as it is when a later step changed the lines of the undone step", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2", "3"));
		const set = await open();
		await write(set, disk, 1, "a", lines("1", "two", "3"));
		await write(set, disk, 2, "a", lines("1", "deux", "3"));
		assert.match((await set.undo({ step: 1 })).refused[0]?.reason ?? "", /^The same lines of a were changed/);
		assert.equal(disk.files.get("a"), lines("1", "deux", "3"));
		assert.deepEqual((await set.files())[0]?.steps, [1, 2]);
		await set.undo({ step: 2 });
		await set.undo({ step: 1 });
		assert.equal(disk.files.get("a"), lines("1", "2", "3"));
	});

	it("does not undo what the user kept", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		await write(set, disk, 1, "a", "kept");
		await set.keep();
		assert.deepEqual(await set.files(), []);
		await write(set, disk, 2, "a", "undone");
		await set.undo();
		assert.equal(disk.files.get("a"), "kept");
	});

	it("merges with what the user changed in other lines", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2", "3", "4", "5"));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5"));
		disk.files.set("a", lines("one", "2", "3", "4", "five", "6"));
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("1", "2", "3", "4", "five", "6"));
	});

	it("keeps what the user wrote between two writes of the agent", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2", "3", "4", "5"));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5"));
		disk.files.set("a", lines("one", "2", "mine", "4", "5"));
		await write(set, disk, 2, "a", lines("one", "2", "mine", "4", "five"));
		await set.undo();
		assert.equal(disk.files.get("a"), lines("1", "2", "mine", "4", "5"));
	});

	it("leaves a file as it is where the user changed the same lines, and says so", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2"));
		disk.files.set("b", "b");
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2"));
		await write(set, disk, 1, "b", "changed");
		await write(set, disk, 1, "new", "new");
		disk.files.set("a", lines("eins", "2"));
		disk.files.set("new", "new, and mine");
		const { undone, refused } = await set.undo();
		assert.deepEqual(undone, ["b"]);
		assert.deepEqual(
			refused.map(({ path }) => path),
			["a", "new"],
		);
		assert.match(refused[0]?.reason ?? "", /same lines/);
		assert.equal(disk.files.get("a"), lines("eins", "2"));
		assert.equal(disk.files.get("new"), "new, and mine");
	});

	it("neither restores a file that the user deleted or renamed, nor changes the renamed one, and says so", async () => {
		const { disk, open } = world();
		for (const path of ["deleted", "renamed"]) disk.files.set(path, lines("1", "2"));
		const set = await open();
		for (const path of ["deleted", "renamed"]) await write(set, disk, 1, path, lines("one", "2"));
		for (const path of ["new", "moved"]) await write(set, disk, 1, path, "new");
		for (const path of ["deleted", "renamed", "new", "moved"]) disk.files.delete(path);
		const left = new Map([
			["renamed elsewhere", lines("one", "2")],
			["moved elsewhere", "new"],
		]);
		for (const [path, text] of left) disk.files.set(path, text);
		// There is nothing to undo for new files that are gone.
		assert.deepEqual(
			(await set.files()).map(({ path, now }) => [path, now]),
			[
				["deleted", undefined],
				["renamed", undefined],
			],
		);
		const { refused } = await set.undo();
		assertTexts(
			refused.map(({ reason }) => reason),
			[/^deleted was deleted .*not restored/, /^renamed was deleted .*not restored/],
		);
		assert.deepEqual(disk.files, left);
		await set.keep();
		assert.deepEqual(await (await open()).files(), []);
	});

	it("leaves a file as it is that the user created again after the agent deleted it, and says so", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		await write(set, disk, 1, "a", undefined);
		disk.files.set("a", "mine");
		const { refused } = await set.undo();
		assert.match(refused[0]?.reason ?? "", /^a was created again in the meantime/);
		assert.equal(disk.files.get("a"), "mine");
	});

	it("refuses to overwrite a file that has changed meanwhile", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		disk.files.set("a", "mine");
		await assert.rejects(set.write(1, "a", bytes("old"), bytes("new")), ChangedMeanwhileError);
		await assert.rejects(set.write(1, "a", undefined, bytes("new")), ChangedMeanwhileError);
		assert.equal(disk.files.get("a"), "mine");
		assert.deepEqual(await set.files(), []);
	});

	it("does not overwrite what the user saves at the last moment, or count that as a write", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		disk.files.set("b", "old");
		const set = await open();
		await write(set, disk, 1, "b", "new");
		let saved = 0;
		disk.beforeWrite = (path) => void disk.files.set(path, `mine ${++saved}`);
		await assert.rejects(write(set, disk, 2, "a", "new"), ChangedMeanwhileError);
		await assert.rejects(write(set, disk, 2, "a", undefined), ChangedMeanwhileError);
		assert.deepEqual((await set.undo()).undone, []);
		disk.beforeWrite = () => {};
		assert.deepEqual([...disk.files.values()], ["mine 2", "mine 3"]);
		assert.deepEqual(
			(await (await open()).files()).map(({ path }) => path),
			["b"],
		);
	});

	it("does not count a write that the disk refused", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1"));
		disk.readOnly.add("a");
		const set = await open();
		await assert.rejects(write(set, disk, 1, "a", "new"), /EACCES/);
		disk.readOnly.clear();
		disk.files.set("a", lines("mine"));
		assert.deepEqual(await set.undo(), { undone: [], refused: [] });
	});

	it("writes nothing when the journal cannot be written", async () => {
		const { disk, log, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		log.failure = new Error("ENOSPC");
		await assert.rejects(write(set, disk, 1, "a", "new"), /ENOSPC/);
		assert.equal(disk.files.get("a"), "old");
	});

	it("does not touch the temporary files of a window that writes while another one only reads or keeps", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		await write(await open(), disk, 1, "a", "new");
		const tidied: string[] = [];
		disk.changed.tidy = async (path) => void tidied.push(path);
		const other = await open();
		await other.files();
		await other.keep({ path: "none" });
		assert.deepEqual(tidied, []);
		await other.undo();
		assert.deepEqual(tidied, ["a"]);
	});

	it("undoes in one window what another one wrote", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const one = await open();
		await write(one, disk, 1, "a", "new");
		const other = await open();
		await write(other, disk, 2, "a", "newer");
		assert.deepEqual((await (await open()).undo()).undone, ["a"]);
		assert.equal(disk.files.get("a"), "old");
	});

	it("lists a file that cannot be read beside the others, which can be undone", async () => {
		const { disk, open } = world();
		disk.files.set("a", "1");
		const set = await open();
		await write(set, disk, 1, "a", "2");
		await write(set, disk, 1, "b", "b");
		const { read } = disk.changed;
		disk.changed.read = async (path) => {
			if (path === "a") throw new Error("too large");
			return read(path);
		};
		const listed = (await set.files()).map(({ path, unreadable }) => [path, unreadable ?? false]);
		assert.deepEqual(listed, [
			["a", true],
			["b", false],
		]);
		const { undone, refused } = await set.undo();
		assert.deepEqual([undone, refused.map(({ path }) => path)], [["b"], ["a"]]);
	});

	it("can undo changes that were undone by hand in several steps", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines("1", "2"));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2"));
		await write(set, disk, 2, "a", undefined);
		disk.files.set("a", lines("1", "2"));
		assert.deepEqual(await set.files(), []);
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("1", "2"));
	});

	it("leaves a file as it is when its stored content is damaged", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		await write(set, disk, 1, "a", "new");
		for (const [hash] of disk.contents) disk.contents.set(hash, Buffer.from("damaged"));
		const { refused } = await set.undo();
		assert.match(refused[0]?.reason ?? "", /is missing/);
		assert.equal(disk.files.get("a"), "new");
	});

	it("needs the contents for an undo that a crash prevented, even if the file looks as if it were undone", async () => {
		const { disk, open } = world();
		disk.files.set("a", "old");
		const set = await open();
		await write(set, disk, 1, "a", "new");
		const needed = await set.neededContents();
		assert.equal(needed.size, 2);
		// The contents and the record are stored, but the file is not written.
		disk.left = 3;
		assert.match((await set.undo()).refused[0]?.reason ?? "", /killed/);
		disk.left = Number.POSITIVE_INFINITY;
		disk.files.set("a", "old");
		assert.deepEqual(await (await open()).neededContents(), needed);
		disk.files.set("a", "new");
		assert.deepEqual((await (await open()).undo()).undone, ["a"]);
		assert.deepEqual(await (await open()).neededContents(), new Set());
		assert.equal(disk.files.get("a"), "old");
	});

	it("restores every byte after a crash between any two writes, also of the undo itself", async () => {
		const random = seededRandom(7);
		const text = () => Array.from({ length: 1 + Math.floor(random() * 5) }, () => Math.floor(random() * 4)).join("\n");
		for (let run = 0; run < 300; run++) {
			const { disk, open } = world();
			const paths = ["a", "b", "c"];
			for (const path of paths.slice(0, 2)) disk.files.set(path, text());
			const original = new Map(disk.files);
			// Several processes, each killed after a number of operations on the disk.
			for (let life = 0; life < 3; life++) {
				const set = await open();
				disk.left = Math.floor(random() * 14);
				try {
					for (let step = 1; step < 6; step++) {
						const path = paths[Math.floor(random() * 3)] ?? "a";
						const chosen = [{}, { path }, { step: life * 6 + Math.floor(random() * step) }][Math.floor(random() * 3)];
						if (random() < 0.3) await set.undo(chosen);
						else await write(set, disk, life * 6 + step, path, random() < 0.15 ? undefined : text());
					}
				} catch (error) {
					assert.match(String(error), /killed/);
				}
			}
			disk.left = Number.POSITIVE_INFINITY;
			const { refused } = await (await open()).undo();
			assert.deepEqual(refused, [], `run ${run}`);
			assert.deepEqual(new Map([...disk.files].sort()), original, `run ${run}`);
		}
	});
});
