import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileTooLargeError, NotAFileError } from "../../../src/core/base/fileErrors";
import { readRegularFile } from "../../../src/vscode/adapters/readRegularFile";

describe("limits: reading a file", () => {
	let folder: string;
	const at = (name: string) => join(folder, name);
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-read-"));
		await writeFile(at("ten"), "0123456789");
		await writeFile(at("empty"), "");
		await mkdir(at("folder"));
	});
	after(() => rm(folder, { recursive: true, force: true }));

	const text = async (path: string, most: number) => Buffer.from(await readRegularFile(path, most)).toString();

	it("accepts the maximum size, and refuses one byte more", async () => {
		assert.equal(await text(at("ten"), 10), "0123456789");
		await assert.rejects(text(at("ten"), 9), FileTooLargeError);
		assert.equal(await text(at("empty"), 0), "");
	});

	it("reads all of a file that takes several steps", async () => {
		const long = "0123456789".repeat(300_000);
		await writeFile(at("long"), long);
		assert.equal(await text(at("long"), long.length), long);
	});

	it("refuses a folder, and reports a missing file like the file system", async () => {
		await assert.rejects(text(at("folder"), 10), NotAFileError);
		await assert.rejects(text(at("nothing"), 10), { code: "ENOENT" });
	});

	describe("where there are such files", () => {
		before(function () {
			if (process.platform === "win32") this.skip();
		});

		it("does not wait for the other end of a pipe, even behind a link", async () => {
			execFileSync("mkfifo", [at("pipe")]);
			await symlink(at("pipe"), at("toPipe"));
			for (const name of ["pipe", "toPipe"]) await assert.rejects(text(at(name), 10), NotAFileError);
		});

		it("does not read a device behind a link", async () => {
			for (const [name, device] of Object.entries({
				zero: "/dev/zero",
				random: "/dev/urandom",
				terminal: "/dev/tty",
			})) {
				await symlink(device, at(name));
				await assert.rejects(text(at(name), 10), NotAFileError);
			}
		});
	});

	it("stops at the limit in a file that claims to be empty", async function () {
		if (process.platform !== "linux") this.skip();
		await symlink("/proc/self/status", at("status"));
		await assert.rejects(text(at("status"), 10), FileTooLargeError);
		assert.match(await text(at("status"), 1024 * 1024), /^Name:/);
	});
});
