import assert from "node:assert/strict";
import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import type { AddressInfo } from "node:net";
import { checkUp, doctorDeps, fakeProbe } from "./doctorHarness";

const lan = Object.values(networkInterfaces()).flat().find((a) => a && !a.internal && a.family === "IPv4")?.address;

describe("review: the doctor on plain http", () => {
	it("does not call another computer this one", async function () {
		if (!lan) return this.skip();
		const server = createServer((_, response) => response.end("{}"));
		await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
		const { of } = await checkUp(
			doctorDeps(`http://${lan}:${(server.address() as AddressInfo).port}`, {
				probe: fakeProbe({ proxyFor: async () => ({ type: "direct", because: "exception" }) }),
			}),
		);
		server.close();
		assert.doesNotMatch(JSON.stringify(of("tls")), /this computer itself/);
	});
});
