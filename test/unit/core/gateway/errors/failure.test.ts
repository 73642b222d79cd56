import assert from "node:assert/strict";
import { failureOf } from "../../../../../src/core/gateway/errors/failure";
import { bodyTooLarge, streamTooLong, tooDeep } from "../../../../../src/core/gateway/errors/tooLargeError";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("error: its actions", () => {
	for (const reason of ["network", "certificate", "timeout", "wrongAddress"] as const) {
		it(`${reason}: include a connection check as the second`, () => {
			assert.equal(failureOf(new GatewayError(reason, "")).actions[1], "diagnose");
		});
	}

	it("rateLimited: include another model, because limits often apply to one model", () => {
		assert.deepEqual(failureOf(new GatewayError("rateLimited", "")).actions, ["retry", "selectModel"]);
	});

	it("after too large a list of models: do not include another model, which would need the list", () => {
		const error = bodyTooLarge("https://gateway.test/v1/models", gatewayLimits.modelListBytes, 200);
		assert.deepEqual(failureOf(error).actions, ["retry", "connect", "openSettings"]);
		assert.deepEqual(failureOf(tooDeep("https://gateway.test/v1/models")).actions, [
			"retry",
			"connect",
			"openSettings",
		]);
		assert.ok(failureOf(streamTooLong()).actions.includes("selectModel"));
	});

	it("unauthorized: do not include a connection check, because the cause is known", () => {
		assert.ok(!failureOf(new GatewayError("unauthorized", "")).actions.includes("diagnose"));
	});
});
