import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import { GitIgnore } from "../../src/vscode/workspace/gitIgnore";
import { gitPlace } from "../../src/vscode/workspace/gitPlace";

describe("Git ignore: the workspace's ignored files, in VS Code", () => {
	let root: string;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-ignore-"));
		const files = {
			".gitignore": "*.ts\n",
			"repo/.git/info/exclude": "notes/\n*.mine\n",
			"repo/.gitignore": "dist/\n*.local\n!kept.mine\nprivate/\n",
			"repo/.git/worktrees/tree/commondir": "../..\n",
			"tree/.git": `gitdir: ${join(root, "repo", ".git", "worktrees", "tree").replaceAll("\\", "/")}\n`,
			"tree/.gitignore": "*.tmp\n",
			"modules/.git/modules/part/info/exclude": "*.part\n",
			"modules/part/.git": "gitdir: ../.git/modules/part\n",
			"many/one/.git/info/exclude": "*.one\n",
			"odd/.git": "no place\n",
			"looped/sub/.gitignore": "*.sub\n",
			"global/.git/info/exclude": "!a.exclude\n",
			"global/.gitignore": "!a.rules\n",
			"global/deep/.gitignore": "!a.deep\n",
		};
		for (const [path, text] of Object.entries(files)) {
			await mkdir(dirname(join(root, path)), { recursive: true });
			await writeFile(join(root, path), text);
		}
		// A link that leads to itself: VS Code cannot determine its type.
		await symlink(join(root, "looped", ".git"), join(root, "looped", ".git"), "junction");
	});
	after(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

	const uri = (path: string) => vscode.Uri.file(join(root, path));
	const app = "repo/packages/app";

	/** The opened folders, files that are ignored, and files that are not, by the title of the test. */
	const cases: Readonly<Record<string, readonly [readonly string[], readonly string[], readonly string[]]>> = {
		"applies the rules of the folders above, up to the repository's root": [
			[app],
			[`${app}/dist/a.js`, `${app}/deep/b.local`, `${app}/notes/a.md`, `${app}/a.mine`],
			[`${app}/a.ts`, `${app}/kept.mine`, "elsewhere.local"],
		],
		"applies them in a folder that is opened together with the folder around it": [
			["repo", app],
			[`${app}/dist/a.js`, `${app}/a.mine`],
			[`${app}/a.ts`],
		],
		"applies the exclude file of its repository in a worktree": [
			["tree"],
			["tree/a.tmp", "tree/a.mine"],
			["tree/a.local", "tree/a.ts"],
		],
		"applies a submodule's own exclude file in it": [
			["modules/part"],
			["modules/part/a.part"],
			["modules/part/a.mine"],
		],
		"applies the rules of each repository in a folder that is not one": [
			["many"],
			["many/one/a.one"],
			["many/a.one", "many/one/a.ts"],
		],
		"ignores nothing without a repository, whatever the folders above say": [["odd"], [], ["odd/a.ts"]],
		"applies the user's global rules, unless the repository's rules say otherwise": [
			["global"],
			["global/a.everywhere", "global/deep/a.everywhere", "global/a.deep"],
			["global/a.exclude", "global/a.rules", "global/deep/a.deep"],
		],
		"does not apply the global rules without a repository": [["odd"], [], ["odd/a.everywhere"]],
		"applies only the folder's own rules if it cannot be found out whether it is in a repository": [
			["looped/sub"],
			["looped/sub/a.sub"],
			["looped/sub/a.ts", "looped/sub/a.everywhere"],
		],
		"does not ignore a folder that the rules above ignore, but that was opened itself": [
			["repo/private"],
			[],
			["repo/private/a.ts", "repo/private/a.local"],
		],
		"does not ignore it either when it is opened together with the folder around it": [
			["repo", "repo/private"],
			["repo/a.local"],
			["repo/private/a.ts"],
		],
	};
	for (const [what, [opened, ignored, others]] of Object.entries(cases)) {
		it(what, async () => {
			const rules = new GitIgnore(opened.map(uri), async () => "*.everywhere\na.exclude\na.rules\na.deep\n");
			for (const path of ignored) assert.equal(await rules.ignores(uri(path)), true, path);
			for (const path of others) assert.equal(await rules.ignores(uri(path)), false, path);
		});
	}
});

