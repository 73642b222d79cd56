import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import {
	type BuildProgress,
	BuiltElsewhereError,
	IndexDamagedError,
} from "../../../../../src/core/search/model/semanticIndex";
import { fakeIndex, never, settled, setUp, statesOf, underWay, yes } from "./builderWorld";

describe("index: its builder by itself", () => {
	it("shows progress for a save that needs several requests, but not for one request", async () => {
		const { world, builder } = setUp();
		await builder.build(yes);
		const { build } = world.index;
		const states = statesOf(builder);
		for (const done of [
			[40, 43],
			[40, 41, 43],
		]) {
			Object.assign(world.index, {
				build: (signal: AbortSignal, onProgress: (progress: BuildProgress) => void) => {
					for (const count of done) onProgress({ phase: "embedding", done: count, total: 43, before: 40 });
					return build(signal, () => {}, false);
				},
			});
			await builder.follow(["a.ts"]);
			states.push("-");
		}
		await builder.refresh();
		assert.deepEqual(states, ["idle", "-", "running 41", "running 43", "idle", "-", "idle"]);
	});

	it("keeps a failure visible until it is resolved", async () => {
		const { world, builder, clock } = setUp();
		await builder.build(yes);
		world.fails.follow = new GatewayError("network", "Offline.");
		await builder.follow(["a.ts"]);
		const states = statesOf(builder);
		clock.advance(30_000);
		await settled();
		assert.deepEqual(states, ["failed"]);
	});

	it("shows what a requested build waits for", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		let letGo = () => {};
		world.hold(new Promise((resolve) => (letGo = resolve)));
		const running = underWay(builder);
		const following = builder.follow(["a.ts"]);
		await running;
		const states = statesOf(builder);
		const building = builder.build(yes);
		assert.deepEqual(states, ["running 1, asked"]);
		letGo();
		await Promise.all([following, building]);
		assert.deepEqual(calls.slice(2), ["follow a.ts", "build new", "prepare"]);
		assert.deepEqual(builder.state, { type: "idle" });
	});

	for (const reason of ["network", "unavailable", "rateLimited", "timeout"] as const) {
		it(`tries again by itself, with increasing pauses, after a temporary failure: ${reason}`, async () => {
			const { world, builder, calls, clock } = setUp();
			await builder.build(yes);
			world.fails.build = new GatewayError(reason, "Not now.");
			await builder.follow(["a.ts"]);
			const tries = () => calls.filter((call) => call === "build new").length;
			assert.deepEqual([builder.state.type, tries()], ["failed", 1]);
			for (const [after, expected] of [
				[29_999, 1],
				[1, 2],
				[59_999, 2],
				[1, 3],
			] as const) {
				clock.advance(after);
				await settled();
				assert.deepEqual([builder.state.type, tries()], ["failed", expected]);
			}
			delete world.fails.build;
			clock.advance(120_000);
			await settled();
			assert.deepEqual([builder.state.type, tries()], ["idle", 4]);
			assert.equal(calls.filter((call) => call === "prepare").length, 1, "nothing is listed anew for it");
			clock.advance(3_600_000);
			await settled();
			assert.equal(tries(), 4);
		});
	}

	it("continues a requested build by itself, and waits as long as the gateway asks", async () => {
		const { world, builder, calls, clock } = setUp();
		world.fails.build = new GatewayError("rateLimited", "Not now.", 429, { retryAfter: 300_000 });
		await assert.rejects(builder.build(yes), /Not now/);
		delete world.fails.build;
		clock.advance(299_999);
		await settled();
		assert.equal(builder.state.type, "failed");
		clock.advance(1);
		await settled();
		assert.equal(builder.state.type, "idle");
		assert.deepEqual(calls.slice(-1), ["build new"]);
	});

	it("reports that it resumes by itself, until it is paused", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		assert.equal(builder.willFinish, false);
		world.fails.build = new UserError("The disk is full.");
		await builder.follow(["a.ts"]);
		assert.deepEqual([builder.state.type, builder.willFinish], ["failed", false]);
		for (const error of [new GatewayError("network", "Offline."), new BuiltElsewhereError()]) {
			world.fails.build = error;
			await builder.follow(["a.ts"]);
			assert.equal(builder.willFinish, true);
		}
		world.fails.build = new GatewayError("network", "Offline.");
		await builder.follow(["a.ts"]);
		let letGo = () => {};
		const late = new Promise<number>((resolve) => (letGo = () => resolve(1)));
		Object.assign(world.index, { follow: () => late });
		clock.advance(60_000);
		await settled();
		assert.deepEqual([builder.state.type, builder.willFinish], ["failed", true], "it is being tried");
		const pausing = builder.pause();
		await settled();
		letGo();
		await pausing;
		const tried = calls.length;
		assert.deepEqual([builder.state.type, builder.willFinish, world.paused], ["paused", false, true]);
		clock.advance(3_600_000);
		await settled();
		assert.equal(calls.length, tried);
	});

	it("reports nothing more about a deleted or disabled index, and updates it when it is used again", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		world.fails.build = new GatewayError("network", "Offline.");
		await builder.follow(["a.ts"]);
		await builder.reset();
		assert.deepEqual([builder.state.type, builder.willFinish, clock.pending], ["idle", false, 0]);
		await builder.pause();
		await builder.reset();
		assert.deepEqual([builder.state.type, clock.pending], ["idle", 0]);
		await builder.bringUpToDate();
		assert.equal(builder.state.type, "paused", "as the user left it");
		delete world.fails.build;
		await builder.build(yes);
		await builder.reset();
		await builder.bringUpToDate();
		assert.deepEqual(calls.slice(-1), ["follow all"]);
	});

	it("checks with the next use or change, and then by itself, whether another window has ended a pause", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		for (const look of [() => builder.bringUpToDate(), () => builder.follow(["a.ts"])]) {
			await builder.pause();
			const states = statesOf(builder);
			await look();
			assert.deepEqual([clock.pending, states], [0, []], "it says nothing while nothing is new");
			world.paused = false;
			await look();
			assert.deepEqual([builder.state.type, clock.pending], ["idle", 0]);
		}
		assert.deepEqual(calls.slice(-2), ["follow a.ts", "build new"]);
	});

	it("tries again with the next use after a permanent failure, and by a timer after a temporary one", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.fails.build = new GatewayError("unauthorized", "The key was deleted.");
		await builder.follow(["a.ts"]);
		delete world.fails.build;
		await builder.bringUpToDate();
		assert.deepEqual([builder.state.type, calls.at(-1)], ["idle", "build new"]);
		world.fails.build = new GatewayError("network", "Offline.");
		await builder.follow(["a.ts"]);
		const tried = calls.length;
		await builder.bringUpToDate();
		assert.equal(calls.length, tried);
	});

	it("reports nothing more about an index when another is chosen, or none can be", async () => {
		const { world, builder, chosen } = setUp();
		await builder.build(yes);
		await builder.pause();
		const none = new UserError("No gateway.");
		const other = fakeIndex({}, "another gateway").index;
		const types: string[] = [];
		for (chosen.index of [other, world.index, none]) {
			await builder.bringUpToDate();
			types.push(builder.state.type);
		}
		assert.deepEqual(types, ["idle", "paused", "idle"]);
	});

	it("neither resumes nor reports an index if its gateway is removed before a retry", async () => {
		const { world, builder, chosen, clock } = setUp();
		world.hold(never);
		const running = underWay(builder);
		const building = builder.build(yes);
		await running;
		chosen.index = new UserError("No gateway.");
		await builder.bringUpToDate();
		assert.deepEqual([await building, builder.state.type], [undefined, "idle"]);
		chosen.index = world.index;
		world.hold(Promise.resolve());
		world.fails.build = new GatewayError("network", "Offline.");
		await assert.rejects(builder.build(yes), /Offline/);
		chosen.index = new UserError("No gateway.");
		await builder.bringUpToDate();
		assert.deepEqual([builder.state.type, clock.pending], ["idle", 0]);
	});

	it("says that a damaged index was removed until there is one again, or another is chosen", async () => {
		const { world, builder, chosen } = setUp();
		await builder.build(yes);
		world.fails.follow = new IndexDamagedError();
		await builder.follow(["a.ts"]);
		world.gone();
		delete world.fails.follow;
		await builder.bringUpToDate();
		await builder.follow(["b.ts"]);
		const { state } = builder;
		assert.ok(state.type === "failed" && state.error instanceof IndexDamagedError);
		chosen.index = fakeIndex({}, "another model").index;
		const types: string[] = [];
		const bringUpToDate = async () => {
			await builder.bringUpToDate();
			types.push(builder.state.type);
		};
		await bringUpToDate();
		chosen.index = world.index;
		world.fails.follow = new IndexDamagedError();
		// Another window has built it.
		Object.assign(world, { there: true, agreed: true });
		await bringUpToDate();
		delete world.fails.follow;
		await bringUpToDate();
		assert.deepEqual(types, ["idle", "failed", "idle"]);
	});

	it("keeps its state while the gateway does not list its models", async () => {
		const { world, builder, chosen } = setUp();
		await builder.build(yes);
		world.fails.build = new GatewayError("unauthorized", "The key was deleted.");
		await builder.follow(["a.ts"]);
		const states = statesOf(builder);
		for (chosen.index of [new GatewayError("network", "Offline."), new DOMException("Cancelled.", "AbortError")]) {
			await builder.bringUpToDate();
		}
		assert.deepEqual([builder.state.type, states], ["failed", []]);
		delete world.fails.build;
		chosen.index = world.index;
		await builder.bringUpToDate();
		assert.equal(builder.state.type, "idle");
	});

	it("does not try again after a permanent failure, or while it is paused", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		world.fails.build = new GatewayError("unauthorized", "The key was deleted.");
		await builder.follow(["a.ts"]);
		const before = calls.length;
		clock.advance(3_600_000);
		await settled();
		assert.equal(calls.length, before);
		world.fails.build = new GatewayError("network", "Offline.");
		await builder.follow(["a.ts"]);
		await builder.pause();
		const paused = calls.length;
		clock.advance(3_600_000);
		await settled();
		assert.equal(calls.length, paused);
	});
});
