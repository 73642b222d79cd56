import assert from "node:assert/strict";
import { FileQuery } from "../../../../src/core/context/fileQuery";

/** The paths that fit, the best first. */
function found(typed: string, paths: readonly string[], fuzzy = false): readonly string[] {
	return new FileQuery(typed)
		.fitting(
			paths.map((path) => ({ path })),
			fuzzy,
		)
		.map(({ path }) => path);
}

describe("# in the composer: finding files by a part of their path", () => {
	it("ignores upper and lower case in both", () => {
		const paths = ["src/App.tsx", "src/mapper.ts", "README.md"];
		assert.deepEqual(found("app", paths), ["src/App.tsx", "src/mapper.ts"]);
		assert.deepEqual(found("APP", paths), ["src/App.tsx", "src/mapper.ts"]);
		assert.deepEqual(found("readme", paths), ["README.md"]);
	});

	it("does so beyond ASCII, however the file system composes letters", () => {
		const paths = ["Übersicht.md", "Élève.ts".normalize("NFD"), "ΑΘΗΝΑ.txt", "Привет.md"];
		assert.deepEqual(found("übersicht", paths), [paths[0]]);
		assert.deepEqual(found("élève", paths), [paths[1]]);
		assert.deepEqual(found("αθηνα", paths), [paths[2]]);
		assert.deepEqual(found("пРИВ", paths), [paths[3]]);
	});

	it("takes the signs of a glob as they are", () => {
		const paths = ["[slug].tsx", "slug.tsx", "{a}.ts", "a.ts", "wow!.md"];
		assert.deepEqual(found("[SLUG]", paths), ["[slug].tsx"]);
		assert.deepEqual(found("{A}", paths), ["{a}.ts"]);
		assert.deepEqual(found("*", paths), []);
		assert.deepEqual(found("wow!", paths), ["wow!.md"]);
	});

	it("takes folders before the name, whole or in part, and ones left out between them", () => {
		const paths = ["src/core/chat/Turn.ts", "src/Chat.ts", "docs/chat.md", "Src/chat/index.ts"];
		assert.deepEqual(found("Src/Chat", paths), ["src/Chat.ts"]);
		assert.deepEqual(found("src/turn", paths), ["src/core/chat/Turn.ts"]);
		assert.deepEqual(found("SRC\\chat\\", paths), ["Src/chat/index.ts", "src/core/chat/Turn.ts"]);
		assert.deepEqual(found("./docs/", paths), ["docs/chat.md"]);
	});

	it("puts names that begin with it first, then shorter paths", () => {
		const paths = ["src/deep/budget.ts", "a/myBudget.ts", "Budget.md"];
		assert.deepEqual(found("bud", paths), ["Budget.md", "src/deep/budget.ts", "a/myBudget.ts"]);
	});

	it("takes letters with others between them where asked for", () => {
		const paths = ["src/contextSuggestions.ts", "src/chat.ts"];
		assert.deepEqual(found("ctxsug", paths), []);
		assert.deepEqual(found("ctxSug", paths, true), ["src/contextSuggestions.ts"]);
		assert.equal(new FileQuery("cs").mayBeFuzzy, false);
	});

	it("makes globs that match both cases, with every sign of the query escaped", () => {
		const glob = (typed: string, fuzzy?: boolean) => new FileQuery(typed).glob(fuzzy);
		assert.equal(glob(""), "**/*");
		assert.equal(glob("aB-1"), "**/*[aA][bB]-1*");
		assert.equal(glob("[*]{!}?,"), `**/*${"?".repeat(8)}*`);
		assert.equal(glob("é"), "**/*");
		assert.equal(glob("éaéaéaéa"), "**/*[aA]*[aA]*[aA]*", "stars are few");
		assert.equal(glob("déjà.ts"), "**/*[dD]*[jJ]*.[tT][sS]*");
		assert.equal(glob("src/Chat"), "**/*[cC][hH][aA][tT]*");
		assert.equal(glob("src/"), "**/*[sS][rR][cC]*/**");
		assert.equal(glob("axxb", true), "**/*[aA]*[bB]*");
		assert.equal(new FileQuery("src").globWithin(), "**/*[sS][rR][cC]*/**");
		assert.equal(new FileQuery("src/").globWithin(), "**/*[sS][rR][cC]*/**");
	});

	it("is too long where no file can be called so", () => {
		assert.equal(new FileQuery("a".repeat(1_001)).isTooLong, true);
		assert.equal(new FileQuery("a".repeat(255)).isTooLong, false);
	});
});
