import assert from "node:assert/strict";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { searchRemedies } from "../../../../../src/core/search/query/searchRemedies";

describe("search: the remedy for a failed build or search", () => {
	it("is the same as elsewhere, except for another chat model", () => {
		assert.deepEqual(searchRemedies(new GatewayError("unauthorized", "No.")), ["openMyKeys", "setApiKey"]);
		assert.deepEqual(searchRemedies(new GatewayError("forbidden", "Not that model.")), []);
	});
});
