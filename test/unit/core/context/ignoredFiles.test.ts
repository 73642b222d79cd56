import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { IgnoredFiles, parseIgnoreRules } from "../../../../src/core/context/ignoredFiles";
import { pick, seededRandom } from "../../../faults/seededRandom";

/** A file's text by its path. */
type Tree = Readonly<Record<string, string>>;

/** What is ignored of a tree, by the `.gitignore` files in it. */
async function ignoredOf(tree: Tree): Promise<readonly string[]> {
	const ignored = new IgnoredFiles(async (folder) => {
		const text = tree[`${folder}.gitignore`];
		return text === undefined ? undefined : parseIgnoreRules(text);
	});
	const paths = Object.keys(tree);
	const answers = await Promise.all(paths.map((path) => ignored.ignores(path)));
	return paths.filter((_, i) => answers[i]).sort();
}

/** Each tree, and what Git ignores of it. */
const layouts: readonly { readonly what: string; readonly tree: Tree; readonly ignored: readonly string[] }[] = [
	{
		what: "a deeper file's word goes before a higher one's",
		tree: {
			".gitignore": "dist/\n*.log\n",
			"src/.gitignore": "generated.ts\n!keep.log\n",
			"dist/a/b.js": "",
			"src/a.ts": "",
			"src/generated.ts": "",
			"generated.ts": "",
			"src/some.log": "",
			"src/keep.log": "",
		},
		ignored: ["dist/a/b.js", "src/generated.ts", "src/some.log"],
	},
	{
		what: "nothing is taken in again that lies in an ignored folder",
		tree: {
			".gitignore": "private/\nvendor\n",
			"private/.gitignore": "!keys.txt\n!*\n",
			"private/keys.txt": "",
			"private/deep/keys.txt": "",
			"vendor/lib/.gitignore": "!src/\n!*.js\n",
			"vendor/lib/src/a.js": "",
			"keys.txt": "",
		},
		ignored: [
			"private/.gitignore",
			"private/deep/keys.txt",
			"private/keys.txt",
			"vendor/lib/.gitignore",
			"vendor/lib/src/a.js",
		],
	},
	{
		what: "a folder that a deeper file takes in again is looked into",
		tree: {
			".gitignore": "build/\n*.o\n",
			"src/.gitignore": "!build/\n",
			"build/a.js": "",
			"src/build/a.js": "",
			"src/build/a.o": "",
			"src/build/[x]/a.js": "",
		},
		ignored: ["build/a.js", "src/build/a.o"],
	},
	{
		what: "all but one folder",
		tree: { ".gitignore": "/*\n!/src/\n!.gitignore\n", "src/a.ts": "", "a.ts": "", "test/a.ts": "" },
		ignored: ["a.ts", "test/a.ts"],
	},
	{ what: "nothing without such files", tree: { "a/b": "" }, ignored: [] },
];

const names = ["a", "b", "ab", "build", "x.log", "keep.log"];
const patterns = [
	...["a", "/a", "a/", "!a", "!a/", "!/a", "b", "!b", "ab/", "!ab/", "build/", "!build/", "build", "!build"],
	...["*.log", "!keep.log", "!*.log", "a/b", "!a/b", "a/b/", "!a/b/", "**/b", "!**/b", "a/**", "!a/**", "a/*", "!a/*"],
	...[
		"a/**/x.log",
		"!a/**/x.log",
		"/*",
		"!/ab",
		"*",
		"!*",
		"!*/",
		"!/*/",
		"[ab]",
		"![ab]",
		"a?",
		"\\a",
		"# a",
		"",
		"b ",
	],
];

/** Files at random places, and rules in some of their folders. */
function randomTree(random: () => number): Tree {
	const tree: Record<string, string> = {};
	const some = <T>(items: readonly T[], most: number) =>
		Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(items, random));
	for (let i = 0; i < 12; i++) {
		const folders = some(names.slice(0, 4), 3).map((name) => `${name}.d`);
		tree[[...folders, pick(names, random)].join("/")] = "";
		if (random() < 0.4) tree[[...folders.slice(0, Math.floor(random() * 3)), ".gitignore"].join("/")] = rules();
	}
	return tree;

	/** The names of folders end with `.d`, so that none is a file's too. */
	function rules(): string {
		return some(patterns, 4)
			.map((pattern) => (random() < 0.6 ? pattern.replace(/\b(?:ab?|b|build)\b/g, "$&.d") : pattern))
			.join("\n");
	}
}

describe("what Git ignores", () => {
	for (const { what, tree, ignored } of layouts) {
		it(what, async () => assert.deepEqual(await ignoredOf(tree), [...ignored].sort()));
	}

	it("is what Git itself says of these trees, and of many at random", async function () {
		const git = promisify(execFile);
		const root = await mkdtemp(join(tmpdir(), "gatehouse-ignored-"));
		try {
			const random = seededRandom(7);
			const trees = [...layouts.map(({ tree }) => tree), ...Array.from({ length: 80 }, () => randomTree(random))];
			const inGit = await git("git", ["init", "-q"], { cwd: root }).catch(() => undefined);
			// Nothing of it is needed where it is not installed.
			if (!inGit) return this.skip();
			for (const [i, tree] of trees.entries()) {
				for (const [path, text] of Object.entries(tree)) {
					const file = join(root, `tree${i}`, path);
					await mkdir(dirname(file), { recursive: true });
					await writeFile(file, text);
				}
			}
			const asked = ["-c", "core.excludesFile=", "ls-files", "-oi", "--exclude-standard", "-z"];
			const { stdout } = await git("git", asked, { cwd: root });
			for (const [i, tree] of trees.entries()) {
				const prefix = `tree${i}/`;
				const wanted = stdout.split("\0").flatMap((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));
				assert.deepEqual(await ignoredOf(tree), wanted.sort(), JSON.stringify(tree, null, 1));
			}
		} finally {
			await rm(root, { recursive: true, force: true });
		}
	});
});
