import assert from "node:assert/strict";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { closing, connectedGateway, testGatewayServices } from "../gateway/gatewayHarness";
import { assertTrouble, checkUp, doctorDeps } from "./doctorHarness";

/** Creates a clock on which timers of a given length end at once, and no others end. */
function skippingClock(skipped: number) {
	let ahead = 0;
	/** The pauses that ended, in seconds. */
	const pauses: number[] = [];
	const after = (milliseconds: number, run: () => void) => {
		if (milliseconds > skipped || milliseconds < skipped - 500) return { dispose: () => {} };
		pauses.push(Math.ceil(milliseconds / 1000));
		ahead += milliseconds;
		queueMicrotask(run);
		return { dispose: () => {} };
	};
	return { clock: { now: () => Date.now() + ahead, after }, pauses };
}

describe("connection check: a gateway that asks to wait", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	const refuse = (match: string, seconds: number, times = 1) =>
		server.script({ match, times, status: 429, headers: { "retry-after": String(seconds) }, body: "slow down" });
	const paths = ["/v1/models", "/v1/chat/completions", "/v1/embeddings"];

	for (const path of paths) {
		it(`waits for a short time and continues: ${path}`, async () => {
			const { clock, pauses } = skippingClock(4000);
			refuse(path, 4);
			const { diagnosis } = await checkUp(doctorDeps(server.url, { gatewayServices: testGatewayServices({ clock }) }));
			// On a busy machine, the streaming step may warn of pieces that arrive together.
			assert.deepEqual(
				diagnosis.runs.filter(({ outcome }) => outcome.type === "failed"),
				[],
			);
			assert.deepEqual(pauses, [4]);
			assert.equal(diagnosis.requests, 8);
		});
	}

	it("waits before the requests of the streaming step, too", async () => {
		const { clock, pauses } = skippingClock(4000);
		const match = ({ body }: { body: string }) => body.includes("Count from 1");
		server.script({ match, status: 429, headers: { "retry-after": "4" }, body: "slow down" });
		const { of } = await checkUp(doctorDeps(server.url, { gatewayServices: testGatewayServices({ clock }) }));
		// On a busy machine, the pieces may arrive together.
		assert.match(of("streaming").type, /^(?:ok|warning)$/);
		assert.deepEqual(pauses, [4]);
	});

	it("does not count the wait towards the time limit of a step", async () => {
		const { clock, pauses } = skippingClock(4000);
		const minutes: (() => void)[] = [];
		const after = (milliseconds: number, run: () => void) => {
			if (milliseconds === 60_000) minutes.push(run);
			return clock.after(milliseconds, run);
		};
		refuse("/v1/chat/completions", 4);
		server.script({ match: "/v1/chat/completions", times: 1, chunks: [{ type: "stall" }] });
		let asked = 0;
		const again = server.nextRequest(({ path }) => path === "/v1/chat/completions" && ++asked === 2);
		const onBegan = (id: string) => {
			if (id === "chat") minutes.length = 0;
		};
		const gatewayServices = testGatewayServices({ clock: { ...clock, after } });
		const checking = checkUp(doctorDeps(server.url, { gatewayServices }), undefined, onBegan);
		await again;
		minutes[0]?.();
		const { of } = await checking;
		assertTrouble(of("chat"), "failed", /did not answer .*minute/);
		assert.deepEqual(pauses, [4, 4]);
	});

	it("waits once, and then fails", async () => {
		const { clock, pauses } = skippingClock(4000);
		refuse("/v1/chat/completions", 4, Number.POSITIVE_INFINITY);
		const { of } = await checkUp(doctorDeps(server.url, { gatewayServices: testGatewayServices({ clock }) }));
		assertTrouble(of("chat"), "failed", /asks to wait.*slow down/, /^Wait a few minutes/);
		assert.deepEqual(pauses, [4]);
	});

	it("does not wait for a long time, and names the seconds", async () => {
		for (const path of ["/v1/models", "/v1/chat/completions"]) {
			const script = refuse(path, 45, Number.POSITIVE_INFINITY);
			const { of } = await checkUp(doctorDeps(server.url));
			assertTrouble(
				of(path === "/v1/models" ? "key" : "chat"),
				"failed",
				/slow down/,
				/^Wait 45 seconds, then check again/,
			);
			script.dispose();
		}
	});
});
