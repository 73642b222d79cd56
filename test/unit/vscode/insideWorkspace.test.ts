import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../../src/core/base/errors";
import { insideWorkspace } from "../../../src/core/edits/apply/insideWorkspace";
import { isSensitiveOutside } from "../../../src/core/edits/apply/pathRules";
import { realPaths } from "../../../src/vscode/adapters/realPaths";
import { harmlessPaths, hostilePaths, type LinkedFolder, makeLinkedFolder, sensitivePaths } from "./linkedFolder";

/** The places to which paths may lead; the tests of new files in VS Code show that nothing else is written. */
describe("paths: a disk with links", () => {
	let disk: LinkedFolder;
	before(async () => {
		disk = await makeLinkedFolder();
	});
	after(() => disk?.remove());

	it("include at least forty hostile ones, each once", () => {
		assert.ok(hostilePaths.length >= 40);
		assert.equal(new Set(hostilePaths).size, hostilePaths.length);
	});

	for (const path of hostilePaths) {
		it(`${JSON.stringify(path).slice(0, 50)} is refused`, () =>
			assert.rejects(
				insideWorkspace(disk.folder, path, realPaths),
				(error) => error instanceof UserError && error.message.length > 20,
			));
	}

	for (const path of harmlessPaths) {
		it(`${JSON.stringify(path)} leads to its own place`, async () => {
			const allowed = await insideWorkspace(disk.folder, path, realPaths);
			assert.deepEqual(allowed, { path: path.replace(/^\.\//, "").replaceAll("\\", "/"), sensitive: false });
		});
	}

	it("are requested if they are missing, without quoting an empty path", async () => {
		for (const path of ["", "  "])
			await assert.rejects(insideWorkspace(disk.folder, path, realPaths), {
				name: "UserError",
				message: /^Enter the path/,
			});
	});

	it("may lead into a workspace that is itself a link", async () => {
		const allowed = await insideWorkspace(join(disk.parent, "linkToWorkspace"), "src/through.ts", realPaths);
		assert.equal(allowed.path, "src/through.ts");
	});

	it("need another confirmation if VS Code or another tool runs the file, in upper or lower case", async () => {
		const sensitive = async (path: string) => (await insideWorkspace(disk.folder, path, realPaths)).sensitive;
		for (const path of sensitivePaths) {
			assert.equal(await sensitive(path), true, path);
			assert.equal(isSensitiveOutside(`/home/me/${path}`), true, path);
		}
		assert.equal(isSensitiveOutside("C:\\Users\\me\\.npmrc"), true);
		assert.equal(isSensitiveOutside("/home/me/notes.txt"), false);
		await mkdir(join(disk.folder, ".vscode"), { recursive: true });
		await symlink(join(disk.folder, ".vscode"), join(disk.folder, "settingsLink"));
		assert.equal(await sensitive("settingsLink/tasks.json"), true);
		assert.equal(await sensitive("src/a.ts"), false);
	});
});
