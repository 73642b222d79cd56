import assert from "node:assert/strict";
import { IndexBuilder } from "../../src/core/search/building/indexBuilder";
import type { BuildState } from "../../src/core/search/model/buildState";
import type { WorkspaceIndex } from "../../src/core/search/workspaceIndex";
import { manualClock } from "../unit/core/memoryPorts";
import { madeSource } from "./world/madeSource";
import { type SearchWorld, searchWorld } from "./world/searchWorld";

const yes = async () => true;
const no = async () => false;
/** Interval at which a window checks another one's state, in milliseconds. */
const aWhile = 10_000;

describe("index: a pause of the build in one of two windows", () => {
	let world: SearchWorld;
	let clock: ReturnType<typeof manualClock>;
	/** Releases the requests to the gateway, which are held until then. */
	let letAsk: () => void;
	let wantsToAsk: Promise<void>;
	let first: IndexBuilder;
	let second: IndexBuilder;
	beforeEach(async () => {
		let tell = () => {};
		wantsToAsk = new Promise((resolve) => (tell = resolve));
		const may = new Promise<void>((resolve) => (letAsk = resolve));
		const readKey = async () => {
			tell();
			await may;
			return world.gateway.key;
		};
		world = await searchWorld({ readKey });
		clock = manualClock();
		await world.write(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`src/file${i}.ts`, madeSource(i)])));
		first = builderOf(world.index);
		second = builderOf(await world.secondIndex());
	});
	afterEach(async () => {
		for (const builder of [first, second]) builder.stop();
		await world.close();
	});

	const builderOf = (index: WorkspaceIndex) => new IndexBuilder({ index: async () => index, clock });
	const becomes = (builder: IndexBuilder, type: BuildState["type"]) =>
		new Promise<void>((resolve) => {
			const look = () => builder.state.type === type && resolve();
			builder.onDidChange(look);
			look();
		});

	/** Starts a build in the first window, for whose end the second one waits. */
	async function building() {
		const built = first.build(yes);
		await wantsToAsk;
		await second.follow(["src/file1.ts"]);
		assert.equal(second.state.type, "elsewhere");
		return { built };
	}

	it("applies in the other one, which says so, and in a later one, until any of them resumes", async () => {
		const { built } = await building();
		await first.pause();
		assert.equal(await built, undefined);
		letAsk();
		clock.advance(aWhile);
		await becomes(second, "paused");
		const later = builderOf(await world.secondIndex());
		await later.refresh();
		assert.equal(later.state.type, "paused");
		later.stop();
		assert.deepEqual(world.embedded(), []);
		assert.ok((await second.build(no))?.outcome);
		await first.bringUpToDate();
		assert.equal(first.state.type, "idle");
		assert.equal((await world.index.facts())?.missing, 0);
	});

	it("ends if the other window resumes to build by itself, which the first one waits for", async () => {
		const { built } = await building();
		await first.pause();
		await built;
		const again = second.build(yes);
		await new Promise<void>((resolve) => {
			second.onDidChange(
				() => second.state.type === "running" && second.state.progress.phase === "embedding" && resolve(),
			);
		});
		await first.bringUpToDate();
		assert.equal(first.state.type, "elsewhere");
		const looked = new Promise<void>((resolve) => first.onDidChange(resolve));
		clock.advance(aWhile);
		await looked;
		assert.equal(first.state.type, "elsewhere");
		letAsk();
		assert.ok((await again)?.outcome);
		clock.advance(aWhile);
		await becomes(first, "idle");
	});

	it("holds back what the other one has not sent yet, even if its user agrees just then", async () => {
		letAsk();
		const building = first.build(async () => {
			await second.pause();
			return true;
		});
		assert.equal(await building, undefined);
		assert.deepEqual([first.state.type, second.state.type, world.embedded()], ["paused", "paused", []]);
	});

	it("ends a wait for a busy gateway, and sends nothing when the wait is over", async () => {
		const busy = await searchWorld({ clock });
		const builder = new IndexBuilder({ index: async () => busy.index, clock });
		try {
			const error = { error: { message: "Slow down." } };
			const headers = { "retry-after": "600" };
			busy.gateway.script({ match: "/v1/embeddings", status: 429, headers, json: error });
			await busy.write({ "a.ts": madeSource(1) });
			const waits = new Promise<void>((resolve) => {
				builder.onDidChange(() => builder.state.type === "running" && builder.state.progress.wait && resolve());
			});
			const built = builder.build(yes);
			await waits;
			const sent = busy.embedded().length;
			await (await busy.secondIndex()).setPaused(true);
			clock.advance(5_000);
			assert.equal(await built, undefined);
			clock.advance(600_000);
			assert.deepEqual([builder.state.type, busy.embedded().length], ["paused", sent]);
		} finally {
			builder.stop();
			await busy.close();
		}
	});

	it("stops the work of the other one", async () => {
		const { built } = await building();
		await second.pause();
		assert.equal(second.state.type, "paused");
		letAsk();
		assert.equal(await built, undefined);
		assert.equal(first.state.type, "paused");
		const { contents = 0, missing } = (await world.index.facts()) ?? {};
		assert.ok(missing && missing > contents / 2, `${missing} of ${contents} are missing`);
	});
});
