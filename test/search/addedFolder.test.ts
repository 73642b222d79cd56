import assert from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../src/core/base/errors";
import { systemClock } from "../../src/core/base/systemClock";
import { IndexBuilder } from "../../src/core/search/building/indexBuilder";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import type { WorkspaceIndex } from "../../src/core/search/workspaceIndex";
import { indexRows } from "./world/indexRows";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

const ships = "/** Counts the ships. */\nexport const countShips = (ships) => ships.length;\n";
const lamps = "/** Lights the lamps. */\nexport const lightLamps = (lamps) => lamps.map((lamp) => lamp.on());\n";

describe("index: a folder that was added after the consent", () => {
	let world: SearchWorld;
	let index: WorkspaceIndex;
	let builder: IndexBuilder;
	let sent: number;
	beforeEach(async () => {
		world = await searchWorld();
		await world.write({ "old/one.ts": ships, "added/two.ts": lamps });
		const before = await world.secondIndex(["old"]);
		const { folders } = await before.prepare(never, () => {});
		await before.agree(folders);
		await before.build(never, () => {});
		await before.close();
		index = await world.secondIndex(["old", "added"]);
		builder = new IndexBuilder({ index: async () => index, clock: systemClock });
		sent = world.embedded().length;
	});
	afterEach(() => world.close());

	const since = () => world.embedded().slice(sent).join("\n");
	const places = async (words: string) =>
		(await index.search(parseQuery(words), 9, never)).chunks.map(({ path }) => path).sort();
	const no = async () => false;
	const failure = () => (builder.state.type === "failed" ? messageOf(builder.state.error) : "");

	/** Asserts that the old folder's changes are read and embedded, and nothing of the new one. */
	async function assertOldAlone(): Promise<void> {
		await world.write({ "old/late.ts": lamps.replace("lamps", "late lamps"), "added/late.ts": ships });
		await builder.follow(["old/late.ts", "added/late.ts"]);
		assert.match(since(), /late lamps/);
		assert.doesNotMatch(since(), /the lamps/);
		assert.deepEqual(await places("lamps ships"), ["old/late.ts", "old/one.ts"]);
		const { files, missing } = (await index.facts()) ?? {};
		assert.deepEqual([files, missing, builder.state.type], [2, 0, "failed"]);
	}

	it("waits alone: changes in the others are indexed", assertOldAlone);

	it("waits alone after the user has declined it, and nothing of it is kept", async () => {
		assert.equal((await builder.build(no))?.declined, true);
		await builder.refresh();
		assert.deepEqual(await places("lamps ships"), ["old/one.ts"]);
		assert.equal(indexRows(world.file).filter((row) => row.includes("lamps")).length, 0, "not even as unused");
		await assertOldAlone();
	});

	it("waits alone if a window was killed while it asked", async () => {
		await index.prepare(never, () => {});
		assert.ok((await index.facts())?.missing);
		await assertOldAlone();
	});

	it("waits alone if it disappeared after it was read", async () => {
		await index.prepare(never, () => {});
		await rm(join(world.folder, "added"), { recursive: true });
		await builder.refresh();
		assert.deepEqual([since(), builder.state.type, (await index.facts())?.files], ["", "idle", 1]);
	});

	it("is asked about only once it exists", async () => {
		await rename(join(world.folder, "added"), join(world.folder, "away"));
		await world.write({ "old/late.ts": lamps.replace("lamps", "late lamps") });
		await builder.follow(["old/late.ts"]);
		assert.match(since(), /late lamps/);
		assert.equal(builder.state.type, "idle");
		const result = await builder.build(no);
		assert.deepEqual([result?.declined, result?.plan.folders.length, builder.state.type], [false, 1, "idle"]);
		await rename(join(world.folder, "away"), join(world.folder, "added"));
		await builder.refresh();
		assert.match(failure(), /a new folder, and none of its files has been sent yet/);
		assert.doesNotMatch(since(), /the lamps/);
		assert.equal((await builder.build(no))?.declined, true);
	});

	it("is read and sent when the user agrees", async () => {
		await builder.build(no);
		await builder.build(async ({ filesToSend, newFolders }) => {
			assert.deepEqual([filesToSend, newFolders], [1, ["added"]]);
			return true;
		});
		assert.match(since(), /the lamps/);
		assert.deepEqual(await places("lamps ships"), ["added/two.ts", "old/one.ts"]);
		assert.equal(builder.state.type, "idle");
	});
});
