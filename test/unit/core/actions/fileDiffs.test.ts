import assert from "node:assert/strict";
import { fitDiffs, newFileDiff, splitDiff } from "../../../../src/core/actions/fileDiffs";

const diffOf = (name: string, lines: number) =>
	`diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n${"+a line of text\n".repeat(lines)}`;
const count = (text: string) => text.length;

describe("a diff, file by file", () => {
	it("is split where Git begins a file, whatever the lines are", () => {
		const diff = `${diffOf("src/a.ts", 2)}${diffOf("b c.md", 1)}+diff --git in a text\n`;
		assert.deepEqual(
			splitDiff(diff).map(({ path }) => path),
			["src/a.ts", "b c.md"],
		);
		assert.deepEqual(splitDiff(""), []);
	});

	it("knows files that are deleted, renamed, binary, or have odd names", () => {
		const paths = (diff: string) => splitDiff(diff).map(({ path }) => path);
		assert.deepEqual(paths("diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n-y\n"), ["x"]);
		assert.deepEqual(paths("diff --git a/x b/y\nrename from x\nrename to y\n"), ["y"]);
		assert.deepEqual(paths("diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n"), ["i.png"]);
		assert.deepEqual(paths('diff --git "a/\\303\\251" "b/\\303\\251"\n+++ "b/\\303\\251"\n'), ["\\303\\251"]);
	});

	it("has new files in the same form", () => {
		const diff = newFileDiff(".env", "A=1\r\nB=2");
		assert.deepEqual(diff, { path: ".env", text: "diff --git a/.env b/.env\nnew file\n+A=1\n+B=2" });
		assert.deepEqual(splitDiff(diff.text), [diff]);
	});

	it("stays whole where there is room", () => {
		const diffs = splitDiff(diffOf("a", 3) + diffOf("b", 4));
		assert.deepEqual(fitDiffs(diffs, 10_000, count), { text: diffs.map(({ text }) => text).join("\n"), whole: true });
	});

	it("is cut where it is longest: the short ones stay whole, and what is missing is said", () => {
		const diffs = splitDiff(diffOf("short", 2) + diffOf("long", 500) + diffOf("longer", 900));
		const { text, whole } = fitDiffs(diffs, 2_000, count);
		assert.equal(whole, false);
		assert.ok(text.length <= 2_000 + 100, String(text.length));
		const [short, long, longer] = splitDiff(text);
		assert.equal(short?.text, diffs[0]?.text);
		for (const cut of [long, longer]) assert.match(cut?.text ?? "", /\+a line of text\n\[… \d+ more lines\]$/);
		const left = (cut: string) => Number(/\[… (\d+)/.exec(cut)?.[1]) + (cut.match(/^\+a line/gm)?.length ?? 0);
		assert.equal(left(long?.text ?? ""), 500);
	});

	it("keeps every file's name, however little room there is", () => {
		const { text } = fitDiffs(splitDiff(diffOf("a", 50) + diffOf("b", 50)), 0, count);
		assert.match(text, /^diff --git a\/a b\/a\n\[… 53 more lines\]\ndiff --git a\/b b\/b\n\[… 53 more lines\]$/);
	});
});
