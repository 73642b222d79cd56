import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChangedMeanwhileError, contentHash } from "../../../../src/core/agent/changes/changePorts";
import { ChangeSet } from "../../../../src/core/agent/changes/changeSet";
import { deleteOldContents } from "../../../../src/core/agent/changes/deleteOldContents";
import { UserError } from "../../../../src/core/base/errors";
import { agentFilesOnDisk, writeSaved } from "../../../../src/vscode/adapters/agentFilesOnDisk";
import { contentsOnDisk } from "../../../../src/vscode/adapters/contentsOnDisk";
import { assertTexts } from "../../core/assertTexts";
import { manualClock, memoryAppendLog } from "../../core/memoryPorts";
import { type LinkedFolder, makeLinkedFolder } from "../linkedFolder";

describe("agent: its files on disk", () => {
	let place: LinkedFolder;
	beforeEach(async () => {
		place = await makeLinkedFolder();
	});
	afterEach(() => place.remove());

	it("neither reads, writes nor deletes what a journal names outside of the folder", async () => {
		const files = agentFilesOnDisk(place.folder);
		await writeFile(join(place.parent, ".outside.txt.x.gatehouse-tmp"), "");
		const before = await place.seen();
		for (const path of [
			"../outside.txt",
			"linkFile.txt",
			"linkOut/new.txt",
			"linkIn/a.ts",
			"src/../../outside.txt",
			"..\\outside.txt",
			"/x",
			"",
		]) {
			await assert.rejects(files.read(path), UserError, path);
			await assert.rejects(files.write(path, Buffer.from("evil"), undefined), UserError, path);
			await assert.rejects(files.remove(path, undefined), UserError, path);
			await files.tidy(path);
			await files.missingFolder?.(path);
			await files.removeEmptyFolders?.(path, "..");
			await files.removeEmptyFolders?.(path, "linkOut");
		}
		assert.deepEqual(await place.seen(), before);
	});

	it("does not follow a link that has replaced a folder since the change", async () => {
		const files = agentFilesOnDisk(place.folder);
		await files.write("made/a.txt", Buffer.from("mine"), undefined);
		await rename(join(place.folder, "made"), join(place.parent, "outside", "made"));
		await symlink(join(place.parent, "outside", "made"), join(place.folder, "made"));
		await assert.rejects(files.remove("made/a.txt", Buffer.from("mine")), UserError);
		assert.equal(await readFile(join(place.parent, "outside", "made", "a.txt"), "utf8"), "mine");
	});

	it("removes the folders of a new file when that is undone, and keeps those with other files", async () => {
		const changes = await ChangeSet.open("task", {
			journal: memoryAppendLog(),
			contents: contentsOnDisk(join(place.parent, "contents")),
			files: agentFilesOnDisk(place.folder),
			clock: manualClock(),
			writer: "w",
		});
		const foldersNow = async (name: string) => (await readdir(join(place.folder, name), { recursive: true })).sort();
		await mkdir(join(place.folder, "own", "empty"), { recursive: true });
		const make = (path: string) => changes.write(1, path, undefined, Buffer.from("new"));
		for (const path of ["made/a.txt", "made/in/b.txt", "made/in/deep/c.txt", "own/in/d.txt", "own/empty/e.txt"])
			await make(path);
		await make("kept/in/f.txt");
		await writeFile(join(place.folder, "kept", "mine.txt"), "");
		const { refused } = await changes.undo();
		assert.deepEqual(refused, []);
		await assert.rejects(stat(join(place.folder, "made")), { code: "ENOENT" });
		assert.deepEqual(await foldersNow("own"), ["empty"]);
		assert.deepEqual(await foldersNow("kept"), ["mine.txt"]);
	});

	it("keeps the permissions of a file that is deleted and created again, and restores them", async function () {
		if (process.platform === "win32") this.skip();
		const path = join(place.folder, "run.sh");
		await writeFile(path, "old", { mode: 0o755 });
		await chmod(path, 0o755);
		const mode = async () => (await stat(path)).mode & 0o777;
		const changes = await ChangeSet.open("task", {
			journal: memoryAppendLog(),
			contents: contentsOnDisk(join(place.parent, "contents")),
			files: agentFilesOnDisk(place.folder),
			clock: manualClock(),
			writer: "window",
		});
		const bytes = (text: string) => new Uint8Array(Buffer.from(text));
		await changes.write(1, "run.sh", bytes("old"), undefined);
		await changes.write(2, "run.sh", undefined, bytes("new"));
		assert.equal(await mode(), 0o755);
		await changes.write(3, "run.sh", bytes("new"), undefined);
		assert.deepEqual((await changes.undo()).refused, []);
		assert.deepEqual([await readFile(path, "utf8"), await mode()], ["old", 0o755]);
	});

	it("does not replace or delete a file whose content has changed since, and leaves nothing beside it", async () => {
		const files = agentFilesOnDisk(place.folder);
		await files.write("src/new.ts", Buffer.from("mine"), undefined);
		const before = await place.seen();
		for (const expected of [undefined, Buffer.from("old")]) {
			await assert.rejects(files.write("src/new.ts", Buffer.from("agent's"), expected), ChangedMeanwhileError);
			await assert.rejects(files.remove("src/new.ts", expected), ChangedMeanwhileError);
		}
		await assert.rejects(
			files.write("src/other.ts", Buffer.from("agent's"), Buffer.from("old")),
			ChangedMeanwhileError,
		);
		await assert.rejects(
			files.write("made/deep/other.ts", Buffer.from("agent's"), Buffer.from("old")),
			ChangedMeanwhileError,
		);
		assert.deepEqual(await place.seen(), before);
		await assert.rejects(stat(join(place.folder, "made")), { code: "ENOENT" });
	});

	it("can undo a change that an editor has saved, even if a tool changed the file right after that", async () => {
		const disk = agentFilesOnDisk(place.folder);
		const path = join(place.folder, "src", "new.ts");
		const bytes = (text: string) => new Uint8Array(Buffer.from(text));
		const racing = {
			...disk,
			write: async (...[name, content, before, mode]: Parameters<typeof disk.write>) => {
				await writeFile(path, "agent's, by a tool\n");
				await disk.write(name, content, before, mode);
			},
		};
		const files = {
			...disk,
			write: async (name: string, content: Uint8Array) => {
				await writeFile(path, "agent's, formatted\n");
				await writeSaved(racing, name, content);
			},
		};
		await writeFile(path, "mine\n");
		const changes = await ChangeSet.open("task", {
			journal: memoryAppendLog(),
			contents: contentsOnDisk(join(place.parent, "contents")),
			files,
			clock: manualClock(),
			writer: "window",
		});
		await assert.rejects(
			changes.write(1, "src/new.ts", bytes("mine\n"), bytes("agent's\n")),
			(error) => error instanceof UserError && !(error instanceof ChangedMeanwhileError),
		);
		assert.deepEqual(
			(await changes.files()).map(({ path, before }) => [path, before && String(Buffer.from(before))]),
			[["src/new.ts", "mine\n"]],
		);
	});

	it("writes files with names as long as the file system allows, in any script", async () => {
		const files = agentFilesOnDisk(place.folder);
		const name = `${"\u540d".repeat(84)}.x`;
		await files.write(name, Buffer.from("1"), undefined);
		await files.write(name, Buffer.from("2"), Buffer.from("1"));
		assert.equal(String(await files.read(name)), "2");
		await writeFile(join(place.folder, `.${"\u540d".repeat(33)}.one.gatehouse-tmp`), "");
		await files.tidy(name);
		assert.ok((await readdir(place.folder)).every((one) => !one.endsWith(".gatehouse-tmp")));
	});

	it("removes only what crashes left beside a file, whichever window was writing", async () => {
		const files = agentFilesOnDisk(place.folder);
		await files.write("src/a.ts", Buffer.from("1"), await files.read("src/a.ts"));
		const before = await readdir(join(place.folder, "src"));
		await writeFile(join(place.folder, "src", ".b.ts.one.gatehouse-tmp"), "");
		for (const window of ["one", "two"])
			await writeFile(join(place.folder, "src", `.a.ts.${window}.gatehouse-tmp`), "");
		await files.tidy("src/a.ts");
		assert.deepEqual((await readdir(join(place.folder, "src"))).sort(), [...before, ".b.ts.one.gatehouse-tmp"].sort());
	});

	it("deletes old contents of only those changes that are kept or undone", async () => {
		const root = join(place.parent, "contents");
		const files = agentFilesOnDisk(place.folder);
		const log = memoryAppendLog();
		const clock = { now: Date.now };
		const store = { journal: log, contents: contentsOnDisk(root), files, clock, writer: "window" };
		const bytes = (text: string) => new Uint8Array(Buffer.from(text));
		const [kept, open] = [await ChangeSet.open("kept", store), await ChangeSet.open("open", store)];
		await kept.write(1, "src/kept.ts", undefined, bytes("kept"));
		await kept.keep();
		await open.write(1, "src/open.ts", undefined, bytes("1"));
		await open.write(2, "src/open.ts", bytes("1"), bytes("2"));
		const [keptHash, ...openHashes] = await Promise.all(["kept", "1", "2"].map((text) => contentHash(bytes(text))));
		assert.deepEqual((await readdir(root)).sort(), [keptHash, ...openHashes].sort());
		const now = Date.now();
		const at = (day: number) => ({ ...store, clock: { now: () => now + day * 24 * 60 * 60 * 1000 } });
		await deleteOldContents(at(0));
		assert.equal((await readdir(root)).length, 3);
		const broken = { ...log, folders: async () => ["open"], read: () => Promise.reject(new Error("EIO")) };
		await assert.rejects(deleteOldContents({ ...at(2), journal: broken }), /EIO/);
		assert.equal((await readdir(root)).length, 3);
		await deleteOldContents(at(2));
		assert.deepEqual((await readdir(root)).sort(), openHashes.sort());
		// Changes of a task can be undone for a month.
		await deleteOldContents(at(29));
		assert.deepEqual((await readdir(root)).sort(), openHashes.sort());
		// Contents that are stored again count as new.
		await utimes(join(root, openHashes[0] ?? ""), 0, 0);
		await store.contents.put(openHashes[0] ?? "", bytes("1"));
		await store.contents.deleteOld(now - 1000, new Set());
		assert.deepEqual((await readdir(root)).sort(), openHashes.sort());
	});

	it("deletes contents that are too old, says that these changes cannot be undone, and lets the user keep them", async () => {
		const root = join(place.parent, "contents");
		const files = agentFilesOnDisk(place.folder);
		const [log, clock] = [memoryAppendLog(), { now: Date.now }];
		const store = { journal: log, contents: contentsOnDisk(root), files, clock, writer: "window" };
		const bytes = (text: string) => new Uint8Array(Buffer.from(text));
		const set = await ChangeSet.open("task", store);
		await set.write(1, "src/old.ts", undefined, bytes("old"));
		await set.write(2, "src/kept.ts", undefined, bytes("kept"));
		const month = { ...store, clock: { now: () => Date.now() + 31 * 24 * 60 * 60 * 1000 } };
		await deleteOldContents(month);
		assert.deepEqual(await readdir(root), []);
		const later = await ChangeSet.open("task", month);
		const shown = (await later.files()).map(({ path, expired }) => [path, expired]);
		assert.deepEqual(shown, [
			["src/old.ts", true],
			["src/kept.ts", true],
		]);
		const { refused } = await later.undo({ path: "src/old.ts" });
		assertTexts(
			refused.map(({ reason }) => reason),
			[/src\/old\.ts .*too old/],
		);
		assert.equal(await readFile(join(place.folder, "src/old.ts"), "utf8"), "old");
		// Later changes of the agent can be undone.
		await later.write(3, "src/new.ts", undefined, bytes("new"));
		await later.keep({ path: "src/kept.ts" });
		await deleteOldContents(month);
		assert.deepEqual((await later.undo()).undone, ["src/new.ts"]);
		await later.keep();
		assert.deepEqual(await (await ChangeSet.open("task", month)).files(), []);
	});

	it("does not delete an old content that another window stores at the same moment", async () => {
		const root = join(place.parent, "contents");
		const [here, there] = [contentsOnDisk(root), contentsOnDisk(root)];
		const content = new Uint8Array(Buffer.from("content"));
		const hash = await contentHash(content);
		for (let run = 0; run < 200; run++) {
			await here.put(hash, content);
			await utimes(join(root, hash), 0, 0);
			await Promise.all([there.deleteOld(1, new Set()), here.put(hash, content)]);
			assert.deepEqual(new Uint8Array((await here.get(hash)) ?? []), content, `run ${run}`);
		}
		// Contents that a crash has moved aside do not replace newer ones.
		await here.put(hash, content);
		await writeFile(join(root, `${hash}.old`), content);
		await utimes(join(root, `${hash}.old`), 0, 0);
		await there.deleteOld(1, new Set());
		assert.deepEqual(await readdir(root), [hash]);
		// Contents that a crash has moved aside are found again.
		await rename(join(root, hash), join(root, `${hash}.old`));
		await there.deleteOld(1, new Set([hash]));
		assert.deepEqual(await readdir(root), [hash]);
	});
});