describe("Git ignore: the path in a .git file", () => {
	const repository = vscode.Uri.parse("file://server/share/repo");
	const local = vscode.Uri.parse("file:///c:/repo");
	const [windows, linux, trusted] = [true, false, true];

	it("can lead to another computer on Windows", () => {
		for (const path of ["//server/share/main/.git\n", "\\\\server\\share\\main\\.git"])
			for (const from of [repository, local])
				assert.equal(`${gitPlace(from, path, windows, trusted)}`, "file://server/share/main/.git");
	});

	it("leads from an untrusted workspace only to the workspace's own computer", () => {
		assert.equal(gitPlace(local, "//other/share/.git", windows, !trusted), undefined);
		assert.equal(gitPlace(repository, "\\\\other\\share\\.git", windows, !trusted), undefined);
		assert.equal(`${gitPlace(repository, "//Server/share/.git", windows, !trusted)}`, "file://server/share/.git");
	});

	it("is absolute, or relative to the folder of the file", () => {
		assert.equal(`${gitPlace(local, "D:/main/.git", windows, !trusted)}`, "file:///d%3A/main/.git");
		const folder = vscode.Uri.file("/home/repo");
		assert.equal(gitPlace(folder, "/main/.git\n", linux, !trusted)?.path, "/main/.git");
		assert.equal(gitPlace(folder, "//server/share/.git", linux, !trusted)?.path, "/server/share/.git");
		assert.equal(gitPlace(folder, "../main/.git", linux, !trusted)?.path, "/home/main/.git");
	});
});

describe("Git ignore: a folder that may be a repository", () => {
	it("is an error, rather than a folder without rules", async () => {
		// A name that is invalid on every system, even for an administrator.
		const folder = vscode.Uri.file(join(tmpdir(), "no\0name"));
		const error = (one: unknown) => one instanceof UserError && /\.git cannot be read/.test(one.message);
		await assert.rejects(new GitIgnore([folder]).ignores(vscode.Uri.joinPath(folder, "a.ts")), error);
	});
});

describe("Git ignore: a .gitignore file that cannot be read", () => {
	const scheme = "gatehouse-locked";
	const folder = vscode.Uri.from({ scheme, path: "/repo" });
	const rules = ["/repo/.gitignore"];
	let provided: vscode.Disposable;
	before(() => {
		const isThere = (uri: vscode.Uri) => [folder.path, ...rules].includes(uri.path);
		const refuse = (uri: vscode.Uri) => {
			throw vscode.FileSystemError.NoPermissions(uri);
		};
		const provider: vscode.FileSystemProvider = {
			onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
			watch: () => new vscode.Disposable(() => {}),
			stat: (uri) => {
				if (!isThere(uri)) throw vscode.FileSystemError.FileNotFound(uri);
				const type = rules.includes(uri.path) ? vscode.FileType.File : vscode.FileType.Directory;
				return { type, ctime: 0, mtime: 0, size: 1 };
			},
			readFile: refuse,
			readDirectory: () => [],
			writeFile: refuse,
			createDirectory: refuse,
			delete: refuse,
			rename: refuse,
		};
		provided = vscode.workspace.registerFileSystemProvider(scheme, provider, { isReadonly: true });
	});
	after(() => provided.dispose());

	it("does not mean that nothing is ignored", async () => {
		const file = vscode.Uri.joinPath(folder, "a.ts");
		const error = (one: unknown) => one instanceof UserError && /\.gitignore cannot be read/.test(one.message);
		await assert.rejects(new GitIgnore([folder]).ignores(file), error);
		assert.deepEqual(await new GitIgnore([folder]).doubt([file]), { ignored: false, unreadableRules: ".gitignore" });
		rules.length = 0;
		assert.equal(await new GitIgnore([folder]).ignores(file), false, "without the file, nothing is ignored");
	});
});
