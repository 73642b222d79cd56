import assert from "node:assert/strict";
import { lazy } from "../../../../src/core/base/lazy";

describe("lazy", () => {
	it("makes its value when it is first needed, and once", () => {
		let made = 0;
		const value = lazy(() => ++made);
		assert.deepEqual([value.peek(), made], [undefined, 0]);
		assert.deepEqual([value.get(), value.get(), value.peek(), made], [1, 1, 1, 1]);
	});

	it("makes a value once that is undefined", () => {
		let made = 0;
		const value = lazy(() => void made++);
		value.get();
		value.get();
		assert.equal(made, 1);
	});

	it("tries again after it threw, and keeps a rejected promise", async () => {
		const outcomes = [() => assert.fail("thrown"), () => Promise.reject(new Error("rejected")), () => assert.fail()];
		const value = lazy(() => (outcomes.shift() ?? assert.fail)());
		assert.throws(() => value.get(), /thrown/);
		await assert.rejects(async () => value.get(), /rejected/);
		await assert.rejects(async () => value.get(), /rejected/);
	});
});
