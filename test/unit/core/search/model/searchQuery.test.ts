import assert from "node:assert/strict";
import { leftOutByName, leftOutByText } from "../../../../../src/core/search/model/indexableFile";
import { languageOf } from "../../../../../src/core/search/model/languages";
import { fileFits, hasFilters, parseQuery, proseQuery } from "../../../../../src/core/search/model/searchQuery";
import { keywordExpression, keywordText } from "../../../../../src/worker/store/keywords";
import { fuseRanks } from "../../../../../src/worker/store/rankFusion";

describe("index: a query", () => {
	it("is divided into words and filters", () => {
		assert.deepEqual(parseQuery('retry path:src/core -path:test lang:ts after path:"my folder/x"'), {
			text: "retry after",
			paths: ["src/core", "my folder/x"],
			withoutPaths: ["test"],
			languages: ["typescript", "typescriptreact"],
			withoutLanguages: [],
		});
		assert.deepEqual(parseQuery("budget -lang:ts"), {
			text: "budget",
			paths: [],
			withoutPaths: [],
			languages: [],
			withoutLanguages: ["typescript", "typescriptreact"],
		});
		assert.deepEqual(parseQuery("LANG:Python  who?").languages, ["python"]);
		assert.equal(parseQuery("a path: b").text, "a path: b");
	});

	const fits = (typed: string, path: string) => fileFits(parseQuery(typed))(path, languageOf(path).id);
	for (const [typed, path, expected] of [
		["path:core", "src/core/a.ts", true],
		["path:CORE", "src/core/a.ts", true],
		["path:*.test.ts", "src/a.test.ts", true],
		["path:*.test.ts", "src/a.test.tsx", false],
		["path:src/*", "lib/src/a.ts", true],
		["path:src/*", "mysrc/a.ts", false],
		["path:src\\core", "src/core/a.ts", true],
		["-path:test", "test/a.ts", false],
		["lang:js", "a.jsx", true],
		["lang:c++", "a.hpp", true],
		["lang:rs path:src", "src/a.rs", true],
		["path:a path:b", "b.ts", true],
		["path:(", "a(b.ts", true],
		["path:/src", "src/a.ts", true],
		["path:/src/*", "src/a.ts", true],
		["path:a*b*c", "x/a/b/c", true],
		["path:a*c*b", "x/a/b/c", false],
		["path:a*bc", "abc", true],
		["path:ab*bc", "abc", false],
		["path:*", "a.ts", true],
		["-lang:ts", "a.ts", false],
		["-lang:ts", "a.py", true],
		["lang:c", "budget.h", true],
		["lang:zig", "src/a.zig", true],
		["lang:zig", "src/zig.ts", false],
		["lang:tf", "main.tf", true],
		["-lang:kt", "a.kt", false],
	] as const) {
		it(`${expected ? "finds" : "does not find"} ${path} with ${typed}`, () =>
			assert.equal(fits(typed, path), expected));
	}

	it("has no filters if it is prose with texts that look like filters", () => {
		const query = proseQuery("Why is GET path:/api/x answered with 404?\n  at lang:ts ");
		assert.equal(query.text, "Why is GET path:/api/x answered with 404?\n  at lang:ts");
		assert.equal(hasFilters(query), false);
	});

	it("handles a filter with many stars in time", () => {
		assert.equal(fits(`path:${"*a".repeat(200)}*z`, "a".repeat(5_000)), false);
	});

	it("has whole identifiers and their parts as keywords, but not the words of every question", () => {
		assert.equal(
			keywordExpression("how does getUserName work?"),
			'"getusername" OR "get" OR "user" OR "name" OR "work"',
		);
		assert.equal(keywordExpression("what is it"), '"what" OR "is" OR "it"');
		assert.equal(keywordExpression('"; DROP NEAR('), '"drop" OR "near"');
		assert.equal(keywordExpression("?!"), undefined);
		assert.equal(keywordText("parseHTTPUrl(x)"), "parseHTTPUrl(x)\nparse HTTP Url");
		assert.equal(keywordText("plain words"), "plain words");
	});

	it("splits mixed-case identifiers of any script at its letters, however their accents are encoded", () => {
		const parts = (text: string) => keywordText(text).slice(text.length + 1);
		assert.equal(parts("größeMaß + naïveBayes"), "größe Maß naïve Bayes");
		assert.equal(parts("// Größe\nconst ÉCOLEÉlève = prixÀPayer;"), "ÉCOLE Élève prix À Payer");
		assert.equal(parts("размерОкна"), "размер Окна");
		assert.equal(parts("用户Name"), "用户 Name");
		assert.equal(parts("parseHTTPUrl(x) // –"), "parse HTTP Url");
		assert.equal(keywordText("größe naïve 大小 – 😀"), "größe naïve 大小 – 😀");
		assert.equal(parts("caféBar ÉCOLE".normalize("NFD")), "café Bar");
		assert.equal(keywordExpression("naïveBayes"), '"naïvebayes" OR "naïve" OR "bayes"');
		assert.equal(keywordExpression("größe".normalize("NFD")), '"größe"');
	});

	it("fuses rankings so that a high place in two precedes the first place in one", () => {
		const fused = fuseRanks([
			[1, 2, 3],
			[4, 2, 5],
		]);
		const ids = [...fused.keys()];
		assert.equal(ids[0], 2);
		assert.deepEqual(new Set(ids), new Set([1, 2, 3, 4, 5]));
		assert.deepEqual([...fuseRanks([[], []])], []);
	});

	it("fuses rankings so that an entry that one of them cannot know takes its rank in the other", () => {
		const fused = fuseRanks(
			[
				[1, 2, 3],
				[4, 1, 2],
			],
			(id) => (id === 4 ? 2 : 1),
		);
		assert.deepEqual([...fused.keys()], [4, 1, 2, 3]);
		assert.ok(Math.abs((fused.get(4) ?? 0) - 1) < 1e-9);
	});

	it("fuses rankings into decreasing scores, with 1 for the best possible entry", () => {
		const scores = [...fuseRanks([[1, 2, 3, 4], [1, 4], []])];
		assert.deepEqual(
			scores.map(([id]) => id),
			[1, 4, 2, 3],
		);
		assert.ok(Math.abs((scores[0]?.[1] ?? 0) - 1) < 1e-9, "first in both rankings that have entries");
		for (const [i, [, score]] of scores.entries()) assert.ok(score > 0 && score <= (scores[i - 1]?.[1] ?? 1 + 1e-9));
	});
});

