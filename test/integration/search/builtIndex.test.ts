import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds } from "../../../src/vscode/commands";
import type { WorkspaceSearch } from "../../../src/vscode/search/index/workspaceSearch";
import { buildIndex } from "../../../src/vscode/search/searchActions";
import { answeredWindow } from "../answeredWindow";

describe("index: a finished build", () => {
	it("warns about chunks that the gateway refused, and leads to their files", async () => {
		const outcome = { embedded: 3, refused: ["a.ts", "b.ts"], refusal: "Too long." };
		const search = { build: async () => ({ plan: { files: 9 }, outcome, declined: false }) };
		const done = Promise.withResolvers<string>();
		const { executeCommand } = vscode.commands;
		const shown = answeredWindow((choices) => choices.find((choice) => choice === "Show Index"));
		Object.assign(vscode.commands, { executeCommand: async (id: string) => done.resolve(id) });
		try {
			await buildIndex(search as unknown as WorkspaceSearch);
			assert.equal(await done.promise, commandIds.showIndex);
		} finally {
			Object.assign(vscode.commands, { executeCommand });
			shown.dispose();
		}
		const [[text = "", ...choices] = []] = shown.warnings;
		assert.match(text, /is built, but .*refused .*\(2\): Too long\.$/);
		assert.deepEqual([choices, shown.warnings.length], [["Search…", "Show Index"], 1]);
	});
});
