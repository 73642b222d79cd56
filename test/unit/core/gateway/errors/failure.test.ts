import assert from "node:assert/strict";
import { failureOf } from "../../../../../src/core/gateway/errors/failure";
import { bodyTooLarge, streamTooLong, tooDeep } from "../../../../../src/core/gateway/errors/tooLargeError";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";

describe("error: the actions offered beside it", () => {
	for (const reason of ["network", "certificate", "timeout", "wrongAddress"] as const) {
		it(`${reason}: to check the connection, second`, () => {
			assert.equal(failureOf(new GatewayError(reason, "")).actions[1], "diagnose");
		});
	}

	it("rateLimited: to switch the model, for limits are often a model's", () => {
		assert.deepEqual(failureOf(new GatewayError("rateLimited", "")).actions, ["retry", "selectModel"]);
	});

	it("a list of models that is too large: not to switch the model, which would need the list", () => {
		const error = bodyTooLarge("https://gateway.test/v1/models", gatewayLimits.modelListBytes, 200);
		assert.deepEqual(failureOf(error).actions, ["retry", "connect", "openSettings"]);
		assert.deepEqual(failureOf(tooDeep("https://gateway.test/v1/models")).actions, [
			"retry",
			"connect",
			"openSettings",
		]);
		assert.ok(failureOf(streamTooLong()).actions.includes("selectModel"));
	});

	it("unauthorized: not, for there the cause is known", () => {
		assert.ok(!failureOf(new GatewayError("unauthorized", "")).actions.includes("diagnose"));
	});
});
