import assert from "node:assert/strict";
import { test } from "node:test";
import { rentShares } from "./rent.js";

test("rent: everybody has a share", () => {
	assert.equal(rentShares(90_000, 3).length, 3);
});

test("rent: the shares add up to the rent", () => {
	const sum = rentShares(100_000, 3).reduce((total, share) => total + share, 0);
	assert.equal(sum, 100_000);
});
