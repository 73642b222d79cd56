import assert from "node:assert/strict";
import { failureOf } from "../../../../src/core/wire/failure";
import { GatewayError } from "../../../../src/core/wire/gatewayError";

describe("what is offered beside a failure", () => {
	for (const reason of ["network", "certificate", "timeout", "wrongAddress"] as const) {
		it(`${reason}: to check the connection, second`, () => {
			assert.equal(failureOf(new GatewayError(reason, "")).actions[1], "diagnose");
		});
	}

	it("rateLimited: to switch the model, for limits are often a model's", () => {
		assert.deepEqual(failureOf(new GatewayError("rateLimited", "")).actions, ["retry", "selectModel"]);
	});

	it("unauthorized: not, for there the cause is known", () => {
		assert.ok(!failureOf(new GatewayError("unauthorized", "")).actions.includes("diagnose"));
	});
});
