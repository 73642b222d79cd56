import assert from "node:assert/strict";
import { placesIn, placeTarget } from "../../../../src/webview/markdown/placeLinks";

describe("markdown: the places in an answer's plain text", () => {
	const found = (text: string) => placesIn(text).map(({ text: place }) => place);

	it("are files of the workspace with a line, or lines, anywhere in the text", () => {
		assert.deepEqual(found("src/a.ts:12"), ["src/a.ts:12"]);
		assert.deepEqual(found("See src/a.ts:12-20, (lib/b_c.py:3) and Makefile:7."), [
			"src/a.ts:12-20",
			"lib/b_c.py:3",
			"Makefile:7",
		]);
		assert.deepEqual(found("at src/größe.test.ts:12:5"), ["src/größe.test.ts:12"]);
		assert.deepEqual(placesIn("See a.ts:1!"), [{ start: 4, text: "a.ts:1" }]);
	});

	it("do not lead elsewhere, and include nothing that only looks like them", () => {
		for (const text of [
			"https://example.org/src/a.ts:12",
			"/etc/passwd.txt:1",
			"../src/a.ts:1",
			"src/../../a.ts:1",
			"C:\\src\\a.ts:1",
			"file:a.ts:1",
			"at 12:30",
			"localhost:3000",
			"127.0.0.1:8080",
			"api.example.com:443 and db.internal:5432",
			"src/a.ts",
			"a.ts: 1",
			"v1.2:3",
			"a.ts:12345678",
		])
			assert.deepEqual(found(text), [], text);
	});

	it("are found quickly, whatever the text", () => {
		for (const text of ["a/", "a", "$", "a.", "a:1", "@/"]) placesIn(text.repeat(50_000));
	});
});

describe("markdown: the target in the workspace of an answer's link", () => {
	it("is a file, with lines if the link has any", () => {
		assert.equal(placeTarget("src/a.ts"), "place:src/a.ts");
		assert.equal(placeTarget("./src/a.ts"), "place:src/a.ts");
		assert.equal(placeTarget("src/a.ts:12-20"), "place:src/a.ts:12-20");
		assert.equal(placeTarget("src/a.ts#L12"), "place:src/a.ts:12-12");
		assert.equal(placeTarget("src/a.ts#L12-L20"), "place:src/a.ts:12-20");
		assert.equal(placeTarget("README.md#usage"), "place:README.md");
		assert.equal(placeTarget("docs/guide.md#größe-1"), "place:docs/guide.md");
		assert.equal(placeTarget("src/a.ts#L12C3-L14C1"), "place:src/a.ts");
		assert.equal(placeTarget("C%23/a%23b.cs#L3"), "place:C#/a#b.cs:3-3");
		assert.equal(placeTarget("my%20app/gr%C3%B6%C3%9Fe.ts"), "place:my app/größe.ts");
		assert.equal(placeTarget("100%.md"), "place:100%.md");
	});

	it("is nowhere else", () => {
		for (const href of [
			"",
			"#fragment",
			"a",
			"/src/a.ts",
			"//example.org/a.ts",
			"../a.ts",
			"src/../../a.ts",
			"%2e%2e/a.ts",
			"src/%2e%2e/%2e%2e/a.ts",
			"\\\\host\\share.ts",
			"src%5C..%5C..%5Ca.ts",
			"src/a.ts?x",
			"javascript:alert(1)",
			"file:///a.ts",
			"place:src/a.ts",
			"command:a.b",
			"C:/a.ts",
			"src/a.ts%00",
		])
			assert.equal(placeTarget(href), undefined, href);
	});
});
