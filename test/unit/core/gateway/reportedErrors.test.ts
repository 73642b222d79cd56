import assert from "node:assert/strict";
import type { GatewayError } from "../../../../src/core/gateway/gatewayError";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { sseEvent } from "../../../gateway/endpoints/sseChunk";
import { canaryKey, closing, collect, connectedGateway, never, question } from "./gatewayHarness";

/** Errors that gateways send after the status 200, with another status in the body. */
const reported = [
	["a refused key", { code: 401, message: `Incorrect API key provided: ${canaryKey}` }, "unauthorized"],
	["a status in digits", { code: "402", message: "Insufficient credits" }, "outOfCredit"],
	["an overflow", { code: 400, message: "maximum context length is 4096 tokens" }, "contextOverflow"],
	["a status in another field", { status: 404, message: "The model `x` does not exist" }, "unknownModel"],
	["a word as a code", { code: "server_error", message: "upstream died" }, undefined],
	["a number that is not a status", { code: 7, message: "upstream died" }, undefined],
	["a code alone", { code: "context_length_exceeded" }, "contextOverflow"],
	["a code in capitals", { type: "CONTEXT_LENGTH_EXCEEDED", message: "" }, "contextOverflow"],
	["a status in digits of another name", { http_status_code: 401, message: "no" }, "unauthorized"],
	["the field that it concerns", { param: "model", message: "no" }, "unknownModel"],
	["a field that is too long", { code: 400, param: "tools[0].function.name", message: "string too long" }, "refused"],
	["a field that is too large", { code: 400, param: "max_tokens", message: "max_tokens is too large: 9" }, "refused"],
	[
		"a field that is too large for the context",
		{ code: 400, param: "max_tokens", message: "too large: this model's maximum context length is 4096 tokens" },
		"contextOverflow",
	],
] as const;

describe("error: reported after the status 200", () => {
	let t: Awaited<ReturnType<typeof connectedGateway>>;
	let server: DemoGateway;
	beforeEach(async () => {
		t = await connectedGateway();
		server = t.server;
	});
	afterEach(() => closing(server));

	const failing = async (asked: Promise<unknown>) => {
		const error = await asked.then(
			() => assert.fail("there was an answer"),
			(thrown: GatewayError) => thrown,
		);
		assert.ok(!error.message.includes(canaryKey), error.message);
		return error.reason;
	};

	for (const [name, error, reason] of reported) {
		it(`${name}: instead of a stream`, async () => {
			server.script({ chunks: [{ type: "bytes", data: sseEvent({ error }) }] });
			assert.equal(await failing(collect(t.client.chat(question("hello"), never))), reason ?? "unavailable");
		});

		it(`${name}: instead of embeddings`, async () => {
			server.script({ status: 200, json: { error } });
			assert.equal(await failing(t.client.embed("demo-embed", ["one"], never)), reason ?? "refused");
		});
	}

	it("an array of one error instead of a stream", async () => {
		const error = {
			code: 400,
			message: "The input token count (9) exceeds the maximum number of tokens allowed (4096).",
		};
		server.script({ body: JSON.stringify([{ error }], null, 2) });
		assert.equal(await failing(collect(t.client.chat(question("hello"), never))), "contextOverflow");
		assert.deepEqual(t.shared.capabilities.get(`${server.url}/v1`, "demo-echo"), { contextLength: 4096 });
	});

	for (const [name, error, expired] of [
		["a code", { message: "Access denied", code: "token_expired" }, true],
		["words", { message: "The API key has expired." }, true],
		["French words", { message: "La clé a expiré." }, true],
		["one of several causes", { message: "Invalid or expired token" }, false],
		["one of several causes in French", { message: "Clé invalide ou expirée" }, false],
		["one of several causes in a code", { message: "Access denied", code: "invalid_or_expired_token" }, false],
		["one that is possible", { message: "Your API key may have expired." }, false],
	] as const) {
		it(`a refused key whose expiry is named as ${name}`, async () => {
			server.script({ status: 401, json: { error } });
			await assert.rejects(collect(t.client.chat(question("hello"), never)), (thrown: GatewayError) => {
				assert.equal(thrown.reason, "unauthorized");
				assert.equal(/has expired\. Renew/.test(thrown.message), expired);
				return true;
			});
		});
	}

	it("in the middle of an answer, as the reason for the interruption", async () => {
		const text = { choices: [{ index: 0, delta: { content: "Hel" } }] };
		const error = { code: 401, message: "API key expired" };
		server.script({ chunks: [{ type: "bytes", data: sseEvent(text) + sseEvent({ error }) }] });
		const { text: said, end } = await collect(t.client.chat(question("hello"), never));
		assert.equal(said, "Hel");
		assert.ok(end?.type === "interrupted");
		assert.equal(end.cause.reason, "unauthorized");
	});
});
