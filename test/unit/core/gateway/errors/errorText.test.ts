import assert from "node:assert/strict";
import { reasonOf } from "../../../../../src/core/gateway/errors/errorReason";
import { errorNames, errorStatus, errorText, looksLikeHtml } from "../../../../../src/core/gateway/errors/errorText";
import { failureOf } from "../../../../../src/core/gateway/errors/failure";
import { reportedError } from "../../../../../src/core/gateway/response/responseError";

const asItIs = (text: string) => text;

describe("error: the text in every shape of a body", () => {
	for (const [body, text] of [
		['{"error":{"message":"No such key","type":"auth","code":401}}', "No such key"],
		['{"error":"No such key"}', "No such key"],
		['{"object":"error","message":"No such key"}', "No such key"],
		['{"detail":"No such key"}', "No such key"],
		['{"detail":[{"loc":["body"],"msg":"field required"},{"msg":"bad value"}]}', "field required; bad value"],
		[
			'{"detail":[{"loc":["body","messages",0,"content"],"msg":"field required"}]}',
			"messages.0.content: field required",
		],
		['{"detail":[{"loc":["body","a","b","c","d"],"msg":"bad"},{"loc":[7],"msg":"odd"}]}', "b.c.d: bad; odd"],
		['{"detail":[{"loc":["body","x",{"toString":1}],"msg":"bad"}]}', "x: bad"],
		['{"detail":[{"loc":["body",{"toString":1},["y"],null],"msg":"bad"}]}', "bad"],
		[`{"detail":[{"loc":["body","${"x".repeat(501)}"],"msg":"bad"}]}`, "bad"],
		['{"error":{"message":""}}', ""],
		['{"error":{"message":"","type":"upstream_error","code":null}}', "upstream_error"],
		['{"error":{"message":null,"code":null}}', ""],
		['{"detail":[{"msg":""}]}', ""],
		["{}", ""],
		["[]", ""],
		['{"detail":{"error":{"message":"deep"}}}', "deep"],
		['{"status":"failure","message":"Aucune clé"}', "Aucune clé"],
		['{"html-message":"<b>No</b> key"}', "No key"],
		["plain\n  text", "plain text"],
		["", ""],
		["<!DOCTYPE html><html><body>Login</body></html>", ""],
		['{"code":7}', '{"code":7}'],
	] as const) {
		it(body.slice(0, 50) || "(empty)", () => assert.equal(errorText(body, asItIs).replace(/\s+/g, " ").trim(), text));
	}

	it("quickly distinguishes a web page after comments and a declaration from similar text", () => {
		assert.ok(looksLikeHtml('\n<?xml version="1.0"?> <!-- a > b --><!---->\n<HTML lang="en">'));
		for (const text of [`${"<!---->".repeat(45)}x`, "<!--".repeat(100_000), `${"<?xml>".repeat(50_000)}<htmlx>`])
			assert.ok(!looksLikeHtml(text), text.slice(0, 20));
	});

	it("shortens a long text", () => assert.equal(errorText("x".repeat(2000), asItIs).length, 501));

	it("shows both ends of a traceback of any length, and no part of a key", () => {
		const key = "sk-0123456789abcdef";
		const redact = (text: string) => text.replaceAll(key, "[key]");
		for (const steps of [20, 2_000]) {
			const traceback = `Traceback of ${key}:\n${"  in step\n".repeat(steps)}${key}\nRuntimeError: CUDA error`;
			for (const body of [traceback, JSON.stringify({ error: { message: traceback } })]) {
				const shown = errorText(body, redact);
				if (steps === 2_000) assert.equal(shown.length, 501);
				assert.match(shown, /^Traceback of \[key\]: .*\[key\] RuntimeError: CUDA error$/);
			}
		}
		const cut = `${"x".repeat(600)} ${key}${" ".repeat(8_180)}no key here`;
		assert.doesNotMatch(errorText(cut, redact), /[0-9a-f]{6}/);
		// There are keys everywhere, so that every cut is at one.
		for (let shift = 0; shift < key.length; shift++)
			assert.doesNotMatch(errorText("x".repeat(shift) + `${key} `.repeat(2_000), redact), /0123/);
	});
});

