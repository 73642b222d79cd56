import assert from "node:assert/strict";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { Commands } from "../../../src/vscode/commands";
import { registerSearch } from "../../../src/vscode/search/registerSearch";
import { answeredWindow } from "../answeredWindow";

describe("index: Pause or Resume after a failure", () => {
	it("has Retry try a failed build again instead of pausing it, even if it would resume by itself", async () => {
		const did: string[] = [];
		const search = {
			builder: { willFinish: false, pause: async () => void did.push("pause") },
			exists: async () => true,
			async build() {
				did.push("build");
				if (did.length > 1) return undefined;
				search.builder.willFinish = true;
				throw new UserError("The gateway cannot be reached.", ["retry"]);
			},
		};
		const run = new Map<string, () => Promise<void> | void>();
		const silent = { debug() {}, info() {}, warn() {}, error() {} };
		const commands = Object.assign(new Commands(silent, (text) => text), {
			register(name: string, command: () => Promise<void> | void) {
				run.set(name, command);
				return new vscode.Disposable(() => {});
			},
		});
		const { registerTool } = vscode.lm;
		const shown = answeredWindow((choices) => choices.find((choice) => choice === "Retry"));
		try {
			// The extension itself has already registered its tool.
			Object.assign(vscode.lm, { registerTool: () => new vscode.Disposable(() => {}) });
			registerSearch({ commands, search: { load: async () => search } } as never);
			await run.get("pauseIndex")?.();
		} finally {
			Object.assign(vscode.lm, { registerTool });
			shown.dispose();
		}
		assert.equal(shown.errors.length, 1);
		assert.deepEqual(did, ["build", "build"]);
	});
});
