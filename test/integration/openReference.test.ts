import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { openReference } from "../../src/vscode/context/openPlace";
import { closeEditors } from "./closeEditors";
import { connectedGateway } from "./connectedGateway";

describe("a place that an answer names, in VS Code", () => {
	const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder is open");
	const link = () => join(folder(), "elsewhere");
	const shown = () => vscode.window.activeTextEditor;
	let outside: string;
	before(async () => {
		// The first text activates Gatehouse, which looks only then where to connect.
		await connectedGateway();
		outside = await mkdtemp(join(tmpdir(), "gatehouse-outside-"));
		await writeFile(join(outside, "notes.md"), "# Elsewhere\n");
		await symlink(outside, link(), "junction");
	});
	beforeEach(closeEditors);
	after(async () => {
		await closeEditors();
		await rm(link(), { force: true });
		await rm(outside, { recursive: true });
	});

	it("is opened with its lines selected, or as it was", async () => {
		await openReference("budget.ts:2-3");
		assert.ok(shown()?.document.uri.path.endsWith("/budget.ts"));
		assert.deepEqual([shown()?.selection.start.line, shown()?.selection.end.line], [1, 2]);
		await openReference("greet.py");
		assert.ok(shown()?.document.uri.path.endsWith("/greet.py"));
	});

	it("is not opened where there is none, outside the workspace, or behind a link that leads out of it", async () => {
		for (const text of ["nowhere.ts:1", "../notes.md", "elsewhere/notes.md:1", "elsewhere/notes.md", "/etc/hosts.md"])
			await assert.rejects(openReference(text), /There is no|Links of this kind/, text);
		assert.equal(shown(), undefined);
	});
});
