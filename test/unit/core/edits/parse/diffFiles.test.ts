import assert from "node:assert/strict";
import { appliedText, editedText } from "../../../../../src/core/edits/apply/replyEdit";
import { changedFiles, partFor } from "../../../../../src/core/edits/parse/diffFiles";
import { fenced } from "../replyCases";

const clock = [
	"diff --git a/src/Clock.js b/src/Clock.js",
	"index 3f7c85a..fe0fb73 100644",
	"--- a/src/Clock.js",
	"+++ b/src/Clock.js",
	"@@ -1,3 +1,3 @@",
	" {",
	"-\tthis.on = true;",
	"+\tthis.on = !0;",
	" }",
];
const layers = clock.map((line) => line.replaceAll("Clock", "Layers"));
const patch = [
	"*** Begin Patch",
	"*** Update File: src/Clock.js",
	"@@",
	"-\tthis.on = true;",
	"+\tthis.on = !0;",
	"*** Delete File: src/Layers.js",
	"*** End Patch",
];
const text = "{\n\tthis.on = true;\n}\n";
const changed = "{\n\tthis.on = !0;\n}\n";

const placeIn = (path: string) => ({ text, start: 0, count: 3, languageId: "javascript", path, indentation: "\t" });
const applied = (lines: readonly string[], path: string) => appliedText(lines.join("\n"), placeIn(path), false);

describe("edit: a diff of several files", () => {
	it("is applied to the file that is one of them", () => {
		for (const lines of [
			[...clock, ...layers],
			[...layers, ...clock],
			[...clock.slice(2), ...layers.slice(2)],
			patch,
		]) {
			assert.equal(applied(lines, "src/Clock.js"), changed);
			assert.equal(applied(lines, "folder/src/Clock.js"), changed);
			assert.deepEqual(partFor("src/Clock.js", lines)?.others, ["src/Layers.js"]);
		}
	});

	it("is refused with the names of its files if the file is none of them", () => {
		for (const lines of [[...clock, ...layers], patch]) {
			const names = /several files .*src\/Clock\.js, src\/Layers\.js/;
			assert.throws(() => applied(lines, "src/Other.js"), names);
			assert.throws(() => editedText(fenced(lines.join("\n"), "diff"), placeIn("src/Clock.js")), names);
		}
	});

	it("is refused if the file is named twice, or a head may be a part of a hunk", () => {
		assert.throws(() => applied([...clock, ...layers, ...clock], "src/Clock.js"), /several files/);
		const marks = [...clock.slice(0, -1), "--- old", "+++ new", " }"];
		assert.throws(() => applied(marks, "src/Clock.js"), /several files/);
	});

	it("is not what an incomplete diff of one file is called", () => {
		assert.throws(() => applied(clock.slice(0, 5), "src/Clock.js"), /incomplete/);
		assert.equal(partFor("src/Clock.js", clock), undefined);
	});

	it("names only some of its files", () => {
		const many = Array.from({ length: 9 }, (_, at) => [`--- a/${at}.js`, `+++ b/${at}.js`, "@@ @@", "-a", "+b"]);
		assert.throws(() => applied(many.flat(), "src/Clock.js"), /\(0\.js, [^)]*, …\)/);
	});
});

describe("edit: the files of a diff", () => {
	it("are those that its heads name, each once", () => {
		assert.deepEqual(changedFiles([...clock, ...layers, ...clock]), ["src/Clock.js", "src/Layers.js"]);
		assert.deepEqual(changedFiles(patch), ["src/Clock.js", "src/Layers.js"]);
		assert.deepEqual(changedFiles(["@@ @@", "-a", "+b"]), []);
	});

	it("are named without quotes, times and hidden characters, and by their old name if they are deleted", () => {
		const heads = ['--- "a/b c.js"\t2026-01-01', '+++ "b/b c.js"\t2026-01-02', "--- a/old.js", "+++ /dev/null"];
		assert.deepEqual(changedFiles([...heads, "--- x\u202e.js", "+++ x\u202e.js"]), ["b c.js", "old.js", "x.js"]);
	});
});
