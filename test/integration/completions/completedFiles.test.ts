import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { CompletedFiles, cursorTextIn } from "../../../src/vscode/completions/completedFiles";

describe("completions: the files that may be sent, in VS Code", () => {
	let root: string;
	let files: CompletedFiles;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-completed-"));
		for (const [path, text] of Object.entries({
			"repo/.git/info/exclude": "*.mine\n",
			"repo/.gitignore": "dist/\n",
			"repo/a.ts": "const a = 1;\r\nconst b = 2;\r\nconst c = 3;",
			"repo/b.mine": "",
			"repo/dist/c.js": "",
			"repo/d.excluded": "",
			"repo/.env": "",
			"keys/id_rsa": "",
		})) {
			await mkdir(dirname(join(root, path)), { recursive: true });
			await writeFile(join(root, path), text);
		}
		if (process.platform !== "win32") await symlink(join(root, "keys/id_rsa"), join(root, "repo/link.ts"));
		files = new CompletedFiles(
			{ now: () => 0 },
			() => ["**/*.excluded"],
			(error) => {
				throw error;
			},
		);
	});
	after(async () => {
		files?.dispose();
		await rm(root, { recursive: true, force: true, maxRetries: 5 });
	});

	const uri = (path: string) => vscode.Uri.file(join(root, path));

	it("are none outside the workspace either that are ignored, excluded, secret or links to secrets", async () => {
		assert.equal(await files.mayBeSent(uri("repo/a.ts")), true);
		const links = process.platform === "win32" ? [] : ["repo/link.ts"];
		for (const path of ["repo/b.mine", "repo/dist/c.js", "repo/d.excluded", "repo/.env", "repo/gone.ts", ...links])
			assert.equal(await files.mayBeSent(uri(path)), false, path);
		for (const scheme of ["git", "output", "vscode-userdata", "vscode-scm"])
			assert.equal(await files.mayBeSent(uri("repo/a.ts").with({ scheme })), false, scheme);
	});

	for (const scheme of ["vscode-vfs", "gatehouse-memory"])
		it(`are those of virtual workspaces by the same rules: ${scheme}`, async () => {
			const virtual = Object.entries({
				"/owner/repo/.gitignore": "dist/\n",
				"/owner/repo/a.ts": "",
				"/owner/repo/dist/b.js": "",
				"/owner/repo/c.excluded": "",
				"/owner/repo/.env": "",
			});
			const texts = new Map(virtual.map(([path, text]) => [path, new TextEncoder().encode(text)]));
			const registered = vscode.workspace.registerFileSystemProvider(scheme, virtualFiles(texts));
			try {
				const there = (path: string) => vscode.Uri.from({ scheme, authority: "github", path });
				// VS Code has the facts about a file system before a document from it.
				await vscode.workspace.openTextDocument(there("/owner/repo/a.ts"));
				assert.equal(await files.mayBeSent(there("/owner/repo/a.ts")), true);
				for (const path of ["dist/b.js", "c.excluded", ".env"])
					assert.equal(await files.mayBeSent(there(`/owner/repo/${path}`)), false, path);
			} finally {
				registered.dispose();
			}
		});

	it("include none of a file system that cannot be written to", async () => {
		const scheme = "gatehouse-read";
		const virtual = virtualFiles(new Map([["/a.ts", new Uint8Array()]]));
		const registered = vscode.workspace.registerFileSystemProvider(scheme, virtual, { isReadonly: true });
		try {
			const there = vscode.Uri.from({ scheme, path: "/a.ts" });
			await vscode.workspace.openTextDocument(there);
			assert.equal(await files.mayBeSent(there), false);
		} finally {
			registered.dispose();
		}
	});

	it("do not reveal their paths outside the workspace, and have only line feeds", async () => {
		const document = await vscode.workspace.openTextDocument(uri("repo/a.ts"));
		assert.equal(document.eol, vscode.EndOfLine.CRLF);
		const cursor = cursorTextIn(document, new vscode.Position(1, 9));
		assert.deepEqual(
			[cursor.path, cursor.before, cursor.after],
			["a.ts", "const a = 1;\nconst b =", " 2;\nconst c = 3;"],
		);
		assert.equal(cursor.offset, cursor.before.length);
	});

	it("include those that were closed last, each once", async () => {
		await writeFile(uri("repo/closed.closing").fsPath, "one\n");
		await writeFile(uri("repo/here.closing").fsPath, "two\n");
		const closed = uri("repo/closed.closing");
		const document = await vscode.workspace.openTextDocument(uri("repo/here.closing"));
		const related = () => files.related(document).map(({ path, text }) => [path, text]);
		await vscode.commands.executeCommand("vscode.open", closed);
		assert.equal(await files.mayBeSent(closed), true);
		const closing = new Promise<void>((resolve) => {
			const listening = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
				if (uri.toString() !== closed.toString()) return;
				listening.dispose();
				resolve();
			});
		});
		await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
		await closing;
		// The facts about the document were removed when it was closed.
		assert.deepEqual(related(), []);
		assert.equal(await files.mayBeSent(closed), true);
		assert.deepEqual(related(), [["closed.closing", "one\n"]]);
		await vscode.workspace.openTextDocument(closed);
		assert.deepEqual(related(), [["closed.closing", "one\n"]]);
	});

	it("are the notebook's if the cursor is in a cell", async () => {
		const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "a = 1", "python");
		const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", new vscode.NotebookData([cell]));
		const document = notebook.cellAt(0).document;
		assert.equal(await files.mayBeSent(document.uri), true);
		assert.equal(await files.mayBeSent(document.uri.with({ path: "/elsewhere.ipynb" })), false);
	});
});

/** Read-only files of a virtual workspace. */
function virtualFiles(texts: ReadonlyMap<string, Uint8Array>): vscode.FileSystemProvider {
	const refuse = (uri: vscode.Uri): never => {
		throw vscode.FileSystemError.NoPermissions(uri);
	};
	const textOf = (uri: vscode.Uri) => {
		const text = texts.get(uri.path);
		if (!text) throw vscode.FileSystemError.FileNotFound(uri);
		return text;
	};
	return {
		onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
		watch: () => new vscode.Disposable(() => {}),
		stat: (uri) => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: textOf(uri).length }),
		readDirectory: () => [],
		readFile: textOf,
		writeFile: refuse,
		createDirectory: refuse,
		delete: refuse,
		rename: refuse,
	};
}
