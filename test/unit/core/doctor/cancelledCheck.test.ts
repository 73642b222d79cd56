import assert from "node:assert/strict";
import { doctorReport } from "../../../../src/core/doctor/doctorReport";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { closing, connectedGateway, testGatewayServices } from "../gateway/gatewayHarness";
import { assertTrouble, checkUp, doctorDeps, fakeProbe } from "./doctorHarness";

const chatPath = "/v1/chat/completions";

describe("connection check: ended early", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	it("stops in the middle of a step when it is cancelled, and runs no other", async () => {
		const abort = new AbortController();
		server.script({ match: chatPath, chunks: [{ type: "stall" }] });
		const asked = server.nextRequest(({ path }) => path === chatPath);
		const checking = checkUp(doctorDeps(server.url), abort.signal);
		const request = await asked;
		abort.abort();
		const { diagnosis, of } = await checking;
		assert.equal(await request.ended, "broken");
		assert.ok(diagnosis.cancelled);
		assert.equal(of("models").type, "ok");
		for (const id of ["chat", "streaming", "tools", "completions", "embedding", "clock"] as const) {
			assert.match(JSON.stringify(of(id)), /skipped.*cancelled/);
		}
		assert.match(
			doctorReport(diagnosis, { gateway: "Mine", programs: ["Gatehouse 1"], system: "linux" }),
			/cancelled before it finished/,
		);
	});

	it("ends a request of an earlier step when it is cancelled", async () => {
		const abort = new AbortController();
		server.script({ times: Number.POSITIVE_INFINITY, chunks: [{ type: "stall" }] });
		const asked = server.nextRequest();
		let begin = () => {};
		const begun = new Promise<void>((resolve) => {
			begin = resolve;
		});
		const probe = fakeProbe({ proxyFor: async () => ({ type: "unknown" }) });
		const checking = checkUp(doctorDeps(server.url, { probe }), abort.signal, (id) => id === "baseUrl" && begin());
		const request = await asked;
		await begun;
		abort.abort();
		assert.equal(await request.ended, "broken");
		assert.ok((await checking).diagnosis.cancelled);
	});

	it("can be cancelled before the first step, while the keyring does not answer", async () => {
		const abort = new AbortController();
		const readKey = () => {
			abort.abort();
			return new Promise<undefined>(() => {});
		};
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { readKey }), abort.signal);
		assert.ok(diagnosis.cancelled);
		assert.match(JSON.stringify(of("address")), /skipped.*cancelled/);
	});

	it("ends a step that does not end by itself, and continues", async () => {
		const timers = new Set<() => void>();
		const after = (_: number, run: () => void) => {
			timers.add(run);
			return { dispose: () => void timers.delete(run) };
		};
		server.script({ match: chatPath, chunks: [{ type: "stall" }] });
		const asked = server.nextRequest(({ path }) => path === chatPath);
		const checking = checkUp(
			doctorDeps(server.url, { gatewayServices: testGatewayServices({ clock: { now: () => Date.now(), after } }) }),
		);
		await asked;
		for (const run of timers) run();
		const { of } = await checking;
		assertTrouble(of("chat"), "failed", /demo-chat did not answer .*minute/);
		assert.equal(of("embedding").type, "ok");
		assert.equal(timers.size, 0);
	});
});
