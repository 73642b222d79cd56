import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { appendLogOnDisk } from "../../../src/vscode/adapters/appendLogOnDisk";
import { makePrivate } from "../../../src/vscode/adapters/privateFiles";
import { touchPrivate } from "../../../src/worker/store/indexDatabase";

/** Returns the modes of a folder and everything in it, by path, in octal digits. */
async function modesIn(folder: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = ["", ...entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)))].sort();
	const modes = paths.map(async (path) => [path, ((await stat(join(folder, path))).mode & 0o777).toString(8)]);
	return Object.fromEntries(await Promise.all(modes));
}

/** Windows has no such modes. */
const describeModes = process.platform === "win32" ? describe.skip : describe;

describeModes("private files", () => {
	let root: string;
	let umask: number;
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-private-"));
		umask = process.umask(0);
	});
	afterEach(async () => {
		process.umask(umask);
		await rm(root, { recursive: true, force: true });
	});

	it("are the user's own in conversations, whatever the umask", async () => {
		const folder = join(root, "storage", "conversations");
		await appendLogOnDisk(folder).append("c", "w", "line", true);
		assert.deepEqual(await modesIn(join(root, "storage")), {
			"": "700",
			conversations: "700",
			"conversations/c": "700",
			"conversations/c/w.jsonl": "600",
		});
	});

	it("include those of an earlier version, which are protected once, with the first use", async () => {
		const folder = join(root, "conversations");
		await mkdir(join(folder, "old"), { recursive: true });
		await writeFile(join(folder, "old", "w.jsonl"), "line\n");
		const outside = join(root, "outside.txt");
		await writeFile(outside, "another's");
		await symlink(outside, join(folder, "link"));
		assert.equal((await modesIn(folder))["old/w.jsonl"], "666");

		const log = appendLogOnDisk(folder);
		assert.equal((await log.read("old", assert.fail)).get("w")?.text, "line\n");
		const tight = { "": "700", link: "666", old: "700", "old/w.jsonl": "600" };
		assert.deepEqual(await modesIn(folder), tight);

		// A later manual change stays: the folder itself is private.
		await chmod(join(folder, "old", "w.jsonl"), 0o644);
		await appendLogOnDisk(folder).folders();
		assert.deepEqual(await modesIn(folder), { ...tight, "old/w.jsonl": "644" });
	});

	it("need no protection if the folder does not exist; a folder that cannot be protected is reported", async () => {
		await makePrivate(join(root, "not-there"));
		await writeFile(join(root, "file"), "");
		await assert.rejects(makePrivate(join(root, "file")), { code: "ENOTDIR" });
	});

	it("can be written without protection if the caller says so", async () => {
		const failures: unknown[] = [];
		const protect = () =>
			Promise.reject(new Error("not supported")).catch((error: unknown) => void failures.push(error));
		const log = appendLogOnDisk(join(root, "c"), protect);
		await log.append("c", "w", "line", false);
		await log.append("c", "other", "line", false);
		assert.deepEqual((await log.folders()).length + failures.length, 2);
	});

	it("are created empty with their folders, and kept if they exist", async () => {
		const file = join(root, "index", "deep", "a.sqlite");
		touchPrivate(file);
		await writeFile(file, "kept");
		touchPrivate(file);
		assert.deepEqual(await modesIn(join(root, "index")), { "": "700", deep: "700", "deep/a.sqlite": "600" });
		assert.equal((await stat(file)).size, 4);
	});
});
