import assert from "node:assert/strict";
import { RecentSearches } from "../../../../../src/core/search/query/recentSearches";

describe("search: recent searches", () => {
	it("are a few, each once, with the latest first", () => {
		const recent = new RecentSearches();
		for (const text of ["a", "b", "c", "d", "e", "f", " c "]) recent.add(text);
		recent.add(" ");
		assert.deepEqual(recent.texts, ["c", "f", "e", "d", "b"]);
	});
});
