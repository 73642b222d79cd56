import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../src/core/base/event";
import type { BuildState } from "../../src/core/search/buildState";
import type { IndexBuilder } from "../../src/core/search/indexBuilder";
import { viewIndex } from "../../src/vscode/search/indexView";

describe("the index's view", () => {
	it("says in the log why it no longer shows how the index stands, such as when the gateway is gone", async () => {
		const changed = new Emitter<void>();
		let state: BuildState = { type: "paused" };
		const builder = {
			get state() {
				return state;
			},
			onDidChange: changed.event,
		} as IndexBuilder;
		const facts = {
			...{ model: "demo-embed", dimension: 0, files: 0, chunks: 0, contents: 0, missing: 0 },
			...{ leftOut: [], bytesOnDisk: 0, bytesInMemory: 0, changedAt: 0 },
		};
		const logged = Promise.withResolvers<string>();
		const search = {
			builder,
			context: { gatewayName: "Demo", state, language: "en", unlisted: [], away: [] },
			facts: () => Promise.reject(new Error("There is no gateway.")),
			log: { warn: logged.resolve, error: logged.reject },
		};
		const wish = viewIndex(search, facts, false);
		state = { type: "idle" };
		changed.fire();
		assert.match(await logged.promise, /There is no gateway\./);
		await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
		assert.equal(await wish, undefined);
	});
});
