import assert from "node:assert/strict";
import { startGateway } from "../../gateway/demoGateway";
import { chatPath, closeGatewaysAfterEach, openGateway, question } from "./gatewayHarness";

describe("gateway: the recorded requests", () => {
	closeGatewaysAfterEach();

	it("have method, path, headers as received, text and JSON, in order", async () => {
		const { get, post, gateway } = await openGateway();
		const body = JSON.stringify(question("Héllo"));
		await get("/v1/models?x=1", { headers: { "X-Mixed": "Case" } });
		await post(chatPath, body);
		await post(chatPath, "{");
		const [first, second, third] = gateway.requests;
		assert.deepEqual([first?.method, first?.path, first?.target], ["GET", "/v1/models", "/v1/models?x=1"]);
		assert.deepEqual([first?.body, first?.json], ["", undefined]);
		assert.equal(first?.headers.authorization, `Bearer ${gateway.key}`);
		assert.ok(first?.rawHeaders.some(([name, value]) => name.toLowerCase() === "x-mixed" && value === "Case"));
		assert.deepEqual([second?.method, second?.body, second?.json], ["POST", body, question("Héllo")]);
		assert.deepEqual([third?.body, third?.json], ["{", undefined]);
		assert.equal(gateway.requests.length, 3);
	});

	it("say how the exchange ended", async () => {
		const { get, gateway } = await openGateway();
		await (await get("/v1/models")).text();
		assert.equal(await gateway.requests[0]?.ended, "answered");
	});

	it("include the next matching one, for which a test can wait", async () => {
		const { get, post, gateway } = await openGateway();
		const chat = gateway.nextRequest(({ path }) => path === chatPath);
		const any = gateway.nextRequest();
		await get("/v1/models");
		await post(chatPath, question("one"));
		await post(chatPath, question("two"));
		assert.equal((await any).path, "/v1/models");
		assert.deepEqual((await chat).json, question("one"));
	});

	it("are passed to listeners before the answer, until these are disposed", async () => {
		const { get, gateway } = await openGateway();
		const paths: string[] = [];
		const listening = gateway.onRequest(({ path }) => {
			paths.push(path);
			gateway.script({ status: 418 });
		});
		assert.equal((await get("/v1/models")).status, 418);
		listening.dispose();
		assert.equal((await get("/")).status, 200);
		assert.deepEqual(paths, ["/v1/models"]);
	});

	it("are not kept if this is turned off", async () => {
		const { get, gateway } = await openGateway({ keepRequests: false });
		const next = gateway.nextRequest();
		await get("/v1/models");
		assert.equal((await next).path, "/v1/models");
		assert.equal(gateway.requests.length, 0);
	});
});

describe("gateway: starting and closing", () => {
	closeGatewaysAfterEach();

	it("uses the given port, and frees it", async () => {
		const { gateway } = await openGateway();
		const port = Number(new URL(gateway.url).port);
		await assert.rejects(startGateway({ port }), { code: "EADDRINUSE" });
		await gateway.close();
		const { gateway: again } = await openGateway({ port });
		assert.equal(again.url, gateway.url);
	});

	it("rejects waits for requests that can no longer come", async () => {
		const { gateway } = await openGateway();
		const next = gateway.nextRequest();
		await gateway.close();
		await assert.rejects(next, /closed/);
		await assert.rejects(fetch(gateway.url));
	});

	it("closes twice without harm", async () => {
		const { gateway } = await openGateway();
		await Promise.all([gateway.close(), gateway.close()]);
		await gateway.close();
	});
});
