import assert from "node:assert/strict";
import { UserError } from "../../../../../src/core/base/errors";
import { IndexBuilder } from "../../../../../src/core/search/building/indexBuilder";
import { BuiltElsewhereError } from "../../../../../src/core/search/model/semanticIndex";
import { fakeIndex, never, no, setUp, underWay, yes } from "./builderWorld";

describe("index: its builder", () => {
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
		const { world, builder, chosen, clock } = setUp();
		let asked = 0;
		const agree = async () => ++asked > 0;
		await builder.build(agree);
		const later = new IndexBuilder({ index: async () => world.index, clock });
		await later.build(agree);
		assert.equal(asked, 1, "the index remembers");
		chosen.index = fakeIndex({}, "another model").index;
		await builder.build(agree);
		assert.equal(asked, 2);
	});

	it("updates an index once each time that its gateway and model are chosen", async () => {
		const { world, builder, chosen } = setUp();
		await builder.build(yes);
		await builder.bringUpToDate();
		assert.deepEqual(world.calls, ["prepare", "build"]);
		const other = fakeIndex({}, "another model");
		chosen.index = other.index;
		await builder.build(yes);
		chosen.index = world.index;
		for (let again = 0; again < 2; again++) await builder.bringUpToDate();
		assert.deepEqual(world.calls, ["prepare", "build", "follow all"]);
		chosen.index = other.index;
		await builder.bringUpToDate();
		assert.deepEqual(other.calls, ["prepare", "build", "follow all"]);
	});

	it("updates an index after changes that were saved while another model was chosen, too", async () => {
		const { world, builder, chosen } = setUp();
		await builder.build(yes);
		const other = fakeIndex({}, "another model");
		Object.assign(other, { there: true, agreed: true });
		chosen.index = other.index;
		await builder.follow(["a.ts"]);
		assert.deepEqual(other.calls, ["follow all", "build new"], "what came before may be missing there as well");
		chosen.index = world.index;
		await builder.bringUpToDate();
		assert.deepEqual(world.calls, ["prepare", "build", "follow all"]);
	});

	it("follows the approved folders when the workspace gets another one, says that it waits, and asks", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.folderAdded = true;
		await builder.follow(["a.ts"]);
		assert.deepEqual(calls.slice(2), ["follow a.ts", "build new"]);
		const { state } = builder;
		assert.ok(state.type === "failed" && state.error instanceof UserError);
		assert.match(state.error.message, /new folder/);
		let asked = 0;
		await builder.build(async () => ++asked > 0);
		assert.equal(asked, 1);
		await builder.follow(["a.ts"]);
		assert.deepEqual(calls.slice(4), ["prepare", "build", "follow a.ts", "build new"]);
		assert.equal(builder.state.type, "idle");
	});

	it("compares everything after another folder, which was read, is declined, and continues with the others", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.folderAdded = true;
		assert.equal((await builder.build(no))?.declined, true);
		await builder.follow(["a.ts"]);
		await builder.follow(["b.ts"]);
		assert.deepEqual(calls.slice(2), ["prepare", "follow all", "follow b.ts", "build new"]);
		assert.equal(builder.state.type, "failed");
	});

	it("sends nothing by itself if more is new than the user approved, says so, and asks again", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.agreedContents = 0;
		await builder.follow(["a.ts"]);
		assert.deepEqual(calls.slice(2), ["follow a.ts"]);
		assert.ok(builder.state.type === "failed" && builder.state.error instanceof UserError);
		assert.match(builder.state.error.message, /many more files than you approved/);
		const asked: string[] = [];
		const decline = async (_: unknown, why: string) => asked.push(why) === 0;
		assert.equal((await builder.build(decline))?.declined, true);
		assert.deepEqual([calls.slice(3), asked], [["prepare"], ["moreThanAgreed"]]);
	});

	it("resumes with the next use after the user has agreed in another window, and until then only asks", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		world.agreedContents = 0;
		await builder.follow(["a.ts"]);
		assert.deepEqual([builder.state.type, builder.willFinish, clock.pending], ["failed", false, 0]);
		world.agreedContents = Number.POSITIVE_INFINITY;
		await builder.bringUpToDate();
		assert.deepEqual([builder.state.type, calls.at(-1)], ["idle", "build new"]);
	});

	it("uses the same index from reading to sending", async () => {
		const { world, builder, chosen } = setUp();
		const other = fakeIndex({}, "another gateway");
		const { prepare } = world.index;
		Object.assign(world.index, {
			prepare: (...args: Parameters<typeof prepare>) => {
				chosen.index = other.index;
				return prepare(...args);
			},
		});
		await builder.build(yes);
		assert.deepEqual([world.calls, other.calls], [["prepare", "build"], []]);
		assert.deepEqual([world.agreed, other.agreed], [true, false]);
	});

	it("follows changes by itself after consent, several at a time, and sends nothing again that was refused", async () => {
		const { builder, calls } = setUp();
		await builder.build(yes);
		await Promise.all([builder.follow(["a.ts"]), builder.follow(["b.ts"])]);
		assert.deepEqual(calls, ["prepare", "build", "follow a.ts,b.ts", "build new"]);
	});

	it("lists files once, however often some were added or removed while it was busy", async () => {
		const { world, builder, calls } = setUp();
		let letGo = () => {};
		world.hold(new Promise((resolve) => (letGo = resolve)));
		const running = underWay(builder);
		const building = builder.build(yes);
		await running;
		const later = [builder.refresh(), builder.follow(["a.ts"]), builder.refresh()];
		letGo();
		await Promise.all([building, ...later]);
		assert.deepEqual(calls, ["prepare", "build", "follow all"]);
	});

	it("includes changes made while the user is asked if they agree, and otherwise does not even read them", async () => {
		for (const answer of [yes, no]) {
			const { builder, calls } = setUp();
			let following: Promise<unknown> | undefined;
			await builder.build(async () => {
				following = builder.follow(["a.ts"]);
				return answer();
			});
			await following;
			assert.deepEqual(calls, answer === yes ? ["prepare", "build", "follow a.ts", "build new"] : ["prepare"]);
		}
	});

	it("deletes what was read for a declined index, but nothing that is embedded", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(no);
		await builder.follow(["a.ts"]);
		await builder.forgetUnembedded();
		assert.equal(world.there, false);
		await builder.build(yes);
		await builder.forgetUnembedded();
		assert.equal(world.there, true);
		await builder.follow(["b.ts"]);
		assert.deepEqual(calls.slice(-2), ["follow b.ts", "build new"]);
	});

	it("retries changes that it could not include", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.fails.follow = new UserError("The disk is full.");
		await builder.follow(["a.ts"]);
		assert.equal(builder.state.type, "failed");
		delete world.fails.follow;
		await builder.follow(["b.ts"]);
		assert.deepEqual(calls.slice(2), ["follow a.ts", "follow a.ts,b.ts", "build new"]);
	});

	it("includes changes that arrive while waiting ones are being stopped", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.hold(never);
		const running = underWay(builder);
		const first = builder.follow(["a.ts"]);
		await running;
		world.hold(Promise.resolve());
		const waiting = builder.follow(["b.ts"]);
		builder.stop();
		await Promise.all([first, waiting, builder.follow(["c.ts"])]);
		assert.deepEqual(calls.slice(2), ["follow a.ts", "build new", "follow b.ts,c.ts", "build new"]);
	});

	it("lists all files if many have changed", async () => {
		const { builder, calls } = setUp();
		await builder.build(yes);
		await builder.follow(Array.from({ length: 1000 }, (_, i) => `file${i}.ts`));
		assert.deepEqual(calls.slice(2), ["follow all"]);
	});

	it("pauses in the middle, stays paused in a later window, and resumes on request", async () => {
		const { world, builder, calls, clock } = setUp();
		world.hold(never);
		const running = underWay(builder);
		const building = builder.build(yes);
		await running;
		await builder.pause();
		assert.equal(await building, undefined);
		assert.equal(builder.state.type, "paused");
		const later = new IndexBuilder({ index: async () => world.index, clock });
		await later.bringUpToDate();
		assert.equal(later.state.type, "paused", "it says so");
		assert.deepEqual(calls, ["prepare", "build"]);
		world.hold(Promise.resolve());
		assert.equal((await later.build(no))?.outcome?.embedded, 3);
		assert.equal(world.paused, false);
	});

	for (const [ended, state] of [
		["stop", "paused"],
		["reset", "idle"],
	] as const) {
		it(`stays paused after a ${ended} while the pause is being saved`, async () => {
			const { world, builder } = setUp();
			world.hold(never);
			const running = underWay(builder);
			const building = builder.build(yes);
			await running;
			let save = () => {};
			const { setPaused } = world.index;
			const saved = new Promise<void>((resolve) => (save = resolve));
			Object.assign(world.index, { setPaused: (paused: boolean) => saved.then(() => setPaused(paused)) });
			const pausing = builder.pause();
			const ending = builder[ended]();
			save();
			await Promise.all([building, pausing, ending]);
			assert.deepEqual([builder.state.type, world.paused], [state, true]);
			await builder.bringUpToDate();
			assert.equal(builder.state.type, "paused");
		});
	}

	it("stays paused after a reset while the work is ending", async () => {
		const { world, builder } = setUp();
		world.hold(never);
		const running = underWay(builder);
		const building = builder.build(yes);
		await running;
		let resetting: Promise<void> | undefined;
		builder.onDidChange(() => {
			if (builder.state.type === "paused") resetting ??= builder.reset();
		});
		await Promise.all([building, builder.pause()]);
		await resetting;
		assert.deepEqual([builder.state.type, world.paused], ["idle", true]);
	});

	it("does not ask if another window has paused it while this one was reading", async () => {
		const { world, builder, calls } = setUp();
		const { prepare } = world.index;
		Object.assign(world.index, {
			prepare: (...args: Parameters<typeof prepare>) => {
				world.paused = true;
				return prepare(...args);
			},
		});
		let asked = 0;
		assert.equal(await builder.build(async () => ++asked > 0), undefined);
		assert.deepEqual([builder.state.type, asked, calls], ["paused", 0, ["prepare"]]);
	});

	it("ignores a pause that comes too late", async () => {
		const { world, builder } = setUp();
		let letGo = () => {};
		const { follow } = world.index;
		const late = new Promise<void>((resolve) => (letGo = resolve));
		await builder.build(yes);
		Object.assign(world.index, {
			follow: async (...args: Parameters<typeof follow>) => {
				args[2]?.({ phase: "reading", done: 1, total: 2 });
				await late;
				return follow(...args);
			},
		});
		const running = new Promise<void>((resolve) => builder.onDidChange(() => resolve()));
		const refreshing = builder.refresh();
		await running;
		const pausing = builder.pause();
		letGo();
		await Promise.all([refreshing, pausing]);
		assert.deepEqual([builder.state.type, world.paused], ["idle", false]);
	});

	it("keeps a failure as its state, and rejects its callers with it", async () => {
		const { world, builder } = setUp({ build: new UserError("There is no key.") });
		await assert.rejects(builder.build(yes), /There is no key/);
		assert.equal(builder.state.type, "failed");
		delete world.fails.build;
		await builder.refresh();
		assert.equal(builder.state.type, "idle");
	});

	it("leaves building to another window, reports this to callers, and takes over the changes reported to it", async () => {
		const { world, builder, calls, clock } = setUp();
		await builder.build(yes);
		world.fails.follow = new BuiltElsewhereError();
		await builder.follow(["a.ts"]);
		assert.equal(builder.state.type, "elsewhere");
		world.fails.prepare = new BuiltElsewhereError();
		await assert.rejects(builder.build(yes), BuiltElsewhereError);
		delete world.fails.prepare;
		delete world.fails.follow;
		const idle = new Promise<void>((resolve) => {
			builder.onDidChange(() => builder.state.type === "idle" && resolve());
		});
		clock.advance(10_000);
		await idle;
		assert.deepEqual(calls.slice(2), ["follow a.ts", "prepare", "follow all"]);
	});

	it("builds nothing after another window if the user has not agreed", async () => {
		const { world, builder, calls, clock } = setUp({ prepare: new BuiltElsewhereError() });
		await assert.rejects(builder.build(yes), BuiltElsewhereError);
		delete world.fails.prepare;
		const idle = new Promise<void>((resolve) => {
			builder.onDidChange(() => builder.state.type === "idle" && resolve());
		});
		clock.advance(10_000);
		await idle;
		assert.deepEqual(calls, ["prepare"]);
	});

	it("removes the consent with the index, whatever waits for the build", async () => {
		const { world, builder, calls } = setUp();
		world.hold(never);
		const running = underWay(builder);
		const building = builder.build(yes);
		await running;
		const waiting = builder.follow(["a.ts"]);
		await builder.forget();
		await Promise.all([building, waiting]);
		await builder.refresh();
		assert.deepEqual(calls, ["prepare", "build", "delete"]);
	});

	it("asks for consent again, and does nothing by itself, after another window has deleted the index", async () => {
		const { world, builder, calls } = setUp();
		await builder.build(yes);
		world.gone();
		await builder.follow(["a.ts"]);
		assert.deepEqual(calls, ["prepare", "build"]);
		await builder.build(yes);
		world.gone();
		assert.equal((await builder.build(no))?.declined, true);
	});
});
