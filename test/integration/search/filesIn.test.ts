import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import * as vscode from "vscode";
import { filesInParts } from "../../../src/vscode/workspace/filesIn";

describe("index: the files in a folder", () => {
	const list = async (signal: AbortSignal) => {
		const [folder] = vscode.workspace.workspaceFolders ?? [];
		const found: vscode.Uri[] = [];
		for await (const some of filesInParts(folder?.uri, "**/*", 10, signal)) found.push(...some);
		return found;
	};

	it("remove their listener from a signal that is never aborted", async () => {
		const { signal } = new AbortController();
		assert.ok((await list(signal)).length > 0);
		assert.deepEqual(getEventListeners(signal, "abort"), []);
	});

	it("are not searched after a cancellation", async () => {
		assert.deepEqual(await list(AbortSignal.abort()), []);
	});
});
