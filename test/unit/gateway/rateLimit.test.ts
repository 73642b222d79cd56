import assert from "node:assert/strict";
import { limitRate } from "../../gateway/rateLimit";
import { closeGatewaysAfterEach, embedPath, openGateway } from "./gatewayHarness";

describe("gateway: a limit of requests", () => {
	closeGatewaysAfterEach();

	it("refuses requests above it in a window, and says when the next one begins", async () => {
		const { gateway, post, get } = await openGateway();
		let time = 5_000;
		const limit = limitRate(gateway, { path: embedPath, requests: 2, window: 10_000, now: () => time });
		const embed = async () => {
			const { status, headers } = await post(embedPath, { model: "demo-embed", input: "bees" });
			return [status, headers.get("retry-after")];
		};
		const answers = [await embed(), await embed()];
		time += 3_500;
		answers.push(await embed());
		time += 6_500;
		answers.push(await embed());
		assert.deepEqual(answers, [
			[200, null],
			[200, null],
			[429, "7"],
			[200, null],
		]);
		assert.deepEqual(limit.passed, [2, 1]);
		assert.equal((await get("/v1/models")).status, 200, "only that path is limited");
	});

	it("counts windows without requests", async () => {
		const { gateway, post } = await openGateway();
		let time = 0;
		const limit = limitRate(gateway, { path: embedPath, requests: 1, window: 1_000, now: () => time });
		for (time of [0, 3_200]) await post(embedPath, { model: "demo-embed", input: "bees" });
		assert.deepEqual(limit.passed, [1, 0, 0, 1]);
	});

	it("can be removed", async () => {
		const { gateway, post } = await openGateway();
		const limit = limitRate(gateway, { path: embedPath, requests: 0, window: 1_000 });
		assert.equal((await post(embedPath, { model: "demo-embed", input: "bees" })).status, 429);
		limit.dispose();
		assert.equal((await post(embedPath, { model: "demo-embed", input: "bees" })).status, 200);
	});
});
