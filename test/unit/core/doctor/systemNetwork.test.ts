import assert from "node:assert/strict";
import { NetworkProbeError } from "../../../../src/core/base/ports";
import { baseUrlVariants } from "../../../../src/core/doctor/steps/baseUrlStep";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { closing, connectedGateway } from "../gateway/gatewayHarness";
import { assertTrouble, checkUp, doctorDeps, fakeProbe, goodCertificate } from "./doctorHarness";

const dayMs = 24 * 60 * 60 * 1000;

describe("connection check: what VS Code alone knows", () => {
	let server: DemoGateway;
	beforeEach(async () => {
		({ server } = await connectedGateway());
	});
	afterEach(() => closing(server));

	it("does not blame a name that only a proxy of the operating system's finds", async () => {
		const probe = fakeProbe({
			proxyFor: async () => ({ type: "unknown" }),
			connect: () => Promise.reject(new NetworkProbeError("refused", "ECONNREFUSED")),
		});
		const { diagnosis, of } = await checkUp(doctorDeps(server.url, { probe }));
		assertTrouble(of("connect"), "warning", /operating system seems to name a proxy/);
		assert.equal(of("chat").type, "ok");
		assert.equal(diagnosis.requests, 7);
	});

	it("blames it when VS Code's own requests do not get there either", async () => {
		await server.close();
		const probe = fakeProbe({
			proxyFor: async () => ({ type: "unknown" }),
			connect: () => Promise.reject(new NetworkProbeError("refused", "ECONNREFUSED")),
		});
		const { of } = await checkUp(doctorDeps(server.url, { probe }));
		assertTrouble(of("connect"), "failed", /refuses connections/);
	});

	/** `fetch` answers for https, as VS Code's would that knows the system's authorities. */
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

	it("names the issuer and the end of a good certificate", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({}));
			assert.match(JSON.stringify(of("tls")), /ok.*Signed by Example CA, valid until \d{4}-\d\d-\d\d/);
			assert.equal(of("chat").type, "ok");
		}));

	it("takes an authority that the computer knows, though the check's own list does not", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ authorized: false, problem: "unknownIssuer" }));
			assert.match(JSON.stringify(of("tls")), /ok.*trusts it through the certificate authorities of this computer/);
		}));

	it("warns where VS Code takes any certificate", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ authorized: false, problem: "expired", strict: false }));
			assertTrouble(of("tls"), "warning", /expired on/, /http\.proxyStrictSSL is off/);
		}));

	it("warns of a certificate that ends soon", () =>
		answering(async () => {
			const { of } = await checkUp(withCertificate({ validTo: Date.now() + 3.5 * dayMs }));
			assertTrouble(of("tls"), "warning", /expires in 3 days/, /renew it/);
		}));

	for (const [problem, says] of [
		["notYetValid", /not valid before/],
		["selfSigned", /self-signed/],
		["other", /is not trusted here/],
	] as const) {
		it(`names what is wrong with a certificate: ${problem}`, async () => {
			const { of } = await checkUp({
				...withCertificate({ authorized: false, problem }),
				address: "https://127.0.0.1:1",
			});
			assertTrouble(of("tls"), "failed", says);
		});
	}
});

describe("connection check: the spellings of a base address", () => {
	it("are tried beside the one given, none twice", () => {
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
