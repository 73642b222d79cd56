import assert from "node:assert/strict";
import type { GatewayError } from "../../../src/core/gateway/gatewayError";
import type { OnWait } from "../../../src/core/gateway/retry";
import type { DemoGateway } from "../../gateway/demoGateway";
import {
	canaryKey,
	clientOf,
	collect,
	never,
	question,
	testGatewayServices,
} from "../../unit/core/gateway/gatewayHarness";
import { manualClock } from "../../unit/core/memoryPorts";
import { FaultWorld } from "../faultWorld";
import { assertDialects } from "./dialect";
import { errorDialects } from "./errorDialects";

/** The goal: a minimum number of dialects. */
const least = 60;
const model = "demo-echo";

describe("faults: dialects of errors", () => {
	let server: DemoGateway;
	before(async () => {
		server = await FaultWorld.start();
	});
	after(() => server.close());

	for (const dialect of errorDialects) {
		it(`${dialect.name} (${dialect.source})`, async () => {
			const clock = manualClock();
			const shared = testGatewayServices({ clock });
			const client = clientOf(server.url, canaryKey, shared);
			const hurry: OnWait = (wait) => clock.advance(wait ? wait.until - clock.now() : 0);
			const earlier = server.requests.length;
			const { status = 200, headers = {}, body } = dialect;
			const plain = typeof body === "string" ? { body } : { json: body };
			const script = server.script({ status, headers, ...plain, times: Number.POSITIVE_INFINITY });
			try {
				const { text, cause } = await asked(collect(client.chat(question("hello", model), never, hurry)));
				assert.deepEqual(
					{
						reason: cause.reason,
						text,
						requests: server.requests.length - earlier,
						learned: shared.capabilities.get(`${server.url}/v1`, model),
					},
					{
						reason: dialect.reason,
						text: dialect.text ?? "",
						requests: dialect.requests ?? 1,
						learned: dialect.learned ?? {},
					},
					cause.message,
				);
				assert.ok(cause.message.includes(dialect.says), cause.message);
			} finally {
				script.dispose();
			}
		});
	}

	it("are of many servers, each with a source", () => assertDialects(errorDialects, least));
});

/** Returns the part of an answer that arrived, and why the rest did not. */
async function asked(answer: ReturnType<typeof collect>): Promise<{ text: string; cause: GatewayError }> {
	try {
		const { text, end } = await answer;
		assert.ok(end?.type === "interrupted", `ended as ${end?.type}`);
		return { text, cause: end.cause };
	} catch (cause) {
		if (cause instanceof assert.AssertionError) throw cause;
		return { text: "", cause: cause as GatewayError };
	}
}
