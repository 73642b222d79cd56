import assert from "node:assert/strict";
import { completionWord } from "../../../../../src/webview/composer/completion/completionWord";

/** Returns the word at the caret, which `|` marks. */
const at = (marked: string) => completionWord(marked.replace("|", ""), marked.indexOf("|"));

describe("composer: the word that is completed", () => {
	it("begins with a sign and ends at the caret", () => {
		assert.deepEqual(at("/exp|"), { sign: "/", query: "exp", start: 0, end: 4 });
		assert.deepEqual(at("what of #bud| and"), { sign: "#", query: "bud", start: 8, end: 12 });
		assert.deepEqual(at("ask\n@|"), { sign: "@", query: "", start: 4, end: 5 });
		assert.deepEqual(at("@mistralai/Small-3.2|"), { sign: "@", query: "mistralai/Small-3.2", start: 0, end: 20 });
	});

	it("is none if the sign or the caret is inside a word, or there is no word", () => {
		for (const marked of ["me@home|", "a/b|", "C#|", "# Heading|", "#bu|d", "#bud |", "|#bud", "|", "word|"]) {
			assert.equal(at(marked), undefined, marked);
		}
	});

	it("is an action only at the beginning of the question", () => {
		assert.equal(at("\n /exp|")?.sign, "/");
		assert.equal(at("see /etc|"), undefined);
	});
});