describe("error: the status in a body", () => {
	it("is a number or digits, and nothing else", () => {
		const statuses = ["402", '"402"', '{"toString":1}', "[402]", "null"].map((code) =>
			errorStatus(`{"error":{"code":${code}}}`),
		);
		assert.deepEqual(statuses, [402, 402, undefined, undefined, undefined]);
	});
});

describe("error: its reason", () => {
	for (const text of [
		"This model does not support image generation.",
		"The model does not support generating images.",
		"This endpoint does not support image-editing",
		"Image generation is not supported by this model",
		"At most 1 image(s) may be provided in one request.",
	])
		it(`is not a refusal of images: ${text}`, () => assert.equal(reasonOf(400, text), "refused"));

	for (const text of [
		"Please reduce the length of your prompt.",
		"The engine prompt length 200000 exceeds the max_model_len 131072. Please reduce prompt.",
		"prompt length 200000 exceeds maximum input length 131072",
		"total message size 2306631 exceeds limit 2097152",
		"Input exceeds the context limit",
		"输入内容超过模型最大上下文长度",
		"Votre requête compte 41 822 jetons ; la limite de ce modèle est de 32 768 jetons.",
		"La requête dépasse le nombre maximal de jetons.",
		"Longueur de contexte dépassée",
		"Votre question est trop longue pour ce modèle.",
	])
		it(`is too long a question: ${text}`, () => assert.equal(reasonOf(400, text), "contextOverflow"));

	it("is not too long a question for a French rate limit", () => {
		const text = "Limite de 20 000 jetons par minute atteinte pour votre groupe.";
		assert.equal(reasonOf(429, text), "rateLimited");
		assert.equal(reasonOf(400, "Le jeton d’accès a expiré."), "refused");
	});

	it("follows the code rather than the text", () => {
		const text = "The project of this API key cannot use the model: it was deleted.";
		assert.equal(reasonOf(403, text), "unauthorized");
		assert.equal(reasonOf(403, text, { names: "invalid_request_error model_not_found" }), "unknownModel");
	});

	it("follows the named field rather than the status", () => {
		assert.equal(reasonOf(404, "Not found", { field: "model" }), "unknownModel");
		assert.equal(reasonOf(404, "Not found", { field: "path" }), "wrongAddress");
	});

	it("is a refused key whichever word comes first", () => {
		for (const text of ["Expired Key.", "Key Expired.", "The key has expired"])
			assert.equal(reasonOf(400, text, { names: "auth_error" }), "unauthorized", text);
	});

	it("is not an unknown model if something of a model is not supported", () => {
		assert.equal(reasonOf(400, "Model not supported by provider x"), "unknownModel");
		assert.equal(reasonOf(400, "The response_format of this model is not supported by the provider"), "refused");
		assert.equal(reasonOf(400, "logprobs on model gpt-x is not supported by the provider"), "refused");
	});

	it("is a refusal of images for a limit of 0 images", () => {
		assert.equal(reasonOf(400, "At most 0 image(s) may be provided in one prompt."), "noImages");
	});
});

describe("error: reported in an answer", () => {
	it("about a missing key of a provider shows its message, and offers another model", () => {
		const said = 'No API key found for provider "claude-cli".';
		const error = reportedError(JSON.stringify({ error: { message: said, code: 503 } }), "https://gw.test", asItIs);
		assert.equal(error?.reason, "refused");
		assert.ok(error.message.includes(said), error.message);
		assert.deepEqual(failureOf(error).actions, ["selectModel", "retry"]);
		assert.equal(error.transient, false);
	});
});

describe("error: the names in a body", () => {
	it("are looked for once in each object, and nowhere else", () => {
		const looked = readsOf("innererror", () => {
			errorNames(JSON.stringify({ error: { message: "no", code: 7, details: ["a", null, { reason: "b" }] } }));
		});
		assert.equal(looked, 3);
	});
});

/** Returns how often a field is read from objects that do not have it. */
function readsOf(field: string, work: () => void): number {
	let reads = 0;
	Object.defineProperty(Object.prototype, field, {
		configurable: true,
		get() {
			reads++;
			return undefined;
		},
	});
	try {
		work();
	} finally {
		Reflect.deleteProperty(Object.prototype, field);
	}
	return reads;
}
