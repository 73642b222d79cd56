import assert from "node:assert/strict";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import { TextEdit } from "../../src/core/edits/apply/textEdit";
import { newFileTarget } from "../../src/vscode/actions/edits/newFile";
import { workspacePath } from "../../src/vscode/workspace/workspacePath";
import { harmlessPaths, hostilePaths, type LinkedFolder, makeLinkedFolder } from "../unit/vscode/linkedFolder";
import { closeEditors } from "./editors";

/** The path of a new file, when it is chosen and then accepted, on a real disk. */
describe("new files: in VS Code", () => {
	let disk: LinkedFolder;
	before(async () => {
		disk = await makeLinkedFolder();
	});
	afterEach(closeEditors);
	after(() => disk?.remove());

	const edit = TextEdit.between("", "written").accept();
	const workspaceFolder = (path: string) => ({ uri: vscode.Uri.file(path), name: "linked", index: 0 });
	const outside = async () => (await disk.seen()).filter((name) => !name.startsWith("workspace/"));

	async function write(path: string, root = disk.folder): Promise<unknown> {
		const folder = workspaceFolder(root);
		return newFileTarget(folder, await workspacePath(folder, path)).write(edit);
	}

	it("are never written where they must not be", async () => {
		const before = await disk.seen();
		for (const path of hostilePaths) await assert.rejects(write(path), UserError, path);
		assert.deepEqual(await disk.seen(), before);
	});

	it("are written only to their paths", async () => {
		const before = await outside();
		for (const path of harmlessPaths) {
			const file = join(disk.folder, path.replaceAll("\\", "/"));
			assert.ok(await write(path), path);
			assert.equal(await readFile(file, "utf8"), "written", path);
			// Two of the paths lead to the same file.
			await rm(file);
		}
		assert.ok(await write("src/through.ts", join(disk.parent, "linkToWorkspace")));
		assert.equal(await readFile(join(disk.folder, "src", "through.ts"), "utf8"), "written");
		assert.deepEqual(await outside(), before);
	});

	it("are not written if a link or a file has appeared since their path was chosen", async () => {
		const folder = workspaceFolder(disk.folder);
		const place = await workspacePath(folder, "late/config");
		await symlink(join(disk.parent, "outside"), join(disk.folder, "late"));
		await mkdir(join(disk.folder, "taken.ts"));
		const before = await disk.seen();
		await assert.rejects(newFileTarget(folder, place).write(edit), UserError);
		await assert.rejects(write("taken.ts"), UserError);
		await assert.rejects(write("../taken.ts"), UserError);
		assert.deepEqual(await disk.seen(), before);
	});
});
