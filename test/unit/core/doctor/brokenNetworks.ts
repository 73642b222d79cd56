import { NetworkProbeError } from "../../../../src/core/base/ports";
import { createAuthority, createSelfSigned } from "../../../gateway/certificates";
import { testGatewayServices } from "../gateway/gatewayHarness";
import { afterConnect, afterTls, type Broken, type BrokenSetup } from "./brokenSetup";
import { fakeProbe } from "./doctorHarness";
import { tlsServer } from "./tlsServer";

const dayMs = 24 * 60 * 60 * 1000;

/** Starts an https server that is not the demo gateway. */
async function overTls(...[certificate, chain]: Parameters<typeof tlsServer>): Promise<Broken> {
	const server = await tlsServer(certificate, chain);
	return { address: server.url, tidy: () => server.close() };
}

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const authority = createAuthority("Ministry Root");

/** Setups that are broken below HTTP. */
export const brokenNetworks: readonly BrokenSetup[] = [
	{
		name: "the gateway is down",
		breakIt: async (server) => {
			await server.close();
			return {};
		},
		step: "connect",
		type: "failed",
		cause: /127\.0\.0\.1 refuses connections on port \d+/,
		fix: /tell its administrator/,
		blocked: afterConnect,
	},
	{
		name: "the name is mistyped, or known only inside the VPN",
		breakIt: () => ({
			address: "https://lmm.example.org/v1",
			probe: fakeProbe({
				proxyFor: async () => ({ type: "direct", because: "switchedOff" }),
				resolve: () => Promise.reject(new NetworkProbeError("unknownHost", "ENOTFOUND")),
			}),
		}),
		step: "connect",
		type: "failed",
		cause: /does not know the name lmm\.example\.org/,
		fix: /spelling.*VPN/,
		blocked: afterConnect,
	},
	{
		name: "a firewall swallows the connection",
		breakIt: () => {
			const timers: (() => void)[] = [];
			return {
				address: "https://llm.example.org/v1",
				gatewayServices: testGatewayServices({
					clock: {
						now: () => Date.now(),
						after: (_, run) => {
							timers.push(run);
							return { dispose: () => void timers.splice(0) };
						},
					},
				}),
				probe: fakeProbe({
					proxyFor: async () => ({ type: "direct", because: "switchedOff" }),
					connect: () => {
						// The time limit of the step, which has begun, is over at once.
						for (const run of timers.splice(0)) run();
						return new Promise(() => {});
					},
				}),
			};
		},
		step: "connect",
		type: "failed",
		cause: /llm\.example\.org does not answer on port 443/,
		fix: /firewall, or a VPN/,
		blocked: afterConnect,
	},
	{
		name: "the certificate has expired",
		breakIt: () => overTls(createSelfSigned({ names: ["127.0.0.1"], from: daysAgo(9), until: daysAgo(3) })),
		step: "tls",
		type: "failed",
		cause: /127\.0\.0\.1 expired on \w+ \d{1,2}, \d{4}/,
		fix: /renew/,
		blocked: afterTls,
	},
	{
		name: "the certificate is for another name",
		breakIt: () => overTls(createSelfSigned({ names: ["other.example.org"] })),
		step: "tls",
		type: "failed",
		cause: /is for other\.example\.org, not for 127\.0\.0\.1/,
		fix: /whose name is in the certificate/,
		blocked: afterTls,
	},
	{
		name: "the certificate is signed by a private authority",
		breakIt: () => overTls(authority.issue({ names: ["127.0.0.1"] }), [authority.pem]),
		step: "tls",
		type: "failed",
		cause: /signed by Ministry Root, an authority that this computer does not know/,
		fix: /trusted certificates of this computer and restart/,
		blocked: afterTls,
	},
	{
		name: "plain http where https is expected",
		breakIt: (server) => ({ address: server.url.replace("http:", "https:") }),
		step: "tls",
		type: "failed",
		cause: /answers on port \d+, but not with TLS/,
		fix: /plain http/,
		blocked: afterTls,
	},
];
