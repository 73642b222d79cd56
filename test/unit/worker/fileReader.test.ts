import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAndCut, stampOf } from "../../../src/worker/chunking/fileReader";
import type { SyntaxCutter } from "../../../src/worker/chunking/syntaxTrees";

describe("index: reading a file", () => {
	let parent: string;
	let folder: string;
	before(async () => {
		parent = await mkdtemp(join(tmpdir(), "gatehouse-reader-"));
		folder = join(parent, "workspace");
		await mkdir(join(folder, "src"), { recursive: true });
		await writeFile(join(parent, "credentials"), "password = hunter2\n");
		await writeFile(join(folder, "src", "a.ts"), "export const a = 1;\n");
		await symlink("../credentials", join(folder, "notes.txt"));
		await symlink(parent, join(folder, "around"));
		await symlink("src", join(folder, "inside"));
		await symlink("nowhere", join(folder, "broken.txt"));
		await symlink(folder, join(parent, "linkToWorkspace"));
		if (process.platform !== "win32") execFileSync("mkfifo", [join(folder, "pipe.txt")]);
	});
	after(() => rm(parent, { recursive: true, force: true }));

	const byLines: SyntaxCutter = { load: async () => {}, cut: () => undefined };
	const read = (path: string, root = folder, syntax = byLines, encoding?: string) => {
		const entry = { path, location: { folder: root, file: join(root, path) }, encoding };
		const { chunks } = readAndCut({ entry }, syntax);
		return typeof chunks === "string" ? chunks : chunks.map(({ text }) => text);
	};

	const cases: Readonly<Record<string, string | readonly string[]>> = {
		"src/a.ts": ["export const a = 1;"],
		"notes.txt": "link",
		"around/credentials": "secret",
		"around/workspace/src/a.ts": "link",
		"inside/a.ts": "link",
		"broken.txt": "unreadable",
	};
	for (const [path, expected] of Object.entries(cases)) {
		it(`${path}: ${typeof expected === "string" ? expected : "is cut"}`, () => {
			assert.deepEqual(read(path), expected);
			assert.deepEqual(read(path, join(parent, "linkToWorkspace")), expected);
		});
	}

	it("omits a pipe, without waiting for its other end", function () {
		if (process.platform === "win32") this.skip();
		assert.equal(read("pipe.txt"), "unreadable");
	});

	it("reads no further than the limit if a file claims to be empty", function () {
		if (process.platform !== "linux") this.skip();
		assert.equal(read("kallsyms", "/proc"), "tooLarge");
		assert.match(String(read("self/status", "/proc")), /^Name:|link/);
	});

	it("reads a file whose name is written in another way, as by VS Code on a Mac", async () => {
		const [composed, onDisk] = ["café.ts".normalize("NFC"), "café.ts".normalize("NFD")] as const;
		await writeFile(join(folder, onDisk), "export const coffee = 1;\n");
		// On a Mac, both are the same file.
		await symlink(onDisk, join(folder, composed)).catch(({ code }) => assert.equal(code, "EEXIST"));
		for (const name of [composed, onDisk]) assert.deepEqual(read(name), ["export const coffee = 1;"]);
	});

	it("uses the folder's encoding, or reports the reason unchanged", async () => {
		await writeFile(join(folder, "latin.txt"), Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
		await writeFile(join(folder, "zeros.txt"), Uint8Array.from([0x63, 0, 0xe9]));
		await writeFile(join(folder, "utf8.txt"), "café\n");
		assert.equal(read("latin.txt"), "encoding");
		assert.equal(read("zeros.txt"), "binary");
		for (const encoding of ["windows1252", "iso88591"])
			assert.deepEqual(read("latin.txt", folder, byLines, encoding), ["café"], encoding);
		assert.deepEqual(read("utf8.txt", folder, byLines, "windows1252"), ["café"]);
		assert.equal(read("latin.txt", folder, byLines, "nobody-knows"), "encoding");
		assert.equal(read("zeros.txt", folder, byLines, "windows1252"), "binary");
	});

	it("treats a file with many control characters as binary, even if its encoding accepts any byte", async () => {
		const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 97) % 255 || 1);
		await writeFile(join(folder, "model.unknown"), bytes);
		await writeFile(
			join(folder, "old.txt"),
			Buffer.from(`\x1b[1mcaf\xe9\x1b[0m\f\r\n\tth\xe9\n${"x".repeat(60)}\x1a`, "latin1"),
		);
		for (const encoding of [undefined, "windows1252", "cp866"])
			assert.equal(read("model.unknown", folder, byLines, encoding), "binary", encoding);
		assert.equal(typeof read("old.txt", folder, byLines, "windows1252"), "object");
	});

	it("returns another file when its encoding changes", () => {
		const location = { folder, file: join(folder, "src", "a.ts") };
		const plain = stampOf({ path: "a.ts", location });
		assert.match(plain, /^\d+:20$/);
		assert.notEqual(stampOf({ path: "a.ts", location, encoding: "shiftjis" }), plain);
		assert.equal(stampOf({ path: "b.ts", location: { folder, file: join(folder, "none") }, encoding: "gbk" }), "");
	});

	it("cuts a file by lines if its syntax is too much for the parser", () => {
		const failing: SyntaxCutter = {
			load: async () => {},
			cut: () => {
				throw new RangeError("Maximum call stack size exceeded");
			},
		};
		assert.deepEqual(read("src/a.ts", folder, failing), ["export const a = 1;"]);
	});
});
