import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { type Certificate, createAuthority, createSelfSigned } from "../../gateway/certificates";
import { startTlsFront, type TlsFront } from "../../gateway/tlsFront";
import { closeGatewaysAfterEach, openGateway } from "./gatewayHarness";

const day = 24 * 60 * 60 * 1000;

describe("gateway: certificates", () => {
	const authority = createAuthority();
	const parsed = ({ cert }: Certificate) => new X509Certificate(cert);

	it("are trusted if they come from the authority, and not if they come from another one", () => {
		const root = new X509Certificate(authority.pem);
		const leaf = parsed(authority.issue({ names: ["gateway.test", "127.0.0.1"] }));
		assert.ok(root.ca && !leaf.ca);
		assert.ok(root.verify(root.publicKey) && leaf.checkIssued(root) && leaf.verify(root.publicKey));
		assert.ok(!leaf.verify(new X509Certificate(createAuthority().pem).publicKey));
	});

	it("are for the given names and days", () => {
		const leaf = parsed(
			authority.issue({
				names: ["gateway.test", "127.0.0.1"],
				from: new Date("2001-02-03T04:05:06Z"),
				until: new Date("2051-02-03T04:05:06Z"),
			}),
		);
		assert.equal(leaf.subjectAltName, "DNS:gateway.test, IP Address:127.0.0.1");
		assert.equal(Date.parse(leaf.validFrom), Date.UTC(2001, 1, 3, 4, 5, 6));
		assert.equal(Date.parse(leaf.validTo), Date.UTC(2051, 1, 3, 4, 5, 6));
	});

	it("are valid from yesterday to tomorrow by default", () => {
		const leaf = parsed(createSelfSigned({ names: ["gateway.test"] }));
		assert.ok(leaf.verify(leaf.publicKey));
		assert.ok(Math.abs(Date.parse(leaf.validFrom) + day - Date.now()) < 60_000);
		assert.ok(Math.abs(Date.parse(leaf.validTo) - day - Date.now()) < 60_000);
	});
});

describe("gateway: a TLS front", () => {
	closeGatewaysAfterEach();
	let front: TlsFront | undefined;
	afterEach(() => front?.close());

	it("shows each name its certificate, and forwards everything else", async () => {
		const authority = createAuthority();
		const { gateway } = await openGateway();
		front = await startTlsFront({
			to: Number(new URL(gateway.url).port),
			certificate: authority.issue({ names: ["localhost"] }),
			certificates: { "gateway.test": authority.issue({ names: ["gateway.test"] }) },
		});
		for (const servername of ["localhost", "gateway.test"]) {
			const socket = connect({ port: front.port, host: "127.0.0.1", servername, ca: authority.pem });
			socket.write("GET / HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n");
			const chunks: Buffer[] = [];
			for await (const chunk of socket) chunks.push(chunk);
			assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1.1 \d{3} /);
		}
	});
});
