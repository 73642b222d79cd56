import assert from "node:assert/strict";
import { lazy } from "../../../../src/core/base/lazy";

describe("lazy", () => {
	it("creates its value once, with the first call", async () => {
		let created = 0;
		const value = lazy(async () => ++created);
		assert.deepEqual([value.peek(), created], [undefined, 0]);
		assert.deepEqual([await value(), await value(), await value.peek(), created], [1, 1, 1, 1]);
	});

	it("creates a value that is undefined only once", async () => {
		let created = 0;
		const value = lazy(async () => void created++);
		await value();
		await value();
		assert.equal(created, 1);
	});

	it("tries again after a failure", async () => {
		const outcomes = [() => Promise.reject(new Error("rejected")), async () => "made"];
		const value = lazy(() => (outcomes.shift() ?? assert.fail)() as Promise<string>);
		await assert.rejects(value(), /rejected/);
		assert.equal(value.peek(), undefined);
		assert.equal(await value(), "made");
	});
});
