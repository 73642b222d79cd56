import assert from "node:assert/strict";
import { elisionMark } from "../../../../../src/core/edits/parse/elisionMark";

describe("edits: a line that represents omitted lines", () => {
	const sure = [
		"// ... existing code ...",
		"// ...existing code...",
		"\t// ...",
		"# … rest of the code …",
		"/* ... */",
		"{/* ... existing JSX ... */}",
		"<!-- ... existing items ... -->",
		"-- ... other columns ...",
		"// ... (validation unchanged) ...",
		"// ... other methods",
		"// [... rest of the file ...]",
		"// function body...",
		"# --- rest of the class unchanged ... ---",
		"... rest of the text ...",
		"[... rest of the document ...]",
	];
	for (const line of sure) it(`is certain: ${line}`, () => assert.equal(elisionMark(line), "sure"));

	const phrases = [
		"// rest of the code",
		"// Rest of the function remains the same",
		"// existing code here",
		"# Existing implementation",
		"// function body stays as before",
		"// the rest of the method stays the same",
		"// unchanged",
		"// (unchanged)",
		"// same as before",
		"// remaining methods unchanged",
		"// Other methods remain unchanged",
		"// keep existing code",
		"// Keep the rest of the file as is",
		"/* unchanged */",
		"// ---- existing code ----",
		"// code omitted for brevity",
		"// omitted for brevity",
		"// snip",
		"# imports unchanged",
		"// no changes needed",
		"// previous code here",
		"// your existing logic here",
		"// implementation unchanged",
		"// all other fields are the same",
		"// sum() unchanged",
		"// reste du code inchangé",
	];
	for (const line of phrases)
		it(`is one if lines are missing: ${line}`, () => assert.equal(elisionMark(line), "phrase"));

	for (const line of [
		"...",
		"…",
		"function f() { ... }",
		"f() { /* unchanged */ }",
		"f(); // ... existing code",
		"return x; // same as before",
	])
		it(`is unclear: ${line}`, () => assert.equal(elisionMark(line), "unclear"));

	const others = [
		"// Otherwise decode the rest of the buffer",
		"# REST clients",
		"// Loading...",
		"// TODO: handle other cases as well",
		"// The original value is restored when the user cancels",
		"// Existing users keep their settings until they sign in again",
		"// other",
		"# same origin only",
		"// ...and then the body is read",
		"// Skip the remaining bytes of the frame",
		" * @hidden",
		"// unchanged lines count once, so that they are not drawn twice",
		"/** Returns the rest. */",
		"log('wait...');",
		"const url = 'https://example.com/rest'; // the endpoint",
		"function f(...rest) {}",
		"color: #existing;",
		"return [...values, 1];",
		"// previous: the element before",
		"use(rest); // restores the original settings",
		"* Other names are kept.",
	];
	for (const line of others) it(`is not one: ${line}`, () => assert.equal(elisionMark(line), undefined));
});
