import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readAndCut } from "../../../src/vscode/search/fileReader";
import type { SyntaxCutter } from "../../../src/vscode/search/syntaxTrees";

describe("a file that is read for the index", () => {
	let parent: string;
	let folder: string;
	before(async () => {
		parent = await mkdtemp(join(tmpdir(), "gatehouse-reader-"));
		folder = join(parent, "workspace");
		await mkdir(join(folder, "src"), { recursive: true });
		await writeFile(join(parent, "credentials"), "password = hunter2\n");
		await writeFile(join(folder, "src", "a.ts"), "export const a = 1;\n");
		await symlink("../credentials", join(folder, "notes.txt"));
		await symlink(parent, join(folder, "around"));
		await symlink("src", join(folder, "inside"));
		await symlink("nowhere", join(folder, "broken.txt"));
		await symlink(folder, join(parent, "linkToWorkspace"));
	});
	after(() => rm(parent, { recursive: true, force: true }));

	const byLines: SyntaxCutter = { load: async () => {}, cut: () => undefined };
	const read = (path: string, root = folder, syntax = byLines) => {
		const entry = { path, location: { folder: root, file: join(root, path) } };
		const { chunks } = readAndCut({ entry }, syntax);
		return typeof chunks === "string" ? chunks : chunks.map(({ text }) => text);
	};

	const cases: Readonly<Record<string, string | readonly string[]>> = {
		"src/a.ts": ["export const a = 1;"],
		"notes.txt": "link",
		"around/credentials": "secret",
		"around/workspace/src/a.ts": "link",
		"inside/a.ts": "link",
		"broken.txt": "unreadable",
	};
	for (const [path, expected] of Object.entries(cases)) {
		it(`${path}: ${typeof expected === "string" ? expected : "is cut"}`, () => {
			assert.deepEqual(read(path), expected);
			assert.deepEqual(read(path, join(parent, "linkToWorkspace")), expected);
		});
	}

	it("is cut by lines when its syntax is too much for the cutter", () => {
		const failing: SyntaxCutter = {
			load: async () => {},
			cut: () => {
				throw new RangeError("Maximum call stack size exceeded");
			},
		};
		assert.deepEqual(read("src/a.ts", folder, failing), ["export const a = 1;"]);
	});
});
