import assert from "node:assert/strict";
import { AddressConsent } from "../../../../src/core/connections/addressConsent";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { memoryState } from "../memoryPorts";

const at = (url: string, name = "Mine") => ({ name, base: parseBaseUrl(url) });

describe("connection: consent to an address", () => {
	it("is requested once for plain http at an origin, and remembered", async () => {
		const state = memoryState();
		const consent = new AddressConsent(state);
		const plain = at("http://llm.example.org/v1");
		assert.deepEqual(consent.question(plain), { type: "insecure", origin: "http://llm.example.org" });
		assert.throws(() => consent.require(plain), { name: "UserError", actions: ["confirmAddress", "retry"] });
		await consent.allowHttp("http://llm.example.org");
		const later = new AddressConsent(state);
		assert.equal(later.question(plain), undefined);
		assert.equal(later.question(at("http://llm.example.org/other/v1", "Second")), undefined);
		assert.equal(later.question(at("http://llm.example.org:8080"))?.type, "insecure");
		assert.doesNotThrow(() => later.require(plain));
	});

	it("is not requested for https, loopback, or a gateway that was never used", () => {
		const consent = new AddressConsent(memoryState());
		for (const url of ["https://a.example", "http://127.0.0.1:8080", "http://localhost:1"])
			assert.equal(consent.question(at(url)), undefined);
	});

	it("is requested, with both addresses, when a known gateway suddenly has another origin", async () => {
		const consent = new AddressConsent(memoryState());
		await consent.remember(at("https://a.example/v1"));
		assert.equal(consent.question(at("https://a.example/other/v1")), undefined);
		assert.equal(consent.question(at("https://b.example/v1", "Another")), undefined);
		const moved = at("https://b.example/v1");
		assert.deepEqual(consent.question(moved), { type: "moved", from: "https://a.example", to: "https://b.example" });
		assert.throws(() => consent.require(moved), { message: /https:\/\/a\.example to https:\/\/b\.example/ });
	});

	it("is requested again when the gateway returns to its old origin", async () => {
		const consent = new AddressConsent(memoryState());
		await consent.remember(at("https://a.example"));
		await consent.remember(at("https://b.example"), ["https://b.example"]);
		assert.equal(consent.question(at("https://b.example")), undefined);
		assert.equal(consent.question(at("https://a.example"))?.type, "moved");
	});

	it("allows two gateways to have the same name", async () => {
		const consent = new AddressConsent(memoryState());
		const both = ["https://a.example", "https://b.example"];
		await consent.remember(at("https://a.example"), both);
		await consent.remember(at("https://b.example"), both);
		for (const url of both) assert.equal(consent.question(at(url)), undefined);
		await consent.forget(at("https://a.example"));
		assert.equal(consent.question(at("https://a.example"))?.type, "moved");
		await consent.forget(at("https://b.example"));
		assert.equal(consent.question(at("https://a.example")), undefined);
	});

	it("is requested for a move before it is requested for http", async () => {
		const consent = new AddressConsent(memoryState());
		await consent.remember(at("https://a.example"));
		const moved = at("http://b.example");
		assert.equal(consent.question(moved)?.type, "moved");
		await consent.remember(moved);
		assert.equal(consent.question(moved)?.type, "insecure");
	});

	it("is remembered as refused for that address alone", async () => {
		const consent = new AddressConsent(memoryState());
		await consent.remember(at("https://a.example"));
		await consent.decline(at("https://b.example"));
		assert.ok(consent.isDeclined(at("https://b.example")));
		assert.ok(!consent.isDeclined(at("https://c.example")));
		await consent.remember(at("https://b.example"));
		assert.ok(!consent.isDeclined(at("https://b.example")));
	});
});
