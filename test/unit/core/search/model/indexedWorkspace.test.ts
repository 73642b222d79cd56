import assert from "node:assert/strict";
import { indexedWorkspace } from "../../../../../src/core/search/model/indexedWorkspace";

describe("index: its identity", () => {
	const address = (text: string) => ({ scheme: text.slice(0, text.indexOf(":")), toString: () => text });
	const [a, b] = [address("file:///a"), address("file:///b")];

	it("is the folder, also in a second window", () => {
		assert.equal(indexedWorkspace(undefined, [a]), "file:///a");
		assert.equal(indexedWorkspace(address("untitled:/1700000000000/workspace.json"), [a]), "file:///a");
	});

	it("is the workspace file, whatever folders the workspace has", () => {
		const saved = address("file:///saved.code-workspace");
		assert.equal(indexedWorkspace(saved, [a]), String(saved));
		assert.equal(indexedWorkspace(saved, [a, b]), String(saved));
		const untitled = address("untitled:/1700000000000/workspace.json");
		assert.equal(indexedWorkspace(untitled, [a, b]), String(untitled));
	});
});
