import assert from "node:assert/strict";
import { KnownKeys } from "../../../../../src/core/base/knownKeys";
import { transportError } from "../../../../../src/core/gateway/errors/transportError";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { canaryKey } from "../gatewayHarness";

const { redact } = new KnownKeys([canaryKey]);

const origin = "https://gateway.test";

/**
 * Creates the error that is thrown when `fetch` fails: the openai package's error around `fetch`'s around the cause.
 */
function thrown(cause: unknown): Error {
	return new Error("Connection error.", { cause: new TypeError("fetch failed", { cause }) });
}

function nodeError(message: string, fields: object, cause?: unknown): Error {
	return Object.assign(new Error(message, { cause }), fields);
}

/**
 * Creates the error of a refused tunnel as seen in VS Code 1.139 and in Node 24 (undici 7): an abort without a
 * cancelled signal.
 */
function refusedTunnel(message: string): unknown {
	const abort = nodeError(message, { name: "AbortError", code: "UND_ERR_ABORTED" });
	return thrown(nodeError("Request was cancelled.", { code: 0 }, abort));
}

function says(error: unknown, reason: string, text: RegExp, from = origin): void {
	const converted = transportError(error, from, redact);
	assert.equal(converted.reason, reason, converted.message);
	assert.match(converted.message, text);
}

