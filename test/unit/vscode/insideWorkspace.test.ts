import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { UserError } from "../../../src/core/base/errors";
import { insideWorkspace } from "../../../src/core/edits/insideWorkspace";
import { realPaths } from "../../../src/vscode/adapters/realPaths";

/** Paths that a model or a page might make up to write where it must not. */
const hostile: readonly string[] = [
	"",
	"/",
	".",
	"..",
	"../outside.txt",
	"src/../../outside.txt",
	"src/..",
	"src/./../../outside.txt",
	"..\\outside.txt",
	"src\\..\\..\\outside.txt",
	"/etc/passwd",
	"//server/share/file.txt",
	"\\\\server\\share\\file.txt",
	"C:\\Windows\\win.ini",
	"c:outside.txt",
	"~/outside.txt",
	"~root/outside.txt",
	"file:///etc/passwd",
	"%2e%2e/outside.txt",
	"src/%2e%2e%2foutside.txt",
	"src//outside.txt",
	"src/",
	"..../outside.txt",
	"src/... /outside.txt",
	"．．/outside.txt",
	"..／outside.txt",
	"..∕outside.txt",
	"\u2025/outside.txt",
	".\u200b./outside.txt",
	".git/config",
	".git/hooks/pre-commit",
	".GIT/config",
	".Git/hooks/pre-commit",
	".git./config",
	".git /config",
	".g\u200cit/config",
	".ｇｉｔ/config",
	"GIT~1/config",
	".git::$INDEX_ALLOCATION/config",
	"sub/.git/config",
	"src/.git",
	"src/a.ts\u0000.txt",
	"src/a\n.ts",
	"src/a.ts:stream",
	"src/con",
	"src/NUL.txt",
	"aux/file.txt",
	"src/COM1.log",
	"src/lpt9",
	"src/COM¹",
	"src/name.",
	"src/name ",
	" src/name",
	"src/a*.ts",
	"src/what?.ts",
	"src/\u202etxt.exe",
	`src/${"a".repeat(300)}`,
	`${"a/".repeat(600)}b`,
	"linkOut/file.txt",
	"linkOut/new/deep/file.txt",
	"linkUp/outside.txt",
	"linkFile.txt",
	"linkNowhere.txt",
	"linkNowhereFolder/file.txt",
	"src/linkToGit/config",
	"linkOfLink/file.txt",
	"linkBeside/file.txt",
];

const harmless: readonly string[] = [
	"a.ts",
	"./a.ts",
	"src/a.ts",
	"src\\windows\\a.ts",
	"new/deep/er/file.txt",
	".github/workflows/ci.yml",
	".gitignore",
	".env.example",
	"src/é 漢字.ts",
	"src/context.ts",
	"linkIn/b.ts",
	"a..b.ts",
	"...rest.ts",
];

describe("paths on a disk with links", () => {
	let parent: string;
	let folder: string;
	// With their types, so that no link is followed.
	const seen = async () =>
		(await readdir(parent, { recursive: true, withFileTypes: true }))
			.map((entry) => relative(parent, join(entry.parentPath, entry.name)))
			.sort();

	before(async () => {
		parent = await mkdtemp(join(tmpdir(), "gatehouse-paths-"));
		folder = join(parent, "workspace");
		for (const path of ["workspace/src", "workspace/.git/hooks", "outside/deep", "workspace-beside"]) {
			await mkdir(join(parent, path), { recursive: true });
		}
		await writeFile(join(parent, "outside.txt"), "as it was");
		await writeFile(join(folder, ".git", "config"), "as it was");
		await symlink(join(parent, "outside"), join(folder, "linkOut"));
		await symlink("..", join(folder, "linkUp"));
		await symlink(join(parent, "outside.txt"), join(folder, "linkFile.txt"));
		await symlink(join(parent, "not-there.txt"), join(folder, "linkNowhere.txt"));
		await symlink(join(parent, "not-there"), join(folder, "linkNowhereFolder"));
		await symlink(join(folder, ".git"), join(folder, "src", "linkToGit"));
		await symlink("linkOut", join(folder, "linkOfLink"));
		await symlink(join(parent, "workspace-beside"), join(folder, "linkBeside"));
		await symlink("src", join(folder, "linkIn"));
		await symlink(folder, join(parent, "linkToWorkspace"));
	});
	after(() => rm(parent, { recursive: true, force: true }));

	/** Writes as an accepted new file is written. */
	async function write(root: string, path: string): Promise<void> {
		const { path: allowed } = await insideWorkspace(root, path, realPaths);
		await mkdir(dirname(join(root, allowed)), { recursive: true });
		await writeFile(join(root, allowed), "written");
	}

	it("are at least forty hostile ones, each once", () => {
		assert.ok(hostile.length >= 40);
		assert.equal(new Set(hostile).size, hostile.length);
	});

	for (const path of hostile) {
		it(`nothing is written to ${JSON.stringify(path).slice(0, 50)}`, async () => {
			const before = await seen();
			await assert.rejects(write(folder, path), (error) => error instanceof UserError && error.message.length > 20);
			assert.deepEqual(await seen(), before);
			assert.equal(await readFile(join(parent, "outside.txt"), "utf8"), "as it was");
			assert.equal(await readFile(join(folder, ".git", "config"), "utf8"), "as it was");
		});
	}

	for (const path of harmless) {
		it(`${JSON.stringify(path)} is written where it says`, async () => {
			const outside = (await seen()).filter((name) => !name.startsWith("workspace/"));
			await write(folder, path);
			const plain = path.replace(/^\.\//, "").replaceAll("\\", "/");
			assert.equal(await readFile(join(folder, plain), "utf8"), "written");
			assert.deepEqual(
				(await seen()).filter((name) => !name.startsWith("workspace/")),
				outside,
			);
		});
	}

	it("lead into a workspace that is itself a link", async () => {
		await write(join(parent, "linkToWorkspace"), "src/through.ts");
		assert.equal(await readFile(join(folder, "src", "through.ts"), "utf8"), "written");
	});

	it("are asked about once more where they change what VS Code does, whatever their letters", async () => {
		const sensitive = async (path: string) => (await insideWorkspace(folder, path, realPaths)).sensitive;
		for (const path of [
			".vscode/settings.json",
			".VSCode/tasks.json",
			"sub/.vscode/launch.json",
			"my.code-workspace",
			"My.Code-Workspace",
		]) {
			assert.equal(await sensitive(path), true, path);
		}
		await mkdir(join(folder, ".vscode"), { recursive: true });
		await symlink(join(folder, ".vscode"), join(folder, "settingsLink"));
		assert.equal(await sensitive("settingsLink/tasks.json"), true);
		assert.equal(await sensitive("src/a.ts"), false);
	});
});
