import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createAuthority, createSelfSigned } from "../../../gateway/certificates";
import { type DemoGateway, startGateway } from "../../../gateway/demoGateway";
import { startTlsFront, type TlsFront } from "../../../gateway/tlsFront";
import { bundlesFolder } from "../../../host/paths";
import { canaryKey } from "./gatewayHarness";

const day = 24 * 60 * 60 * 1000;
const program = join(bundlesFolder, "unit", "core", "gateway", "listModels.main.js");

/** Uses Node's real `fetch` in a separate process that trusts only this test's authority. */
describe("certificates: that of the gateway", () => {
	let gateway: DemoGateway;
	let folder: string;
	const fronts: TlsFront[] = [];
	/** The outcomes of the cases, by name. */
	const outcomes = new Map<string, { url: string; models?: number; reason?: string; message?: string }>();

	before(async () => {
		const authority = createAuthority();
		const stranger = createAuthority("A stranger");
		const unknown = stranger.issue({ names: ["localhost"] });
		const past = { from: new Date(Date.now() - 3 * day), until: new Date(Date.now() - day) };
		const future = { from: new Date(Date.now() + day), until: new Date(Date.now() + 3 * day) };
		const certificates = {
			good: authority.issue({ names: ["localhost"] }),
			expired: authority.issue({ names: ["localhost"], ...past }),
			early: authority.issue({ names: ["localhost"], ...future }),
			"wrong name": authority.issue({ names: ["llm.example.org", "www.example.org"] }),
			"self-signed": createSelfSigned({ names: ["localhost"] }),
			"unknown authority": unknown,
			"unknown authority, sent along": { key: unknown.key, cert: unknown.cert + stranger.pem },
		};
		gateway = await startGateway({ keys: [canaryKey] });
		const to = Number(new URL(gateway.url).port);
		const urls: Record<string, string> = {};
		for (const [name, certificate] of Object.entries(certificates)) {
			const front = await startTlsFront({ to, certificate });
			fronts.push(front);
			urls[name] = `https://localhost:${front.port}`;
		}
		urls["http at an https port"] = String(urls.good).replace("https:", "http:");
		urls["https at an http port"] = gateway.url.replace("http:", "https:");
		folder = await mkdtemp(join(tmpdir(), "gatehouse-"));
		const trusted = join(folder, "authority.pem");
		await writeFile(trusted, authority.pem);
		const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted };
		const { stdout } = await promisify(execFile)(process.execPath, [program, ...Object.values(urls)], { env });
		const printed = JSON.parse(stdout);
		for (const [index, [name, url]] of Object.entries(urls).entries()) outcomes.set(name, { url, ...printed[index] });
	});
	after(async () => {
		for (const front of fronts) await front.close();
		await gateway.close();
		await rm(folder, { recursive: true, force: true });
	});

	it("is accepted if a trusted authority signed it", () => {
		assert.equal(outcomes.get("good")?.models, 3);
	});

	for (const [name, reason, says] of [
		[
			"expired",
			"certificate",
			/^The certificate of ORIGIN has expired \(CERT_HAS_EXPIRED\)\. Tell your gateway's administrator/,
		],
		["early", "certificate", /^The certificate of ORIGIN is not valid yet .*date right\?$/],
		[
			"wrong name",
			"certificate",
			/^The certificate at ORIGIN is for another name \(llm\.example\.org, www\.example\.org\)/,
		],
		["self-signed", "certificate", /ORIGIN is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
		[
			"unknown authority",
			"certificate",
			/^The certificate of ORIGIN comes from an authority that this computer does not know \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\. Add .* “http\.systemCertificates”/,
		],
		[
			"unknown authority, sent along",
			"certificate",
			/ORIGIN .*authority .*does not know \(SELF_SIGNED_CERT_IN_CHAIN\)/,
		],
		["https at an http port", "wrongAddress", /^ORIGIN does not use https .* http:\/\/\.$/],
		["http at an https port", "network", /^ORIGIN closed the connection without an answer .* https:\/\/\.$/],
	] as const) {
		it(`${name}: is reported with the remedy`, () => {
			const { url, ...outcome } = outcomes.get(name) ?? assert.fail();
			assert.equal(outcome.reason, reason, outcome.message);
			assert.match(outcome.message?.replace(url, "ORIGIN") ?? "", says);
		});
	}

	it("prevents sending the key if it is not accepted", () => {
		assert.equal(gateway.requests.length, 1);
	});
});
