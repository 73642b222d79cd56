import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundlesFolder } from "../host/paths";
import { madeSource } from "./madeSource";
import { never, type SearchWorld, searchWorld } from "./searchWorld";

const noProgress = () => {};

describe("two windows on one index", () => {
	let world: SearchWorld;
	beforeEach(async () => {
		world = await searchWorld();
		await world.write(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`src/file${i}.ts`, madeSource(i)])));
	});
	afterEach(() => world.close());

	it("one builds, and the other says so, reads and follows", async () => {
		await world.build();
		const reader = await world.secondIndex();
		assert.ok((await reader.search("order", 5, never)).length > 0);
		await assert.rejects(reader.prepare(never, noProgress), /Another window takes care/);
		assert.equal(await reader.follow(["src/file1.ts"], never), 0);
		await world.write({
			"src/late.ts": `/** Paints the zebra. */\nexport function paintZebra() {\n\treturn "stripes";\n}\n`,
		});
		await world.build();
		const [found] = await reader.search("paint the zebra", 3, never);
		assert.equal(found?.path, "src/late.ts");
		assert.ok(found.similarity !== undefined, "its vector is in the reader's memory too");
	});

	it("the other may build when the first has closed", async () => {
		await world.build();
		const second = await world.secondIndex();
		await world.index.close();
		const { missing } = await second.prepare(never, noProgress);
		assert.equal(missing, 0);
	});

	it("the other may build when the first was killed, at once", async () => {
		const { url, key } = world.gateway;
		const module = join(bundlesFolder, "search", "buildIndex.main.js");
		const child = spawn(process.execPath, [module, world.folder, world.file, url, key], { stdio: "inherit" });
		await world.gateway.nextRequest();
		await assert.rejects(world.index.prepare(never, noProgress), /Another window takes care/);
		child.kill("SIGKILL");
		await once(child, "exit");
		await world.build();
		assert.equal((await world.index.facts())?.missing, 0);
	});
});
