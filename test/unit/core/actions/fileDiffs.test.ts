import assert from "node:assert/strict";
import { fitDiffs, newFileDiff, splitDiff } from "../../../../src/core/actions/fileDiffs";

const diffOf = (name: string, lines: number) =>
	`diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n${"+a line of text\n".repeat(lines)}`;
const count = (text: string) => text.length;

describe("commit message: the diff of each file", () => {
	it("is split where Git begins a file, whatever the lines contain", () => {
		const diff = `${diffOf("src/a.ts", 2)}${diffOf("b c.md", 1)}+diff --git in a text\n`;
		assert.deepEqual(
			splitDiff(diff).map(({ paths }) => paths),
			[["src/a.ts"], ["b c.md"]],
		);
		assert.deepEqual(splitDiff(""), []);
	});

	const named: Readonly<Record<string, [diff: string, paths: readonly string[]]>> = {
		"a deleted file": [
			"diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-y\n",
			["x"],
		],
		"a new file": ["diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n", ["x"]],
		"a moved file": ["diff --git a/x b/y\nrename from x\nrename to y\n", ["y", "x"]],
		"a moved and changed file": [
			"diff --git a/.env b/conf.txt\nsimilarity index 83%\nrename from .env\nrename to conf.txt\n--- a/.env\n+++ b/conf.txt\n@@ -4 +4 @@\n+F=6\n",
			["conf.txt", ".env"],
		],
		"a copied file": ["diff --git a/.env b/y\ncopy from .env\ncopy to y\n", ["y", ".env"]],
		"a binary file": ["diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n", ["i.png"]],
		"an odd name": ['diff --git "a/\\303\\251" "b/\\303\\251"\n+++ "b/\\303\\251"\n', ["\\303\\251"]],
		"a name with spaces": [
			"diff --git a/a b/c d b/a b/c d\n--- a/a b/c d\t\n+++ b/a b/c d\t\n@@ -1 +1 @@\n",
			["a b/c d"],
		],
		"diff.mnemonicPrefix": ["diff --git i/.env w/.env\n--- i/.env\n+++ w/.env\n@@ -1 +1 @@\n+A=1\n", [".env"]],
		"diff.mnemonicPrefix, binary": ["diff --git c/store.p12 i/store.p12\nBinary files differ\n", ["store.p12"]],
		"diff.noprefix": ["diff --git app/.env app/.env\n--- app/.env\n+++ app/.env\n@@ -1 +1 @@\n+A=1\n", ["app/.env"]],
		"diff.noprefix, binary": ["diff --git a b.p12 a b.p12\nBinary files differ\n", ["a b.p12"]],
		"diff.srcPrefix": [
			"diff --git old/.env new/.env\n--- old/.env\n+++ new/.env\n@@ -1 +1 @@\n+A=1\n",
			["new/.env", "old/.env"],
		],
		"a merge with open conflicts": [
			"diff --cc .env\n--- a/.env\n+++ b/.env\n@@@ -1,1 -1,1 +1,5 @@@\n++A=1\n",
			[".env"],
		],
		"a diff with lines that look like a name": [
			"diff --git a/.env b/.env\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n--- a/x\n+++ b/x\n",
			[".env"],
		],
		"a diff with an ambiguous name": ["diff --git old/i.png new/i.png\nBinary files differ\n", [""]],
	};
	for (const [what, [diff, paths]] of Object.entries(named)) {
		it(`recognizes the file of ${what}`, () => {
			// The file is recognized after another one, too.
			const all = splitDiff(`${diffOf("a.ts", 1)}${diff}`);
			assert.deepEqual(
				all.map((file) => file.paths),
				[["a.ts"], paths],
			);
		});
	}

	it("has new files in the same form", () => {
		const diff = newFileDiff(".env", "A=1\r\nB=2");
		assert.deepEqual(diff, { paths: [".env"], text: "diff --git a/.env b/.env\nnew file\n+A=1\n+B=2" });
		assert.deepEqual(splitDiff(diff.text), [diff]);
	});

	it("stays whole if there is room", () => {
		const diffs = splitDiff(diffOf("a", 3) + diffOf("b", 4));
		assert.deepEqual(fitDiffs(diffs, 10_000, count), { text: diffs.map(({ text }) => text).join("\n"), whole: true });
	});

	it("is cut in the longest files first: short ones stay whole, and the number of missing lines is given", () => {
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
