import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import { GatewayError } from "../../../src/core/gateway/gatewayError";
import type { IndexBuilder } from "../../../src/core/search/building/indexBuilder";
import type { BuildState } from "../../../src/core/search/model/buildState";
import type { IndexFacts } from "../../../src/core/search/model/indexCatalogue";
import { viewIndex } from "../../../src/vscode/search/index/indexView";

const empty: IndexFacts = {
	...{ model: "demo-embed", dimension: 0, files: 0, chunks: 0, contents: 0, missing: 0 },
	...{ leftOut: [], bytesOnDisk: 0, bytesInMemory: 0, changedAt: 0 },
};

/** Opens the view of an index with a builder in this state. */
function openView(first: BuildState, facts = empty, look = async () => facts) {
	const changed = new Emitter<void>();
	let state = first;
	const builder = {
		get state() {
			return state;
		},
		onDidChange: changed.event,
	} as IndexBuilder;
	const logged = Promise.withResolvers<string>();
	const search = {
		builder,
		context: { gatewayName: "Demo", state, language: "en", unlisted: [], away: [] },
		facts: look,
		log: { debug: () => {}, info: () => {}, warn: logged.resolve, error: logged.reject },
	};
	const { createQuickPick } = vscode.window;
	const pick = createQuickPick();
	Object.assign(vscode.window, { createQuickPick: () => pick });
	const choice = viewIndex(search, facts, false);
	Object.assign(vscode.window, { createQuickPick });
	return {
		pick,
		logged: logged.promise,
		labels: () => pick.items.map(({ label }) => label),
		/** Settles when the view has processed the change. */
		async become(next: BuildState) {
			state = next;
			changed.fire();
			await setImmediate();
		},
		async leave() {
			await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
			assert.equal(await choice, undefined);
		},
	};
}

describe("index: its view", () => {
	it("logs why it no longer shows the state of the index, such as when the gateway was removed", async () => {
		const gone = () => Promise.reject(new Error("There is no gateway."));
		const { become, logged, leave } = openView({ type: "paused" }, empty, gone);
		await become({ type: "idle" });
		assert.match(await logged, /There is no gateway\./);
		await leave();
	});

	it("offers to pause another window's build, but nothing if that has nothing to do", async () => {
		const refused = { contents: 2, paths: ["long.ts"], cause: "Too long." };
		for (const [missing, offered] of [
			[3, ["Pause"]],
			[2, []],
		] as const) {
			const { labels, leave } = openView({ type: "elsewhere" }, { ...empty, contents: 9, missing, refused });
			const actions = labels().slice(labels().indexOf("") + 1);
			assert.deepEqual(actions, [...offered, "Open Report", "Delete Index…"]);
			await leave();
		}
	});

	it("says in a separate row why it waits for a busy gateway; the row's title says until when", async () => {
		const progress = { phase: "embedding", done: 9, total: 10, before: 8 } as const;
		const running = { type: "running", progress, asked: false } as const;
		const waiting = (until: number): BuildState => {
			const cause = new GatewayError("rateLimited", "All seats are taken.");
			return { ...running, progress: { ...progress, wait: { until, cause } } };
		};
		const { pick, labels, become, leave } = openView(running);
		const before = labels();
		assert.equal(pick.title, "Chunks embedded: 9 of 10");
		await become(waiting(1_000));
		assert.deepEqual(labels(), ["Being built", "All seats are taken.", ...before.slice(1)]);
		const { items, title } = pick;
		assert.match(title ?? "", /^Index 90% · waiting until \d/);
		await become(waiting(61_000));
		assert.notEqual(pick.title, title);
		assert.equal(pick.items, items, "new rows are read aloud");
		await become(running);
		assert.deepEqual(labels(), before);
		await leave();
	});
});
