import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Pauses } from "../../../../src/core/base/pauses";
import { IgnoredFiles } from "../../../../src/core/context/ignoredFiles";
import { parseIgnoreRules } from "../../../../src/core/context/ignoreRules";
import { limits } from "../../../../src/shared/untrusted/limits";
import { pick, seededRandom } from "../../../faults/seededRandom";

/** The texts of files by their paths. */
type Tree = Readonly<Record<string, string>>;

/**
 * Returns the ignored files of a tree according to its `.gitignore` files.
 *
 * @param before rules for the top folder, which the tree's own files override.
 */
async function ignoredOf(tree: Tree, before?: string): Promise<readonly string[]> {
	const ignored = new IgnoredFiles(async (folder) => {
		const texts = [folder === "" ? before : undefined, tree[`${folder}.gitignore`]].filter(
			(text) => text !== undefined,
		);
		return texts.length === 0 ? undefined : parseIgnoreRules(texts.join("\n"));
	});
	const paths = Object.keys(tree);
	const answers = await Promise.all(paths.map((path) => ignored.ignores(path)));
	return paths.filter((_, i) => answers[i]).sort();
}

/** Trees, and the files in each that Git ignores. */
const layouts: readonly { readonly what: string; readonly tree: Tree; readonly ignored: readonly string[] }[] = [
	{
		what: "the rules of a deeper file override those of a higher one",
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
		what: "nothing in an ignored folder can be included again",
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
		what: "a folder that a deeper file includes again is searched",
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
	{ what: "nothing is ignored without such files", tree: { "a/b": "" }, ignored: [] },
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
	...[
		"[[:alpha:]]",
		"[!a]",
		"[^b]*",
		"[a-c]?",
		"[]a]",
		"[c-a]",
		"[a",
		"***/b",
		"a**/b",
		"**a",
		"?.d/**",
		"[!/]*.log",
		"\\*",
	],
];

/** Creates files at random places, and rules in some of their folders. */
function randomTree(random: () => number): Tree {
	const tree: Record<string, string> = {};
	for (let i = 0; i < 12; i++) {
		const folders = some(names.slice(0, 4), 3, random).map((name) => `${name}.d`);
		tree[[...folders, pick(names, random)].join("/")] = "";
		if (random() < 0.4)
			tree[[...folders.slice(0, Math.floor(random() * 3)), ".gitignore"].join("/")] = randomRules(random);
	}
	return tree;
}

/** Creates rules; names of folders end with `.d`, so that they differ from those of files. */
function randomRules(random: () => number): string {
	return some(patterns, 4, random)
		.map((pattern) => (random() < 0.6 ? pattern.replace(/\b(?:ab?|b|build)\b/g, "$&.d") : pattern))
		.join("\n");
}

/** Picks at least one item, and up to this many. */
function some<T>(items: readonly T[], most: number, random: () => number): T[] {
	return Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(items, random));
}

describe("Git ignore", () => {
	for (const { what, tree, ignored } of layouts) {
		it(what, async () => assert.deepEqual(await ignoredOf(tree), [...ignored].sort()));
	}
});

describe("Git ignore: compared with Git", () => {
	const git = promisify(execFile);
	const random = seededRandom(7);
	const trees = [...layouts.map(({ tree }) => tree), ...Array.from({ length: 80 }, () => randomTree(random))];
	let root: string;
	before(async function () {
		root = await mkdtemp(join(tmpdir(), "gatehouse-ignored-"));
		// These tests are skipped if Git is not installed.
		if (!(await git("git", ["init", "-q"], { cwd: root }).catch(() => undefined))) return this.skip();
		for (const [i, tree] of trees.entries()) await write(`tree${i}`, tree);
	});
	after(() => rm(root, { recursive: true, force: true }));

	async function write(folder: string, tree: Tree): Promise<void> {
		for (const [path, text] of Object.entries(tree)) {
			const file = join(root, folder, path);
			await mkdir(dirname(file), { recursive: true });
			await writeFile(file, text);
		}
	}

	/** Returns the files that Git ignores, by its rules and those of a file for all repositories. */
	async function ignoredByGit(everywhere = ""): Promise<readonly string[]> {
		const asked = ["-c", `core.excludesFile=${everywhere}`, "ls-files", "-oi", "--exclude-standard", "-z"];
		const { stdout } = await git("git", asked, { cwd: root });
		return stdout.split("\0").filter(Boolean).sort();
	}

	it("ignores the same files in these trees, and in many random ones", async () => {
		const wanted = await ignoredByGit();
		for (const [i, tree] of trees.entries()) {
			const prefix = `tree${i}/`;
			const own = wanted.flatMap((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : []));
			assert.deepEqual(await ignoredOf(tree), own.sort(), JSON.stringify(tree, null, 1));
		}
	});

	it("ignores the same files with rules for all repositories and for this one, which all others override", async () => {
		const own = trees.flatMap((tree, i) => Object.entries(tree).map(([path, text]) => [`tree${i}/${path}`, text]));
		const everywhere = join(root, ".git", "everywhere");
		for (let i = 0; i < 10; i++) {
			const files = { everywhere: randomRules(random), "info/exclude": randomRules(random) };
			await write(".git", files);
			const before = `${files.everywhere}\n${files["info/exclude"]}`;
			assert.deepEqual(await ignoredOf(Object.fromEntries(own), before), await ignoredByGit(everywhere), before);
		}
	});
});

describe("Git ignore: many files at once", () => {
	it("are checked with pauses for other work, however slow the rules are", async () => {
		let now = 0;
		let most = 0;
		let inOneGo = 0;
		const slow = {
			leavesOut() {
				now += 100;
				most = Math.max(most, ++inOneGo);
				return false;
			},
		};
		const rulesIn = async (folder: string) => (folder === "" ? slow : undefined);
		const ignored = new IgnoredFiles(rulesIn, undefined, new Pauses(() => now));
		let isDone = false;
		const turn = () => {
			inOneGo = 0;
			if (!isDone) setImmediate(turn);
		};
		turn();
		const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ignored.ignores(`${at}.ts`)));
		isDone = true;
		assert.equal(answers.length, 50);
		assert.equal(most, 1);
	});

	it("limits: are compared with the rules of the maximum number of nested folders", async () => {
		const below = (depth: number) => `${"a/".repeat(depth)}b`;
		const ignored = new IgnoredFiles(async () => parseIgnoreRules("*.x\n"));
		assert.equal(await ignored.ignores(below(limits.nestedIgnoreRules - 1)), false);
		await assert.rejects(ignored.ignores(below(limits.nestedIgnoreRules)), /100 nested folders have ignore rules/);
	});
});
