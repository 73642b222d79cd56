import assert from "node:assert/strict";
import { UserError } from "../../src/core/base/errors";
import { systemClock } from "../../src/core/base/systemClock";
import { IndexBuilder } from "../../src/core/search/building/indexBuilder";
import { madeSource } from "./world/madeSource";
import { type SearchWorld, searchWorld } from "./world/searchWorld";

const yes = async () => true;
const no = async () => false;

describe("index: consent", () => {
	let world: SearchWorld;
	beforeEach(async () => {
		world = await searchWorld();
	});
	afterEach(() => world.close());

	const builder = () => new IndexBuilder({ index: async () => world.index, clock: systemClock });
	const files = (folder: string, count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/file${i}.ts`, madeSource(i)]));

	it("is requested again if far more files come by themselves, such as with a branch that ignores nothing", async () => {
		const window = builder();
		await world.write(files("src", 4));
		await window.build(yes);
		const sent = world.embedded().length;
		await world.write(files("node_modules", 100));
		await window.refresh();
		assert.ok(window.state.type === "failed" && window.state.error instanceof UserError);
		assert.match(window.state.error.message, /^The workspace has many more files/);
		assert.equal((await window.build(no))?.declined, true);
		await world.write({ "src/file1.ts": madeSource(201) });
		await window.follow(["src/file1.ts"]);
		assert.equal(world.embedded().length, sent);
		let planned = 0;
		await window.build(async ({ missing }) => {
			planned = missing;
			return true;
		});
		assert.ok(planned > 500);
		assert.equal(window.state.type, "idle");
		await world.write({ "src/file1.ts": madeSource(202) });
		const all = world.embedded().length;
		await window.follow(["src/file1.ts"]);
		assert.ok(world.embedded().length > all);
	});

	it("includes everything that was read by then: later builds send the rest without a question", async () => {
		await world.write(files("src", 100));
		const down = world.gateway.script({ match: "/v1/embeddings", times: 1000, status: 401 });
		await assert.rejects(builder().build(yes));
		down.dispose();
		await world.write({ "src/file1.ts": madeSource(201) });
		const later = builder();
		await later.bringUpToDate();
		assert.equal(later.state.type, "idle");
		assert.equal((await world.index.facts())?.missing, 0);
	});
});
