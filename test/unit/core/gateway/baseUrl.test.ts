import assert from "node:assert/strict";
import { addressesOf, parseBaseUrl } from "../../../../src/core/gateway/baseUrl";

describe("base address: parsing", () => {
	for (const path of ["", "/", "/v1", "/v1/", "/v1/chat/completions", "/v1/models", "/v1/embeddings/"]) {
		it(`takes https://llm.example.org${path}`, () => {
			const base = parseBaseUrl(`https://llm.example.org${path}`);
			assert.deepEqual(base, {
				origin: "https://llm.example.org",
				href: "https://llm.example.org/v1",
				insecure: false,
			});
		});
	}

	it("keeps a path prefix", () => {
		assert.equal(parseBaseUrl("https://host.example/llm/v1").href, "https://host.example/llm/v1");
		assert.equal(parseBaseUrl("https://host.example/llm/").href, "https://host.example/llm/v1");
	});

	it("adds https:// if there is no scheme, and removes spaces, query and fragment", () => {
		assert.equal(parseBaseUrl("  llm.example.org/v1?x=1#y ").href, "https://llm.example.org/v1");
	});

	it("drops punctuation after it", () => {
		for (const end of [".", ",", ";", "/."])
			assert.equal(parseBaseUrl(`https://host.example/v1${end}`).href, "https://host.example/v1", end);
	});

	it("uses http for this computer's own address without a scheme", () => {
		assert.equal(parseBaseUrl("127.0.0.1:8080").href, "http://127.0.0.1:8080/v1");
		assert.equal(parseBaseUrl("localhost.example.org").href, "https://localhost.example.org/v1");
	});

	for (const url of ["http://localhost:8080", "http://127.0.0.1:1/v1", "http://[::1]:9"]) {
		it(`takes plain http on loopback: ${url}`, () => assert.match(parseBaseUrl(url).href, /\/v1$/));
	}

	for (const [url, insecure] of [
		["http://localhost:8080", false],
		["http://127.9.9.9/v1", false],
		["http://[::1]:9", false],
		["https://llm.example.org", false],
		["http://llm.example.org", true],
		["http://127.0.0.1.example.org", true],
		["http://10.0.0.1", true],
		["http://localhost.example.org", true],
	] as const) {
		it(`${insecure ? "warns that others can read the traffic" : "does not warn about the traffic"}: ${url}`, () =>
			assert.equal(parseBaseUrl(url).insecure, insecure));
	}

	for (const [url, why] of [
		["https://user:secret@host.example", /user name/],
		["https://key@host.example/v1", /user name/],
		["ftp://host.example", /https:\/\//],
		["file:///etc/passwd", /https:\/\//],
		["https://", /not an address/],
		["two words", /not an address/],
		["https//host.example", /not an address/],
		["https:/host.example/v1", /not an address/],
		["http/host.example", /not an address/],
	] as const) {
		it(`refuses ${url}`, () => assert.throws(() => parseBaseUrl(url), { name: "UserError", message: why }));
	}
});

describe("base address: the addresses to try", () => {
	const gemini = "https://generativelanguage.googleapis.com/v1beta/openai";
	for (const [written, ...hrefs] of [
		["https://llm.example.org/v1", "https://llm.example.org/v1"],
		["https://llm.example.org/v1/chat/completions", "https://llm.example.org/v1"],
		["https://llm.example.org", "https://llm.example.org/v1", "https://llm.example.org"],
		["https://llm.example.org/", "https://llm.example.org/v1", "https://llm.example.org"],
		[gemini, `${gemini}/v1`, gemini],
		[`${gemini}/`, `${gemini}/v1`, gemini],
		[`${gemini}/chat/completions`, `${gemini}/v1`, gemini],
		[`${gemini}/models/`, `${gemini}/v1`, gemini],
		[`${gemini}/responses?key=secret#models`, `${gemini}/v1`, gemini],
		["api.deepinfra.com/v1/openai", "https://api.deepinfra.com/v1/openai/v1", "https://api.deepinfra.com/v1/openai"],
		["https://host.example/v1/tenants/7", "https://host.example/v1/tenants/7/v1", "https://host.example/v1/tenants/7"],
		["https://host.example/api/v3//", "https://host.example/api/v3/v1", "https://host.example/api/v3"],
		["https://host.example/myv1", "https://host.example/myv1/v1", "https://host.example/myv1"],
	] as const) {
		it(`reads ${written} as ${hrefs.join(", then ")}`, () => {
			const addresses = addressesOf(written);
			assert.deepEqual(
				addresses.map(({ href }) => href),
				hrefs,
			);
			assert.equal(new Set(addresses.map(({ origin, insecure }) => `${origin} ${insecure}`)).size, 1);
		});
	}

	it("refuses other texts", () => assert.throws(() => addressesOf("ftp://host.example"), { name: "UserError" }));

	it("keeps an address that was saved as given", () => {
		for (const { href } of addressesOf(gemini)) assert.equal(parseBaseUrl(href, false).href, href);
	});
});
