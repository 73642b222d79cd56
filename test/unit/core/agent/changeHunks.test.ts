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

	it("stay as they are when the file's content is not the one that was shown", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2"));
		const shown = await only(set);
		disk.files.set("a", lines("one", "2", "mine"));
		for (const how of ["keep", "undo"] as const) await assert.rejects(settleHunk(set, shown, 0, how), UserError);
		assert.equal(disk.files.get("a"), lines("one", "2", "mine"));
	});

	it("are gone when all are undone, and can all be undone after the user undid one by hand", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "seven"));
		disk.files.set("a", lines("1", "2", "3", "mine", "5", "6", "seven"));
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("1", "2", "3", "mine", "5", "6", "7"));
	});

	it("leave what was kept, even after crashes", async () => {
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

	it("leave what the user changed in other lines before, between and after the agent's writes", async () => {
		const file = (...changed: readonly (readonly [number, string])[]) =>
			lines(...Array.from({ length: 100 }, (_, at) => changed.find(([line]) => line === at)?.[1] ?? `${at}`));
		for (const how of ["keep", "undo"] as const) {
			const { disk, open } = world();
			disk.files.set("a", file());
			const set = await open();
			await write(set, disk, 1, "a", file([10, "ten"]));
			disk.files.set("a", file([10, "ten"], [30, "mine"]));
			await write(set, disk, 2, "a", file([10, "ten"], [30, "mine"], [50, "fifty"]));
			disk.files.set("a", file([10, "ten"], [30, "mine"], [50, "fifty"], [99, "mine, too"]));
			await settleHunk(set, await only(set), 0, how);
			const kept = how === "keep" ? ([[10, "ten"]] as const) : [];
			assert.equal(disk.files.get("a"), file(...kept, [30, "mine"], [50, "fifty"], [99, "mine, too"]));
			assert.deepEqual((await set.undo()).refused, []);
			assert.equal(disk.files.get("a"), file(...kept, [30, "mine"], [99, "mine, too"]), how);
			assert.deepEqual(await set.files(), []);
		}
	});

	it("leave line breaks and a byte order mark that the user changed", async () => {
		const { disk, open } = world();
		const bom = "\u00ef\u00bb\u00bf";
		disk.files.set("a", lines(...numbers).replaceAll("\n", "\r\n"));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "seven").replaceAll("\n", "\r\n"));
		disk.files.set("a", bom + lines("one", "2", "3", "4", "5", "6", "seven"));
		await settleHunk(set, await only(set), 0, "undo");
		assert.equal(disk.files.get("a"), bom + lines("1", "2", "3", "4", "5", "6", "seven"));
		await settleHunk(set, await only(set), 0, "keep");
		assert.deepEqual((await set.undo()).undone, []);
		assert.equal(disk.files.get("a"), bom + lines("1", "2", "3", "4", "5", "6", "seven"));
	});

	it("keep the line breaks of what is kept in a file that had none", async () => {
		for (const base of ["", "1"])
			for (const now of ["1\r\n2\r\n", "mine\r\n1\r\n2\r\n"]) {
				const { disk, open } = world();
				disk.files.set("a", base);
				const set = await open();
				await write(set, disk, 1, "a", "1\r\n2\r\n");
				disk.files.set("a", now);
				for (let [file] = await set.files(); file; [file] = await set.files()) await settleHunk(set, file, 0, "keep");
				assert.deepEqual((await (await open()).undo()).refused, []);
				assert.equal(disk.files.get("a"), now);
			}
	});

	it("count as settled where the user changed the same lines, which are then not undone", async () => {
		const { disk, open } = world();
		disk.files.set("a", lines(...numbers));
		const set = await open();
		await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "seven"));
		disk.files.set("a", lines("one, and mine", "2", "3", "4", "5", "6", "seven"));
		await settleHunk(set, await only(set), 0, "keep");
		assert.deepEqual((await set.undo()).refused, []);
		assert.equal(disk.files.get("a"), lines("one, and mine", "2", "3", "4", "5", "6", "7"));
	});

	it("count as settled where the user restored a line among the agent's", async () => {
		for (const how of ["keep", "undo"] as const)
			for (const at of [0, 1]) {
				const { disk, open } = world();
				disk.files.set("a", lines("a", "b", "c", "d", "e", "f", "g"));
				const set = await open();
				await write(set, disk, 1, "a", lines("a", "B", "C", "D", "e", "f", "g"));
				disk.files.set("a", lines("a", "B", "c", "D", "e", "f", "mine"));
				assert.equal(changeHunks(await only(set)).length, 3);
				await settleHunk(set, await only(set), at, how);
				const [b, d] = how === "keep" ? ["B", "D"] : at === 0 ? ["b", "D"] : ["B", "d"];
				assert.equal(disk.files.get("a"), lines("a", b, "c", d, "e", "f", "mine"));
				assert.equal(changeHunks(await only(set)).length, 1);
				assert.deepEqual((await set.undo()).refused, []);
				const kept = how === "keep" ? (at === 0 ? ["B", "c", "d"] : ["b", "c", "D"]) : ["b", "c", "d"];
				assert.equal(disk.files.get("a"), lines("a", ...kept, "e", "f", "mine"));
				assert.deepEqual(await set.files(), []);
			}
	});

	it("are settled beside lines that the user changed between the agent's writes, without undoing those", async () => {
		const file = (...changed: readonly (readonly [number, string])[]) =>
			lines(...Array.from({ length: 60 }, (_, at) => changed.find(([line]) => line === at)?.[1] ?? `${at}`));
		for (const how of ["keep", "undo"] as const) {
			const { disk, open } = world();
			disk.files.set("a", file());
			const set = await open();
			await write(set, disk, 1, "a", file([5, "five"]));
			disk.files.set("a", file([5, "five"], [6, "mine"]));
			await write(set, disk, 2, "a", file([5, "five"], [6, "mine"], [50, "fifty"]));
			await settleHunk(set, await only(set), 1, how);
			const kept = how === "keep" ? ([[50, "fifty"]] as const) : [];
			assert.equal(disk.files.get("a"), file([5, "five"], [6, "mine"], ...kept));
			assert.equal((await set.undo()).refused.length, 1);
			assert.equal(disk.files.get("a"), file([5, "five"], [6, "mine"], ...kept));
			await settleHunk(set, await only(set), 0, how);
			assert.equal(disk.files.get("a"), how === "keep" ? file([5, "five"], [6, "mine"], ...kept) : file());
			assert.deepEqual(await set.files(), []);
		}
	});

	it("no longer belong to the agent after all are settled, whatever happens to the file", async () => {
		for (const how of ["keep", "undo"] as const) {
			const { disk, open } = world();
			disk.files.set("a", lines(...numbers));
			const set = await open();
			await write(set, disk, 1, "a", lines("one", "2", "3", "4", "5", "6", "seven"));
			for (let turn = 0; turn < 2; turn++) await settleHunk(set, await only(set), 0, how);
			assert.deepEqual(await set.files(), []);
			disk.files.set("a", lines("mine"));
			assert.deepEqual(await (await open()).files(), []);
			assert.deepEqual(await set.neededContents(), new Set());
			assert.deepEqual(await set.undo(), { undone: [], refused: [] });
		}
	});

	it("never take a line of the user's, whatever is kept and undone, and are never refused", async () => {
		const random = seededRandom(29);
		const below = (limit: number) => Math.floor(random() * limit);
		for (let run = 0; run < 60; run++) {
			const { disk, open } = world();
			const mine = new Set<string>();
			const addMine = () => {
				const all = (disk.files.get("a") ?? "").split("\n");
				const line = `mine ${run} ${mine.size}`;
				mine.add(line);
				const at = below(all.length);
				const replaced = random() < 0.5 && !mine.has(all[at] ?? "") ? 1 : 0;
				disk.files.set("a", all.toSpliced(at, replaced, line).join("\n"));
			};
			const expectMine = (what: string) => {
				const all = new Set((disk.files.get("a") ?? "").split("\n"));
				for (const line of mine) assert.ok(all.has(line), `run ${run}, ${what}: ${line} is gone`);
			};
			disk.files.set("a", lines(...Array.from({ length: 30 }, (_, at) => `${at}`)));
			for (const step of [1, 2]) {
				const set = await open();
				const all = (disk.files.get("a") ?? "").split("\n");
				const after = all.map((line) => (random() < 0.2 && !mine.has(line) ? `${line} changed ${random()}` : line));
				await write(set, disk, step, "a", after.join("\n"));
				if (random() < 0.5) addMine();
			}
			for (let turn = 0; turn < 6; turn++) {
				if (random() < 0.3) addMine();
				const shown = (await (await open()).files())[0];
				const hunks = shown ? changeHunks(shown) : [];
				if (!shown || hunks.length === 0) break;
				const at = below(hunks.length);
				const how = random() < 0.5 ? "keep" : "undo";
				const before = disk.files.get("a");
				// No hunk is ever refused.
				await settleHunk(await open(), shown, at, how);
				if (how === "keep") assert.equal(disk.files.get("a"), before);
				// The user may undo their own lines, too.
				else for (const line of hunks[at]?.hunk.added ?? []) mine.delete(line);
				expectMine(how);
			}
			await (await open()).undo();
			expectMine("the end");
		}
	});
});
