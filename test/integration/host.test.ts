import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";

describe("extension host", () => {
	it("is a real VS Code", () => {
		assert.match(vscode.version, /^\d+\.\d+\.\d+/);
	});

	it("has the sample workspace open", () => {
		const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => basename(uri.path));
		assert.deepEqual(folders, ["sample-workspace"]);
	});

	it("finds Gatehouse", () => {
		assert.ok(vscode.extensions.getExtension("gatehouse.gatehouse"));
	});
});
