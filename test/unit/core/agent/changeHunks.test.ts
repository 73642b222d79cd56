import assert from "node:assert/strict";
import { changeHunks, settleHunk } from "../../../../src/core/agent/changeHunks";
import type { ChangedFile, ChangeSet } from "../../../../src/core/agent/changes/changeSet";
import { UserError } from "../../../../src/core/base/errors";
import { seededRandom } from "../../../faults/seededRandom";
import { lines, world, write } from "./changes/changeWorld";

const only = async (set: ChangeSet): Promise<ChangedFile> => {
	const [file, ...others] = await set.files();
	assert.deepEqual(others, []);
	return file ?? assert.fail("nothing is changed");
};
const textOf = (content: Uint8Array | undefined) => (content ? Buffer.from(content).toString() : "");
const numbers = ["1", "2", "3", "4", "5", "6", "7"];

describe("agent changes: the single changes of a file", () => {
	it("are kept and undone one by one", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "7"));
		await write(set, disk, 2, "a", lines("one", "2", "four", "5", "6", "7", "8"));
		assert.deepEqual(
			changeHunks(await only(set)).map(({ line, hunk }) => [line, hunk.removed, hunk.added]),
			[
				[0, 1, ["one"]],
				[2, 2, ["four"]],
				[6, 0, ["8"]],
			],
		);
		await settleHunk(set, await only(set), 1, "undo");
		assert.equal(disk.files.get("a"), lines("one", "2", "3", "4", "5", "6", "7", "8"));
		await settleHunk(set, await only(set), 0, "keep");
		assert.deepEqual(
			changeHunks(await only(set)).map(({ line }) => line),
			[7],
		);
		assert.deepEqual((await (await open()).undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("one", "2", "3", "4", "5", "6", "7"));
		assert.deepEqual(await set.files(), []);
	});

	it("stay as they are when the file has another content than was shown", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2"));
		const shown = await only(set);
		disk.files.set("a", lines("one", "2", "mine"));
		for (const how of ["keep", "undo"] as const) await assert.rejects(settleHunk(set, shown, 0, how), UserError);
		assert.equal(disk.files.get("a"), lines("one", "2", "mine"));
	});

	it("are no more when all are undone, and all can be undone after one was undone by hand", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "seven"));
		disk.files.set("a", lines("1", "2", "3", "mine", "5", "6", "seven"));
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("1", "2", "3", "mine", "5", "6", "7"));
	});

	it("leave what was kept, also after crashes", async () => {
		const random = seededRandom(23);
		const text = () =>
			lines(...Array.from({ length: 12 }, (_, at) => (random() < 0.4 ? `${at} changed ${random()}` : `${at}`)));
		for (let run = 0; run < 200; run++) {
			const { disk, open } = world();
			disk.files.set("a", text());
			const set = await open();
			for (const step of [1, 2]) await write(set, disk, step, "a", text());
			for (let turn = 0; turn < 6; turn++) {
				const shown = (await (await open()).files())[0];
				if (!shown) break;
				const before = [shown.before, shown.now].map(textOf);
				const how = random() < 0.5 ? "keep" : "undo";
				disk.left = Math.floor(random() * 9);
				const at = Math.floor(random() * changeHunks(shown).length);
				const killed = await settleHunk(await open(), shown, at, how).then(
					() => false,
					(error: unknown) => /killed/.test(String(error)) || assert.fail(String(error)),
				);
				disk.left = Number.POSITIVE_INFINITY;
				const after = (await (await open()).files())[0];
				const now = String(disk.files.get("a"));
				if (how === "keep") assert.equal(now, before[1], `run ${run}`);
				else assert.equal(after ? textOf(after.before) : now, before[0], `run ${run}`);
				if (!killed && after) assert.equal(changeHunks(after).length, changeHunks(shown).length - 1, `run ${run}`);
			}
			const left = (await (await open()).files())[0];
			const base = left ? textOf(left.before) : disk.files.get("a");
			assert.deepEqual((await (await open()).undo()).refused, [], `run ${run}`);
			assert.equal(disk.files.get("a"), base, `run ${run}`);
		}
	});
});
