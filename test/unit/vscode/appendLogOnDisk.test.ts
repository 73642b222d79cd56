import assert from "node:assert/strict";
import { appendFile, mkdir, mkdtemp, readFile, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendLogOnDisk } from "../../../src/vscode/adapters/appendLogOnDisk";

describe("appendLogOnDisk", () => {
	let root: string;
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-log-"));
	});
	afterEach(() => rm(root, { recursive: true, force: true }));
	const madeFile = async (writer: string) => {
		const path = join(root, "c", `${writer}.jsonl`);
		await appendFile(path, "");
		return path;
	};
	const file = () => readFile(join(root, "c", "w.jsonl"), "utf8");

	it("is empty where nothing was written", async () => {
		const log = appendLogOnDisk(join(root, "not-there"));
		assert.deepEqual(await log.read("c", assert.fail), new Map());
	});

	it("appends a line a call, in the calls' order, and reads each writer's", async () => {
		const log = appendLogOnDisk(root);
		const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);
		await Promise.all(lines.map((line, i) => log.append("c", "w", line, i % 7 === 0)));
		await log.append("c", "other", "x", false);
		assert.equal(await file(), `${lines.join("\n")}\n`);
		assert.deepEqual([...(await log.read("c", assert.fail)).keys()].sort(), ["other", "w"]);
	});

	it("begins a new line after a torn one", async () => {
		await appendLogOnDisk(root).append("c", "w", "whole", true);
		await appendFile(join(root, "c", "w.jsonl"), '{"torn');
		await appendLogOnDisk(root).append("c", "w", "next", true);
		assert.equal(await file(), 'whole\n{"torn\nnext\n');
	});

	it("reads from where it left off, in bytes, and leaves out what has not grown", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "première", true);
		await log.append("c", "other", "x", true);
		const first = await log.read("c", assert.fail);
		assert.deepEqual(first.get("w"), { text: "première\n", end: 10 });
		await log.append("c", "w", "second", false);
		await appendFile(join(root, "c", "w.jsonl"), '{"half');
		const ends = new Map([...first].map(([writer, { end }]) => [writer, end]));
		assert.deepEqual([...(await log.read("c", assert.fail, ends))], [["w", { text: 'second\n{"half', end: 17 }]]);
	});

	it("names its folders", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "x", false);
		await log.append("d", "w", "x", false);
		await appendFile(join(root, "no-folder"), "x");
		assert.deepEqual([...(await log.folders())].sort(), ["c", "d"]);
	});

	it("passes over what is no log: folders, and files of another kind", async () => {
		await mkdir(join(root, "c", "folder.jsonl"), { recursive: true });
		await appendFile(join(root, "c", "notes.txt"), "x");
		assert.deepEqual(await appendLogOnDisk(root).read("c", assert.fail), new Map());
	});

	it("reads the others when one file cannot be read, and tells which", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "x", true);
		// More than a text can be; it takes no place on the disk.
		await truncate(await madeFile("large"), 2 ** 31 + 1);
		const unreadable: string[] = [];
		assert.deepEqual([...(await log.read("c", (writer) => unreadable.push(writer))).keys()], ["w"]);
		assert.deepEqual(unreadable, ["large"]);
	});

	it("tells when another writer's file grows", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "x", false);
		const grown = new Promise<void>((resolve) => {
			const watching = log.watch("c", () => {
				watching.dispose();
				resolve();
			});
		});
		await appendLogOnDisk(root).append("c", "other", "y", false);
		await grown;
	});

	it("goes on when its folder was removed", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "gone", false);
		await rm(join(root, "c"), { recursive: true });
		await assert.rejects(log.append("c", "w", "lost", false), { code: "ENOENT" });
		await log.append("c", "w", "kept", true);
		assert.equal(await file(), "kept\n");
	});

	it("fails where it cannot write, and goes on where it can again", async () => {
		const log = appendLogOnDisk(root);
		await appendFile(join(root, "c"), "a file where the folder should be");
		await assert.rejects(log.append("c", "w", "lost", true));
		await rm(join(root, "c"));
		await log.append("c", "w", "kept", true);
		assert.equal(await file(), "kept\n");
	});
});
