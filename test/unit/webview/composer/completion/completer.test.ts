import assert from "node:assert/strict";
import type { Suggestion } from "../../../../../src/shared/chatProtocol";
import { Completer } from "../../../../../src/webview/composer/completion/completer";

const suggestion = (id: string): Suggestion => ({ id, label: id, detail: "", icon: "file" });

/** Creates a completer whose `#` source the test answers; the others answer at once. */
function setUp() {
	const asked: { query: string; answer(found: readonly string[]): Promise<void>; fail(): Promise<void> }[] = [];
	const failures: unknown[] = [];
	const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
	const filesOf = (query: string) =>
		new Promise<readonly Suggestion[]>((resolve, reject) =>
			asked.push({
				query,
				answer: (found) => {
					resolve(found.map(suggestion));
					return settled();
				},
				fail: () => {
					reject(new Error("no files"));
					return settled();
				},
			}),
		);
	const symbols: string[] = [];
	const completer = new Completer(
		{
			"/": async function* () {
				yield [suggestion("explain"), suggestion("fix")];
			},
			"@": async function* () {
				yield [];
			},
			"#": async function* (query) {
				yield await filesOf(query);
				symbols.push(query);
				yield [suggestion(`symbol:${query}`)];
			},
		},
		() => {},
		(error) => failures.push(error),
	);
	const type = async (text: string) => {
		completer.typed(text, text.length);
		await settled();
	};
	const shown = () => completer.suggestions.map(({ id }) => id);
	return { completer, asked, symbols, failures, type, shown };
}

describe("composer: the completer", () => {
	it("suggests for a word with a sign, and the selection wraps around", async () => {
		const { completer, type, shown } = setUp();
		await type("/");
		assert.deepEqual(shown(), ["explain", "fix"]);
		assert.equal(completer.active, 0);
		completer.step(-1);
		assert.equal(completer.active, 1);
		completer.step(1);
		assert.equal(completer.active, 0);
		await type("/explain ");
		assert.equal(completer.word, undefined);
	});

	it("shows nothing if there is nothing to suggest", async () => {
		const { completer, type, shown } = setUp();
		await type("@nobody");
		assert.equal(completer.word, undefined);
		assert.deepEqual(shown(), []);
	});

	it("requests suggestions with each letter, and drops late ones for an older query", async () => {
		const { asked, symbols, failures, type, shown } = setUp();
		for (const text of ["#", "#b", "#bu"]) await type(text);
		assert.deepEqual(
			asked.map(({ query }) => query),
			["", "b", "bu"],
		);
		await asked[2]?.answer(["budget"]);
		assert.deepEqual(shown(), ["budget", "symbol:bu"]);
		await asked[0]?.answer(["a", "b"]);
		await asked[1]?.fail();
		assert.deepEqual(symbols, ["bu"], "the next suggestions are not requested for an older query");
		assert.deepEqual(shown(), ["budget", "symbol:bu"]);
		assert.deepEqual(failures, []);
	});

	it("keeps its suggestions until there are newer ones, and requests nothing twice", async () => {
		const { asked, type, shown } = setUp();
		await type("#b");
		await asked[0]?.answer(["budget", "bank"]);
		await type("#bu");
		assert.deepEqual(shown(), ["budget", "bank", "symbol:b"]);
		await type("#bu");
		assert.equal(asked.length, 2);
	});

	it("drops suggestions for a word that is gone", async () => {
		const { asked, type, shown } = setUp();
		await type("#b");
		await type("#b ");
		await asked[0]?.answer(["budget"]);
		assert.deepEqual(shown(), []);
		await type("/");
		assert.deepEqual(shown(), ["explain", "fix"]);
	});

	it("ignores a dismissed word, and suggests for the next one", async () => {
		const { completer, type, shown } = setUp();
		await type("/e");
		completer.dismiss();
		await type("/ex");
		assert.deepEqual(shown(), []);
		await type("");
		await type("/");
		assert.deepEqual(shown(), ["explain", "fix"]);
	});

	it("closes when the caret leaves the word", async () => {
		const { completer, type, shown } = setUp();
		await type("/ex");
		completer.moved("/ex", 3);
		assert.equal(shown().length, 2);
		completer.moved("/ex", 1);
		assert.deepEqual(shown(), []);
	});

	it("reports a failed source, and suggests nothing", async () => {
		const { asked, failures, type, shown } = setUp();
		await type("#b");
		await asked[0]?.fail();
		assert.equal(failures.length, 1);
		assert.deepEqual(shown(), []);
	});
});