describe("error: a proxy on the network path", () => {
	it("that requires a password: names the setting to enter it in", () => {
		// The first message is undici's, and the second is VS Code's.
		for (const sign of ["!==", "?.=="]) {
			const error = refusedTunnel(`Proxy response (407) ${sign} 200 when HTTP Tunneling`);
			says(error, "proxy", /requires a user name and a password.*407.*“http\.proxy”/);
		}
		const plain = nodeError("Proxy Authentication Required (407)", { code: "UND_ERR_INVALID_ARG" });
		says(thrown(plain), "proxy", /requires a user name/);
	});

	it("that forbids the gateway: says so", () => {
		const error = refusedTunnel("Proxy response (403) !== 200 when HTTP Tunneling");
		says(error, "proxy", /does not allow requests to https:\/\/gateway\.test \(status 403\).*“http\.noProxy”/);
	});

	for (const status of [404, 502, 503, 504]) {
		it(`that cannot reach the gateway: says so (${status})`, () => {
			const error = refusedTunnel(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
			says(error, "proxy", new RegExp(`cannot reach https://gateway.test \\(status ${status}\\)`));
		});
	}

	for (const [what, error, address] of [
		[
			"refuses connections",
			nodeError("connect ECONNREFUSED 10.0.0.9:3128", { code: "ECONNREFUSED", address: "10.0.0.9", port: 3128 }),
			"10.0.0.9:3128: ECONNREFUSED",
		],
		[
			"has no address",
			nodeError("getaddrinfo ENOTFOUND proxy.test", { code: "ENOTFOUND", hostname: "proxy.test" }),
			"proxy.test: ENOTFOUND",
		],
		[
			"does not answer",
			nodeError("Connect Timeout Error (attempted address: proxy.test:3128, timeout: 10000ms)", {
				code: "UND_ERR_CONNECT_TIMEOUT",
			}),
			"proxy.test:3128: UND_ERR_CONNECT_TIMEOUT",
		],
		[
			"refuses connections at both its addresses",
			new AggregateError([
				nodeError("connect ECONNREFUSED ::1:3128", { code: "ECONNREFUSED", address: "::1", port: 3128 }),
				nodeError("connect ECONNREFUSED 127.0.0.1:3128", { code: "ECONNREFUSED", address: "127.0.0.1", port: 3128 }),
			]),
			"::1:3128: ECONNREFUSED",
		],
	] as const) {
		it(`that ${what}: is distinguished from the gateway, and named`, () => {
			const converted = transportError(thrown(error), origin, redact);
			assert.equal(converted.reason, "proxy");
			assert.ok(converted.message.startsWith(`The proxy cannot be reached (${address})`), converted.message);
		});
	}

	it("is not blamed for a gateway that cannot be reached", () => {
		for (const [error, from] of [
			[nodeError("", { code: "ECONNREFUSED", address: "10.0.0.9", port: 443 }), origin],
			[nodeError("", { code: "ECONNREFUSED", address: "10.0.0.9", port: 8000 }), "https://gateway.test:8000"],
			[nodeError("", { code: "ENOTFOUND", hostname: "gateway.test" }), origin],
			[nodeError("Connect Timeout Error (attempted address: gateway.test:443, timeout: 1ms)", { code: "X" }), origin],
			[nodeError("read ECONNRESET", { code: "ECONNRESET", syscall: "read" }), origin],
		] as const) {
			says(thrown(error), "network", /cannot be reached/, from);
		}
	});

	it("with a certificate for another name: is distinguished from the gateway", () => {
		const name = nodeError("Hostname/IP does not match", { code: "ERR_TLS_CERT_ALTNAME_INVALID" });
		const error = nodeError("Secure Proxy Connection failed", { code: "UND_ERR_PRX_TLS" }, name);
		says(thrown(error), "proxy", /certificate of the proxy/);
	});
});

describe("error: Chromium's network", () => {
	for (const [code, reason, text] of [
		["net::ERR_CERT_DATE_INVALID", "certificate", /has expired, or is not valid yet/],
		["net::ERR_CERT_COMMON_NAME_INVALID", "certificate", /is for another name \(net::/],
		["net::ERR_CERT_AUTHORITY_INVALID", "certificate", /authority that this computer does not know/],
		["net::ERR_CERT_REVOKED", "certificate", /was revoked/],
		["net::ERR_CERT_WEAK_KEY", "certificate", /not trusted on this computer/],
		["net::ERR_SSL_PROTOCOL_ERROR", "wrongAddress", /does not use https/],
		["net::ERR_PROXY_CONNECTION_FAILED", "proxy", /proxy cannot be reached/],
		["net::ERR_PROXY_AUTH_UNSUPPORTED", "proxy", /requires a user name/],
		["net::ERR_TUNNEL_CONNECTION_FAILED", "proxy", /cannot reach https:\/\/gateway\.test/],
		["net::ERR_CONNECTION_RESET", "network", /cannot be reached \(net::ERR_CONNECTION_RESET\)/],
	] as const) {
		it(`${code} is ${reason}`, () => says(new Error(code), reason, text));
	}
});

describe("error: other failed requests", () => {
	it("an abort counts as a cancellation", () => {
		says(new DOMException("This operation was aborted", "AbortError"), "cancelled", /cancelled/);
	});

	it("a broken connection is not mistaken for a wrong scheme", () => {
		const closed = nodeError("other side closed", { code: "UND_ERR_SOCKET" });
		says(new TypeError("terminated", { cause: closed }), "network", /cannot be reached/, "http://127.0.0.1:8000");
		says(thrown(closed), "network", /cannot be reached/, origin);
	});

	it("no key is shown in any encoding, from any source of the error", () => {
		const encoded = encodeURIComponent(canaryKey).replaceAll("-", "%2D");
		const converted = transportError(thrown(new Error(`bad ${encoded}`)), origin, redact);
		assert.match(converted.message, /bad \[key\]/);
		const known = new GatewayError("refused", `No ${canaryKey}`, 400, {
			said: canaryKey,
			field: canaryKey,
			retryAfter: 5,
		});
		const { message, reason, status, said, field, retryAfter } = transportError(known, origin, redact);
		assert.deepEqual(
			{ message, reason, status, said, field, retryAfter },
			{ message: "No [key]", reason: "refused", status: 400, said: "[key]", field: undefined, retryAfter: 5 },
		);
	});

	it("an error keeps its own actions and its web page when a key is removed from it", () => {
		const known = new GatewayError("refused", `No ${canaryKey}`, 403, { webPage: true, actions: ["openMyKeys"] });
		const { message, webPage, actions } = transportError(known, origin, redact);
		assert.deepEqual({ message, webPage, actions }, { message: "No [key]", webPage: true, actions: ["openMyKeys"] });
	});

	it("a GatewayError without keys is returned as it is", () => {
		const known = new GatewayError("redirected", "Elsewhere");
		assert.equal(transportError(thrown(known), origin, redact), known);
	});
});
