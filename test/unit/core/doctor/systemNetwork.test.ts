import assert from "node:assert/strict";
import { NetworkProbeError } from "../../../../src/core/base/ports";
import { baseUrlVariants } from "../../../../src/core/doctor/steps/baseUrlStep";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { closing, connectedGateway } from "../gateway/gatewayHarness";
import { assertTrouble, checkUp, doctorDeps, fakeProbe, goodCertificate } from "./doctorHarness";

const dayMs = 24 * 60 * 60 * 1000;

describe("connection check: facts that only VS Code knows", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	it("do not blame a host that only the operating system's proxy can reach", async () => {
		const probe = fakeProbe({
			proxyFor: async () => ({ type: "unknown" }),
			connect: () => Promise.reject(new NetworkProbeError("refused", "ECONNREFUSED")),
		});
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { probe }));
		assertTrouble(of("connect"), "warning", /operating system seems to name a proxy/);
		assert.equal(of("chat").type, "ok");
		assert.equal(diagnosis.requests, 7);
	});

	it("blame the host when VS Code's own requests do not reach it either", async () => {
		await server.close();
		const probe = fakeProbe({
			proxyFor: async () => ({ type: "unknown" }),
			connect: () => Promise.reject(new NetworkProbeError("refused", "ECONNREFUSED")),
		});
		const { of } = await checkUp(doctorDeps(server.url, { probe }));
		assertTrouble(of("connect"), "failed", /refuses connections/);
	});

	/** Lets `fetch` answer for https, as VS Code's does because it knows the system's authorities. */
	const answering = async (run: () => Promise<void>) => {
		const real = globalThis.fetch;
		globalThis.fetch = (input, init) => real(String(input).replace("https://llm.example.org", server.url), init);
		try {
			await run();
		} finally {
			globalThis.fetch = real;
		}
	};
	const withCertificate = (changes: Parameters<typeof goodCertificate>[0]) =>
		doctorDeps("https://llm.example.org", { probe: fakeProbe({ certificate: async () => goodCertificate(changes) }) });

	it("include the issuer and the expiration of a good certificate", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({}));
			assert.match(JSON.stringify(of("tls")), /ok.*Signed by Example CA, valid until \w+ \d{1,2}, \d{4}/);
			assert.equal(of("chat").type, "ok");
		}));

	it("let the check accept an authority that only the computer knows", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ authorized: false, problem: "unknownIssuer" }));
			assert.match(JSON.stringify(of("tls")), /ok.*trusts it through the certificate authorities of this computer/);
		}));

	it("lead to a warning if VS Code accepts any certificate", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ authorized: false, problem: "expired", strict: false }));
			assertTrouble(of("tls"), "warning", /expired on/, /http\.proxyStrictSSL is off/);
		}));

	it("lead to a warning if a certificate expires soon", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ validTo: Date.now() + 3.5 * dayMs }));
			assertTrouble(of("tls"), "warning", /expires in 3 days/, /renew it/);
		}));

	for (const [problem, says] of [
		["notYetValid", /not valid before/],
		["selfSigned", /self-signed/],
		["other", /is not trusted on this computer/],
	] as const) {
		it(`include the problem of a certificate: ${problem}`, async () => {
			const { of } = await checkUp({
				...withCertificate({ authorized: false, problem }),
				address: "https://127.0.0.1:1",
			});
			assertTrouble(of("tls"), "failed", says);
		});
	}
});

describe("connection check: the spellings of a base address", () => {
	it("are tried in addition to the given one, each once", () => {
		const origin = "https://h.example";
		assert.deepEqual(baseUrlVariants({ origin, href: `${origin}/v1` }), [origin, `${origin}/api/v1`, `${origin}/api`]);
		assert.deepEqual(baseUrlVariants({ origin, href: `${origin}/llm/v1` }), [
			`${origin}/v1`,
			`${origin}/llm`,
			`${origin}/llm/api/v1`,
			`${origin}/llm/api`,
		]);
	});
});
