import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { probeRequest } from "../../../../src/core/gateway/request/probeRequest";
import { startGateway } from "../../../gateway/demoGateway";
import { manualClock } from "../memoryPorts";
import { canaryKey, never, testGatewayServices } from "./gatewayHarness";

const minute = 60_000;
const hour = 60 * minute;

describe("limits: raw requests of the connection check", () => {
	it("count, and their answers are read, except those without a key", async () => {
		const headers = { "x-ratelimit-limit-hour": "200", "x-ratelimit-remaining-hour": "150" };
		const server = await startGateway({ keys: [canaryKey] });
		const described = { of: () => [[minute, 30]] as const };
		const limits = new ReportedLimits(manualClock(), described);
		const services = testGatewayServices({ limits });
		const base = parseBaseUrl(server.url);
		const left = () => limits.current(base.origin).map(({ period, left }) => [period, left]);
		try {
			server.script({ json: { data: [] }, headers, times: 2 });
			await probeRequest({ base, key: "", url: `${base.href}/models` }, services, never);
			assert.deepEqual(left(), [[minute, 30]]);
			await probeRequest({ base, key: canaryKey, url: `${base.href}/models` }, services, never);
			assert.deepEqual(left(), [
				[hour, 150],
				[minute, 29],
			]);
		} finally {
			await server.close();
		}
	});
});
