import assert from "node:assert/strict";
import { redact } from "../../../../src/core/base/redact";

describe("redact", () => {
	it("takes a known key out wherever it stands", () => {
		assert.equal(redact("key sk-canary-1 and again sk-canary-1.", ["sk-canary-1"]), "key [key] and again [key].");
	});
	it("takes out what follows Bearer, known or not", () => {
		assert.equal(redact('{"authorization":"Bearer abc.def"}', []), '{"authorization":"Bearer [key]"}');
	});
	it("takes user names and passwords out of addresses, and nothing else of them", () => {
		const text = "via http://me:p@ss@proxy.example.org:3128/x, not https://a.example/b@c or me@example.org";
		const safe = "via http://[user]@proxy.example.org:3128/x, not https://a.example/b@c or me@example.org";
		assert.equal(redact(text, []), safe);
	});
	it("leaves other text alone, and is not upset by a tiny key", () => {
		assert.equal(redact("a banana", ["a"]), "a banana");
	});

	it("hides a key whose beginning is another key", () => {
		assert.equal(redact("sk-one-two", ["sk-one", "sk-one-two"]), "[key]");
	});
});
