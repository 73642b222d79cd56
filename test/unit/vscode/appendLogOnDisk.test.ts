import assert from "node:assert/strict";
import { appendFile, mkdir, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "../../../src/shared/untrusted/limits";
import { appendLogOnDisk } from "../../../src/vscode/adapters/appendLogOnDisk";

describe("conversation: its log on disk", () => {
	let root: string;
	let putBack = () => {};
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-log-"));
	});
	afterEach(async () => {
		putBack();
		await rm(root, { recursive: true, force: true });
	});
	const madeFile = async (writer: string) => {
		const path = join(root, "c", `${writer}.jsonl`);
		await mkdir(join(root, "c"), { recursive: true });
		await appendFile(path, "");
		return path;
	};
	const file = () => readFile(join(root, "c", "w.jsonl"), "utf8");

	it("is empty if nothing was written", async () => {
		const log = appendLogOnDisk(join(root, "not-there"));
		assert.deepEqual(await log.read("c", assert.fail), new Map());
	});

	it("appends one line for each call, in the order of the calls, and reads every writer's", async () => {
		const log = appendLogOnDisk(root);
		const lines = Array.from({ length: 50 }, (_, i) => `line ${i}`);
		await Promise.all(lines.map((line, i) => log.append("c", "w", line, i % 7 === 0)));
		await log.append("c", "other", "x", false);
		assert.equal(await file(), `${lines.join("\n")}\n`);
		assert.deepEqual([...(await log.read("c", assert.fail)).keys()].sort(), ["other", "w"]);
	});

	it("removes a file after the current append, and begins it again", async () => {
		const log = appendLogOnDisk(root);
		const writes = ["one", "two"].map((line) => log.append("c", "w", line, false));
		await Promise.all([...writes, log.remove("c", "w"), log.append("c", "w", "three", false)]);
		assert.equal(await file(), "three\n");
	});

	it("does not remove a file that has grown since it was read", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "one", false);
		const { end } = (await log.read("c", assert.fail)).get("w") ?? assert.fail();
		await log.append("c", "w", "two", false);
		await log.remove("c", "w", end);
		assert.equal(await file(), "one\ntwo\n");
		await log.remove("c", "nothing");
	});

	it("keeps what follows a line that a slow disk has not confirmed yet", async () => {
		const handle = await open(join(root, "any"), "w");
		await handle.close();
		const handles = Object.getPrototypeOf(handle);
		const { datasync } = handles;
		let confirm = () => {};
		const confirmed = new Promise<void>((resolve) => {
			confirm = resolve;
		});
		handles.datasync = () => confirmed;
		putBack = () => {
			handles.datasync = datasync;
		};
		const log = appendLogOnDisk(root);
		const question = log.append("c", "w", "question", true);
		await log.append("c", "w", "text", false);
		assert.equal(await file(), "question\ntext\n");
		confirm();
		await question;
	});

	it("begins a new line after a torn one", async () => {
		await appendLogOnDisk(root).append("c", "w", "whole", true);
		await appendFile(join(root, "c", "w.jsonl"), '{"torn');
		await appendLogOnDisk(root).append("c", "w", "next", true);
		assert.equal(await file(), 'whole\n{"torn\nnext\n');
	});

	it("reads from where it stopped, in bytes, and leaves out files that have not grown", async () => {
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

	it("lists its folders", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "x", false);
		await log.append("d", "w", "x", false);
		await appendFile(join(root, "no-folder"), "x");
		assert.deepEqual([...(await log.folders())].sort(), ["c", "d"]);
	});

	it("ignores what is not a log: folders, and files of other kinds", async () => {
		await mkdir(join(root, "c", "folder.jsonl"), { recursive: true });
		await appendFile(join(root, "c", "notes.txt"), "x");
		assert.deepEqual(await appendLogOnDisk(root).read("c", assert.fail), new Map());
	});

	it("reads the other files if one cannot be read, and reports which one", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "x", true);
		await appendFile(await madeFile("broken"), "longer than the other\n");
		const handle = await open(join(root, "any"), "w");
		await handle.close();
		const handles = Object.getPrototypeOf(handle);
		const { read } = handles;
		putBack = () => {
			handles.read = read;
		};
		handles.read = function (buffer: Buffer, ...rest: unknown[]) {
			return buffer.length > 5 ? Promise.reject(new Error("EIO")) : read.call(this, buffer, ...rest);
		};
		const unreadable: string[] = [];
		assert.deepEqual([...(await log.read("c", (writer) => unreadable.push(writer))).keys()], ["w"]);
		assert.deepEqual(unreadable, ["broken"]);
	});

	it("limits: reads all of a conversation of the maximum size", async () => {
		const path = await madeFile("w");
		await writeFile(path, Buffer.alloc(limits.conversationBytes - 1, "a"));
		await appendFile(path, "\n");
		const text = (await appendLogOnDisk(root).read("c", assert.fail)).get("w");
		assert.equal(text?.text.length, limits.conversationBytes);
		assert.equal(text.end, limits.conversationBytes);
		assert.notEqual(text.cut, true);
	});

	it("limits: reads the newest whole lines of a larger one, says that it was cut, and continues from its end", async () => {
		const path = await madeFile("w");
		// The file takes no space on disk.
		await truncate(path, 2 ** 31 + 1);
		await appendFile(path, "\nnewest\n");
		await appendFile(await madeFile("small"), "all of it\n");
		const log = appendLogOnDisk(root);
		const files = await log.read("c", assert.fail);
		assert.equal(files.get("small")?.text, "all of it\n");
		assert.notEqual(files.get("small")?.cut, true);
		assert.equal(files.get("w")?.text, "newest\n");
		assert.equal(files.get("w")?.cut, true);
		assert.equal((await stat(path)).size, 2 ** 31 + 9, "the whole file is kept");
		await appendFile(path, "later\n");
		const ends = new Map([...files].map(([writer, { end }]) => [writer, end] as const));
		const more = await log.read("c", assert.fail, ends);
		assert.deepEqual([...more], [["w", { text: "later\n", end: 2 ** 31 + 15 }]]);
	});

	it("notifies when another writer's file grows", async () => {
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

	it("continues after its folder was removed", async () => {
		const log = appendLogOnDisk(root);
		await log.append("c", "w", "gone", false);
		await rm(join(root, "c"), { recursive: true });
		await assert.rejects(log.append("c", "w", "lost", false), { code: "ENOENT" });
		await log.append("c", "w", "kept", true);
		assert.equal(await file(), "kept\n");
	});

	it("fails if it cannot write, and continues when it can again", async () => {
		const log = appendLogOnDisk(root);
		await appendFile(join(root, "c"), "a file where the folder should be");
		await assert.rejects(log.append("c", "w", "lost", true));
		await rm(join(root, "c"));
		await log.append("c", "w", "kept", true);
		assert.equal(await file(), "kept\n");
	});
});
