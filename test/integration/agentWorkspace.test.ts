import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { ChangedMeanwhileError } from "../../src/core/agent/changes/changePorts";
import { ToolError } from "../../src/core/agent/loop/agentTool";
import type { AgentWorkspace } from "../../src/core/agent/tools/agentWorkspace";
import { systemClock } from "../../src/core/base/systemClock";
import { taskWorkspace } from "../../src/vscode/agent/taskWorkspace";
import { closeEditors } from "./editors";
import { until } from "./shownEdit";

/** In the real extension host: the workspace as the agent's tools see it. */
describe("agent: the workspace", () => {
	const { signal } = new AbortController();
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	const root = folder?.uri ?? assert.fail("no folder is open");
	const pathOf = (path: string) => join(root.fsPath, path);
	const text = async (path: string) => new TextDecoder().decode(await workspace.read(path));
	let workspace: AgentWorkspace;
	before(async () => {
		workspace = await taskWorkspace(root, systemClock);
		await writeFile(pathOf(".gitignore"), "ignored.txt\n");
		await writeFile(pathOf("ignored.txt"), "needle\n");
		await writeFile(pathOf("notes.txt"), "first\nA Needle here\n");
	});
	afterEach(closeEditors);
	after(async () => {
		for (const path of [".gitignore", "ignored.txt", "notes.txt"]) await rm(pathOf(path), { force: true });
	});

	it("contains the files that Git does not ignore", async () => {
		const { paths, cut } = await workspace.list(signal);
		assert.ok(paths.includes("notes.txt") && paths.includes("budget.ts"));
		assert.ok(!paths.includes("ignored.txt"));
		assert.equal(cut, false);
		assert.equal(await workspace.ignores("ignored.txt"), true);
	});

	it("is searched with VS Code's own ripgrep, for texts and for patterns", async () => {
		const search = workspace.grep ?? assert.fail("there is no ripgrep");
		const wants = () => true;
		const found = [{ path: "notes.txt", line: 2, text: "A Needle here" }];
		assert.deepEqual(await search({ text: "needle", isPattern: false, most: 10, wants }, signal), found);
		assert.deepEqual(await search({ text: "^a n\\w+", isPattern: true, most: 10, wants }, signal), found);
		assert.deepEqual(await search({ text: "needl.", isPattern: false, most: 10, wants }, signal), []);
		await assert.rejects(search({ text: "(", isPattern: true, most: 10, wants }, signal), ToolError);
	});

	it("has the unsaved text of editors, saves it with a change, and lets the editor undo that", async () => {
		const document = await vscode.workspace.openTextDocument(pathOf("notes.txt"));
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "unsaved "));
		assert.equal(workspace.hasUnsaved("notes.txt"), true);
		assert.equal(await text("notes.txt"), "unsaved first\nA Needle here\n");
		const changed = new TextEncoder().encode("changed\n");
		await assert.rejects(workspace.write("notes.txt", changed, changed), ChangedMeanwhileError);
		assert.equal(document.getText(), "unsaved first\nA Needle here\n");
		await workspace.write("notes.txt", changed, await workspace.read("notes.txt"));
		assert.equal(document.isDirty, false);
		assert.equal(document.getText(), "changed\n");
		assert.equal(await text("notes.txt"), "changed\n");
		await vscode.commands.executeCommand("undo");
		assert.equal(document.getText(), "unsaved first\nA Needle here\n");
		await document.save();
	});

	it("does not delete a file whose editor has unsaved changes", async () => {
		const document = await vscode.workspace.openTextDocument(pathOf("notes.txt"));
		const editor = await vscode.window.showTextDocument(document);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "unsaved "));
		await assert.rejects(workspace.remove("notes.txt", undefined), /has unsaved changes/);
		await vscode.commands.executeCommand("undo");
		await document.save();
		assert.ok((await text("notes.txt")).length > 0);
	});

	it("does not change or delete a notebook whose cells have unsaved changes", async () => {
		const uri = vscode.Uri.joinPath(root, "notes.ipynb");
		await writeFile(uri.fsPath, JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
		const notebook = await vscode.workspace.openNotebookDocument(uri);
		await vscode.window.showNotebookDocument(notebook);
		const edit = new vscode.WorkspaceEdit();
		const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "1", "python");
		edit.set(uri, [vscode.NotebookEdit.insertCells(0, [cell])]);
		assert.ok(await vscode.workspace.applyEdit(edit));
		const isDirty = () => vscode.window.tabGroups.activeTabGroup.activeTab?.isDirty === true;
		await until(() => isDirty() || undefined);
		assert.equal(workspace.hasUnsaved("notes.ipynb"), true);
		const before = await workspace.read("notes.ipynb");
		await assert.rejects(workspace.write("notes.ipynb", new TextEncoder().encode("{}"), before), /has unsaved changes/);
		await assert.rejects(workspace.remove("notes.ipynb", before), /has unsaved changes/);
		await vscode.commands.executeCommand("workbench.action.files.revert");
		await until(() => !isDirty() || undefined);
		await workspace.remove("notes.ipynb", before);
	});

	it("has files read-only that the settings name, and no others", async () => {
		const files = vscode.workspace.getConfiguration("files");
		const { Global } = vscode.ConfigurationTarget;
		const states = async () => [await workspace.isReadOnly?.("notes.txt"), await workspace.isReadOnly?.("budget.ts")];
		try {
			assert.deepEqual(await states(), [false, false]);
			await files.update("readonlyInclude", { "*.txt": true }, Global);
			assert.deepEqual(await states(), [true, false]);
			await files.update("readonlyExclude", { "**/notes.txt": true }, Global);
			assert.deepEqual(await states(), [false, false]);
			assert.equal(await workspace.isReadOnly?.("missing.ts"), false);
			// Without an absolute pattern in the setting, patterns do not apply to folders above the workspace.
			const above = basename(dirname(root.fsPath));
			await files.update("readonlyInclude", { [`**/${above}/**`]: true }, Global);
			await files.update("readonlyExclude", undefined, Global);
			assert.deepEqual(await states(), [false, false]);
			await files.update("readonlyInclude", { [`**/${above}/**`]: true, "/none": false }, Global);
			assert.deepEqual(await states(), [true, true]);
			await writeFile(pathOf("logo.png"), new Uint8Array([0x89, 0x50, 0, 0, 0xff]));
			await files.update("readonlyInclude", { "**/*.png": true }, Global);
			assert.equal(await workspace.isReadOnly?.("logo.png"), true);
			assert.deepEqual(await states(), [false, false]);
		} finally {
			await rm(pathOf("logo.png"), { force: true });
			for (const name of ["readonlyInclude", "readonlyExclude"]) await files.update(name, undefined, Global);
		}
	});

	it("no longer waits for problems to settle once that is cancelled", async () => {
		const timers = new Set<object>();
		const clock = {
			after: () => {
				const timer = { dispose: () => timers.delete(timer) };
				timers.add(timer);
				return timer;
			},
		};
		// Its timers never run.
		const waiting = await taskWorkspace(root, clock);
		const stop = new AbortController();
		const found = waiting.problems(undefined, stop.signal);
		await until(() => timers.size === 2 || undefined);
		stop.abort();
		await found;
		assert.equal(timers.size, 0);
		await waiting.problems("notes.txt", stop.signal);
		assert.equal(timers.size, 0);
	});

	it("includes the problems of its files, and of the files in a folder", async () => {
		const collection = vscode.languages.createDiagnosticCollection("test");
		try {
			const range = new vscode.Range(1, 0, 1, 1);
			collection.set(vscode.Uri.joinPath(root, "notes.txt"), [new vscode.Diagnostic(range, "Wrong word")]);
			const [found] = await workspace.problems("notes.txt", signal);
			assert.equal(found?.path, "notes.txt");
			assert.deepEqual(
				found?.problems.map(({ line, severity, message }) => [line, severity, message]),
				[[2, "error", "Wrong word"]],
			);
			for (const path of ["src/a.txt", "src2/a.txt"])
				collection.set(vscode.Uri.joinPath(root, path), [new vscode.Diagnostic(range, "Wrong word")]);
			assert.deepEqual(
				(await workspace.problems("src", signal)).map(({ path }) => path),
				["src/a.txt"],
			);
		} finally {
			collection.dispose();
		}
	});
});
