import assert from "node:assert/strict";
import * as vscode from "vscode";
import { UserError } from "../../src/core/base/errors";
import { ListedFolders } from "../../src/vscode/search/listedFolders";
import { manualClock } from "../unit/core/memoryPorts";

describe("virtual folders that VS Code may not list", () => {
	const folder = { uri: vscode.Uri.parse("slow:/library"), name: "Library", index: 0 };
	const soon = () => new Promise((resolve) => setImmediate(resolve));

	/** A window with one of them, and what its files are asked with. */
	function setUp() {
		const clock = manualClock();
		const asked: PromiseWithResolvers<void>[] = [];
		const listed = new ListedFolders(clock, () => {
			const one = Promise.withResolvers<void>();
			asked.push(one);
			return one.promise;
		});
		return { clock, asked, listed, list: () => listed.of([folder]) };
	}

	it("are asked again a while after they were too slow for once, and stay listed from then on", async () => {
		const { clock, asked, listed, list } = setUp();
		let recovered = 0;
		listed.onDidRecover(() => recovered++);
		const slow = list();
		await soon();
		clock.advance(5_000);
		await assert.rejects(slow, UserError);
		await assert.rejects(list(), /Library is a virtual folder \(slow\)/);
		assert.equal(asked.length, 1, "nobody waits each time");
		clock.advance(60_000);
		await soon();
		clock.advance(5_000);
		await soon();
		assert.deepEqual([asked.length, listed.unlisted, recovered], [2, [folder], 0], "it still is");
		clock.advance(60_000);
		const again = list();
		asked[2]?.resolve();
		assert.deepEqual(await again, [folder]);
		clock.advance(600_000);
		assert.deepEqual(await list(), [folder]);
		assert.deepEqual([asked.length, listed.unlisted, recovered], [3, [], 1]);
	});

	it("are asked again at once after an error", async () => {
		const { asked, list } = setUp();
		const first = list();
		asked[0]?.reject(new Error("offline"));
		await assert.rejects(first, /offline/);
		const again = list();
		asked[1]?.resolve();
		assert.deepEqual(await again, [folder]);
	});
});
