import assert from "node:assert/strict";
import { bestNamed, FileNames } from "../../../../src/core/context/fileNames";
import { FileQuery } from "../../../../src/core/context/fileQuery";

/** Returns the matching paths, the best first. */
function found(typed: string, paths: readonly string[]): readonly string[] {
	return bestNamed(
		typed,
		paths.map((path) => ({ path })),
		paths.length,
	).map(({ path }) => path);
}

describe("context: finding files by a part of their path", () => {
	it("ignores case in the query and the path", () => {
		const paths = ["src/App.tsx", "src/mapper.ts", "README.md"];
		assert.deepEqual(found("app", paths), ["src/App.tsx", "src/mapper.ts"]);
		assert.deepEqual(found("APP", paths), ["src/App.tsx", "src/mapper.ts"]);
		assert.deepEqual(found("readme", paths), ["README.md"]);
	});

	it("ignores case beyond ASCII, however the file system composes letters", () => {
		const paths = ["Übersicht.md", "Élève.ts".normalize("NFD"), "ΑΘΗΝΑ.txt", "Привет.md"];
		assert.deepEqual(found("übersicht", paths), [paths[0]]);
		assert.deepEqual(found("élève", paths), [paths[1]]);
		assert.deepEqual(found("αθηνα", paths), [paths[2]]);
		assert.deepEqual(found("пРИВ", paths), [paths[3]]);
	});

	it("ignores accents in the path unless one is typed", () => {
		const paths = ["Répartition équitable.ts", "élèves/Élève.ts".normalize("NFD"), "elements.ts", "Αθήνα.txt"];
		assert.deepEqual(found("repart", paths), [paths[0]]);
		assert.deepEqual(found("repequi", paths), [paths[0]]);
		assert.deepEqual(found("eleves/el", paths), [paths[1]]);
		assert.deepEqual(found("ele", paths).slice(0, 2), [paths[2], paths[1]]);
		assert.deepEqual(found("élè", paths), [paths[1]]);
		assert.deepEqual(found("αθηνα", paths), [paths[3]]);
	});

	it("treats the signs of a glob literally", () => {
		const paths = ["[slug].tsx", "slug.tsx", "{a}.ts", "a.ts", "wow!.md"];
		assert.deepEqual(found("[SLUG]", paths), ["[slug].tsx"]);
		assert.deepEqual(found("{A}", paths), ["{a}.ts"]);
		assert.deepEqual(found("*", paths), []);
		assert.deepEqual(found("wow!", paths), ["wow!.md"]);
	});

	it("matches folders before the name, even partially or with others between them", () => {
		const paths = ["src/core/chat/Turn.ts", "src/Chat.ts", "docs/chat.md", "Src/chat/index.ts"];
		assert.equal(found("Src/Chat", paths)[0], "src/Chat.ts");
		assert.deepEqual(found("src/turn", paths), ["src/core/chat/Turn.ts"]);
		assert.deepEqual(found("SRC\\chat\\", paths), ["Src/chat/index.ts", "src/core/chat/Turn.ts"]);
		assert.deepEqual(found("./docs/", paths), ["docs/chat.md"]);
	});

	it("puts names that begin with the query first, and then shorter paths", () => {
		const paths = ["src/deep/budget.ts", "a/myBudget.ts", "Budgets.md"];
		assert.deepEqual(found("bud", paths), ["Budgets.md", "src/deep/budget.ts", "a/myBudget.ts"]);
	});

	it("matches letters with others between them, in the name or else anywhere in the path", () => {
		const paths = ["src/contextSuggestions.ts", "src/chat.ts", "core/tax/sugar.ts"];
		assert.deepEqual(found("ctxsug", paths), ["src/contextSuggestions.ts"]);
		assert.deepEqual(found("srccht", paths), ["src/chat.ts"]);
		assert.deepEqual(found("CoTaSug", paths)[0], "core/tax/sugar.ts");
		assert.deepEqual(found("q", paths), []);
	});

	it("puts exact names first, with or without an extension, then open files, then recent ones", () => {
		const names = new FileNames<{ readonly path: string }>();
		const paths = ["a/plan.md", "b/planner.ts", "c/planning/deep/plans.ts", "d/planned.ts", "e/explanation.ts"];
		for (const path of paths) names.add({ path });
		const preferred = { open: new Set(["e/explanation.ts"]), recent: new Set(["c/planning/deep/plans.ts"]) };
		const order = (typed: string) => names.find(typed, 10, preferred).map(({ path }) => path);
		assert.deepEqual(order("plan").slice(0, 3), ["a/plan.md", "e/explanation.ts", "c/planning/deep/plans.ts"]);
		assert.deepEqual(order("").slice(0, 2), ["e/explanation.ts", "c/planning/deep/plans.ts"]);
		assert.deepEqual(order("planner")[0], "b/planner.ts");
		assert.equal(order("epln")[0], "e/explanation.ts", "an open file is found by its letters too");
	});

	it("keeps names up to date, with a folder's content", () => {
		const names = new FileNames<{ readonly path: string }>();
		for (const path of ["src/a.ts", "src/in/b.ts", "srcs/c.ts"]) names.add({ path });
		const none = { open: new Set<string>(), recent: new Set<string>() };
		assert.deepEqual(
			names.findFolders("src", 10).map(({ path }) => path),
			["src", "srcs"],
		);
		names.delete("src");
		assert.deepEqual(
			names.find("", 10, none).map(({ path }) => path),
			["srcs/c.ts"],
		);
		assert.deepEqual(names.findFolders("in", 10), []);
		assert.equal(names.size, 1);
	});

	it("returns the best of many matches without sorting all of them", () => {
		const names = new FileNames<{ readonly path: string }>();
		for (let i = 0; i < 5_000; i++) names.add({ path: `many/file${i}.ts` });
		names.add({ path: "z/file.ts" });
		const none = { open: new Set<string>(), recent: new Set<string>() };
		const [first, second, ...others] = names.find("file", 5, none).map(({ path }) => path);
		assert.deepEqual([first, second, others.length], ["z/file.ts", "many/file0.ts", 3]);
	});

	it("detects a query that is too long for any file name", () => {
		assert.equal(new FileQuery("a".repeat(1_001)).isTooLong, true);
		assert.equal(new FileQuery("a".repeat(255)).isTooLong, false);
	});
});
