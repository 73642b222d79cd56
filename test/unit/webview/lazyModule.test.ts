import assert from "node:assert/strict";
import { LazyModule } from "../../../src/webview/lazyModule";

describe("lazy module", () => {
	it("is loaded with its first use, once", async () => {
		let loads = 0;
		const module = new LazyModule(async () => ++loads);
		assert.equal(module.loaded, undefined);
		assert.deepEqual(await Promise.all([module.load(), module.load()]), [1, 1]);
		assert.equal(module.loaded, 1);
		assert.equal(await module.load(), 1);
	});

	it("is loaded again after a failure", async () => {
		let loads = 0;
		const module = new LazyModule(async () => {
			if (++loads === 1) throw new Error("gone");
			return loads;
		});
		await assert.rejects(module.load(), /could not be loaded/);
		assert.equal(module.loaded, undefined);
		assert.equal(await module.load(), 2);
	});
});
