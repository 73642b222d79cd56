import assert from "node:assert/strict";
import { assertError, chatPath, closeGatewaysAfterEach, embedPath, openGateway, question } from "./gatewayHarness";

describe("gateway: paths, methods and bodies", () => {
	closeGatewaysAfterEach();

	it("answers 404 with the existing paths for any other path below /v1", async () => {
		const { get, post } = await openGateway();
		for (const path of ["/v1", "/v1/", "/v1/models/", "/v1/model", "/v1/v1/models", "/v1/completion", "/v1/Models"]) {
			for (const response of [await get(path), await post(path, question("Hello"))]) {
				assert.match(await assertError(response, 404, "unknown_path"), /POST \/v1\/chat\/completions/);
			}
		}
	});

	it("answers 405 with Allow for any other method", async () => {
		const { get, post, gateway } = await openGateway();
		const wrong = [
			[await post("/v1/models", {}), "GET, HEAD"],
			[await post("/", {}), "GET, HEAD"],
			[await get(chatPath), "POST"],
			[await get(embedPath), "POST"],
			[await fetch(gateway.url + chatPath, { method: "DELETE" }), "POST"],
		] as const;
		for (const [response, allow] of wrong) {
			assert.equal(response.headers.get("allow"), allow);
			await assertError(response, 405, "method_not_allowed");
		}
	});

	it("ignores a query", async () => {
		const { get } = await openGateway();
		assert.equal((await get("/v1/models?limit=1")).status, 200);
	});

	it("answers HTML with status 200 outside the API", async () => {
		const { gateway } = await openGateway();
		for (const path of ["/", "/models", "/llm/v1/models", "/v2/models"]) {
			const response = await fetch(gateway.url + path);
			assert.equal(response.status, 200);
			assert.match(response.headers.get("content-type") ?? "", /^text\/html/);
			const page = await response.text();
			assert.match(page, /<html lang="en">/);
			assert.ok(page.includes(`${gateway.url}/v1<`) && page.includes("stand-in"));
			assert.ok(!page.includes(gateway.key));
		}
	});

	for (const [path, good] of [
		[chatPath, question("Hello")],
		[embedPath, { model: "demo-embed", input: "Hello" }],
	] as const) {
		describe(`POST ${path}`, () => {
			it("accepts only application/json, with or without parameters", async () => {
				const { post } = await openGateway();
				for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
					assert.equal((await post(path, good, { headers: { "content-type": type } })).status, 200);
				}
				for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]) {
					const response = await post(path, good, { headers: { "content-type": type } });
					await assertError(response, 415, "unsupported_media_type");
				}
			});

			it("refuses a compressed body", async () => {
				const { post } = await openGateway();
				const response = await post(path, good, { headers: { "content-encoding": "gzip" } });
				await assertError(response, 415, "unsupported_encoding");
			});

			it("refuses a body that is not a JSON object in UTF-8", async () => {
				const { post } = await openGateway();
				for (const body of ["", "{", `${JSON.stringify(good)}x`, "[]", "null", '"text"', "1", "<html>"]) {
					await assertError(await post(path, body), 400, "invalid_json");
				}
				const latin1 = Buffer.from(JSON.stringify({ ...good, note: "é" }), "latin1");
				await assertError(await post(path, good, { body: latin1 }), 400, "invalid_json");
			});

			it("accepts a body of the maximum size, and refuses one byte more", async () => {
				const body = JSON.stringify(good);
				const { post, gateway } = await openGateway({ maxBodyBytes: body.length });
				assert.equal((await post(path, body)).status, 200);
				await assertError(await post(path, `${body} `), 413, "body_too_large");
				assert.equal(gateway.requests.at(-1)?.body, "");
			});
		});
	}

	it("accepts up to 10 MiB by default", async () => {
		const { post } = await openGateway();
		const body = JSON.stringify(question("Hello"));
		const limit = 10 * 1024 * 1024;
		assert.equal((await post(chatPath, body.padEnd(limit))).status, 200);
		await assertError(await post(chatPath, body.padEnd(limit + 1)), 413, "body_too_large");
	});
});