describe("index: the files of an index", () => {
	for (const [path, size, reason] of [
		["src/a.ts", 10, undefined],
		[".env", 10, "secret"],
		["keys/id_rsa", 10, "secret"],
		["a.png", 10, "binary"],
		["yarn.lock", 10, "generated"],
		["dist/a.min.js", 10, "generated"],
		["a.ts", 2_000_000, "tooLarge"],
	] as const) {
		it(`${reason ? `leave out ${path}: ${reason}` : `take ${path}`}`, () =>
			assert.equal(leftOutByName(path, size), reason));
	}

	it("leave out texts that are generated, minified or a key", () => {
		assert.equal(leftOutByText("// Code generated by protoc. DO NOT EDIT.\n"), "generated");
		assert.equal(leftOutByText(`var a=1;${"b=a+1;".repeat(1500)}`), "generated");
		assert.equal(leftOutByText("-----BEGIN RSA PRIVATE KEY-----\n"), "secret");
		assert.equal(leftOutByText("const a = 1;\n".repeat(2000)), undefined);
		const notebook = `{\n"source": ["plot(harbour)"],\n"image/png": "${"iVBORw0K".repeat(5000)}"\n}\n`;
		assert.equal(leftOutByText(notebook), undefined, "what is written beside a picture is no less worth");
	});
});
