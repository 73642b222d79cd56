import assert from "node:assert/strict";
import { UserError } from "../../../../src/core/base/errors";
import { Emitter } from "../../../../src/core/base/event";
import { IndexBuilder } from "../../../../src/core/search/indexBuilder";
import { type BuildPlan, BuiltElsewhereError, type SearchIndex } from "../../../../src/core/search/searchIndex";
import { memoryState } from "../memoryPorts";

const plan: BuildPlan = { gatewayName: "Demo", model: "demo-embed", files: 2, chunks: 3, missing: 3, tokens: 300 };
const yes = async () => true;
const no = async () => false;

/** An index that notes what is asked of it. */
function fakeIndex(fails: { prepare?: Error; build?: Error } = {}) {
	const calls: string[] = [];
	let missing = plan.missing;
	let hold: Promise<void> | undefined;
	const index: SearchIndex = {
		async prepare() {
			calls.push("prepare");
			if (fails.prepare) throw fails.prepare;
			return { ...plan, missing };
		},
		async build(signal, onProgress) {
			calls.push("build");
			onProgress({ phase: "embedding", done: 1, total: 3 });
			if (hold) await Promise.race([hold, aborted(signal)]);
			signal.throwIfAborted();
			if (fails.build) throw fails.build;
			missing = 0;
			return { embedded: 3, refused: [] };
		},
		async follow(paths) {
			calls.push(`follow ${paths.join()}`);
			missing = 1;
			return missing;
		},
		search: async () => [],
		facts: async () => undefined,
		delete: async () => void calls.push("delete"),
		close: async () => {},
		onDidChange: new Emitter<void>().event,
	};
	return { index, calls, fails, hold: (until: Promise<void>) => (hold = until) };
}

const aborted = (signal: AbortSignal) =>
	new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

describe("the builder of the index", () => {
	const setUp = (fails?: Parameters<typeof fakeIndex>[0]) => {
		const fake = fakeIndex(fails);
		const state = memoryState();
		const world = { ...fake, state, key: "demo" };
		const builder = new IndexBuilder({ index: fake.index, key: async () => world.key, state });
		return { world, builder, calls: fake.calls, state };
	};

	it("sends nothing unless the user agrees", async () => {
		const { builder, calls } = setUp();
		const result = await builder.build(no);
		assert.equal(result?.declined, true);
		await builder.refresh();
		await builder.follow(["a.ts"]);
		assert.deepEqual(calls, ["prepare"]);
		assert.equal(builder.state.type, "idle");
	});

	it("asks once for each gateway and model", async () => {
		const { world, builder, state } = setUp();
		let asked = 0;
		const agree = async () => ++asked > 0;
		await builder.build(agree);
		await new IndexBuilder({ index: fakeIndex().index, key: async () => "demo", state }).build(agree);
		assert.equal(asked, 1, "a later window remembers");
		world.key = "another model";
		await new IndexBuilder({ index: fakeIndex().index, key: async () => world.key, state }).build(agree);
		assert.equal(asked, 2);
	});

	it("follows changes by itself once it may, several at a time", async () => {
		const { builder, calls } = setUp();
		await builder.build(yes);
		await Promise.all([builder.follow(["a.ts"]), builder.follow(["b.ts"])]);
		assert.deepEqual(calls, ["prepare", "build", "follow a.ts,b.ts", "build"]);
	});

	it("pauses in the middle, stays paused in a later window, and goes on when asked", async () => {
		const { world, builder, state } = setUp();
		world.hold(new Promise(() => {}));
		const running = new Promise<void>((resolve) => {
			builder.onDidChange(() => builder.state.type === "running" && builder.state.progress.done === 1 && resolve());
		});
		const building = builder.build(yes);
		await running;
		await builder.pause();
		assert.equal(await building, undefined);
		assert.equal(builder.state.type, "paused");
		const later = fakeIndex();
		const window = new IndexBuilder({ index: later.index, key: async () => "demo", state });
		assert.equal(window.state.type, "paused", "it is said from the start");
		await window.refresh();
		assert.deepEqual(later.calls, []);
		assert.equal((await window.build(no))?.outcome?.embedded, 3);
		assert.equal(window.paused, false);
	});

	it("keeps a failure as its state, and tells it to whoever asked", async () => {
		const { world, builder } = setUp({ build: new UserError("There is no key.") });
		await assert.rejects(builder.build(yes), /There is no key/);
		assert.equal(builder.state.type, "failed");
		delete world.fails.build;
		await builder.refresh();
		assert.equal(builder.state.type, "idle");
	});

	it("leaves building to another window without a word, unless it was asked", async () => {
		const { world, builder } = setUp();
		await builder.build(yes);
		world.fails.prepare = new BuiltElsewhereError();
		await builder.refresh();
		assert.equal(builder.state.type, "elsewhere");
		await assert.rejects(builder.build(yes), BuiltElsewhereError);
	});

	it("forgets the consent with the index", async () => {
		const { builder, calls } = setUp();
		await builder.build(yes);
		await builder.forget();
		await builder.refresh();
		assert.deepEqual(calls, ["prepare", "build", "delete"]);
	});
});
