import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { networkProbe } from "../../../src/vscode/adapters/networkProbe";
import { createAuthority, createSelfSigned } from "../../gateway/certificates";
import { tlsServer } from "../core/doctor/tlsServer";

const settings = { proxy: "", proxySupport: "override", noProxy: [], strictSsl: true };
const probe = networkProbe(() => settings, {});
const never = new AbortController().signal;
const host = "127.0.0.1";
const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listening(server: Server): Promise<Server> {
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	return server;
}

describe("connection check: the network probe", () => {
	it("finds a name's addresses", async () => {
		assert.ok((await probe.resolve("localhost", never)).some((address) => /^(127\.|::1)/.test(address)));
	});

	it("says which name is unknown", async () => {
		// RFC 6761 reserves the domain for this purpose; without any name server, the other problem is reported.
		await assert.rejects(probe.resolve("nowhere.invalid", never), ({ problem }: { problem: string }) =>
			["unknownHost", "noNameServer"].includes(problem),
		);
	});

	it("connects, or says that the port is refused", async () => {
		const server = await listening(createServer());
		const port = portOf(server);
		assert.ok((await probe.connect(host, port, never)) >= 0);
		await new Promise((resolve) => server.close(resolve));
		await assert.rejects(probe.connect(host, port, never), { name: "NetworkProbeError", problem: "refused" });
	});

	it("stops if it is cancelled", async () => {
		const abort = new AbortController();
		abort.abort();
		await assert.rejects(probe.resolve("localhost", abort.signal), { name: "AbortError" });
		await assert.rejects(probe.connect(host, 9, abort.signal), { name: "AbortError" });
	});

	const authority = createAuthority("Test Authority");
	const past = new Date(Date.now() - 1000);
	const future = new Date(Date.now() + 3_600_000);
	for (const [problem, certificate] of [
		["selfSigned", createSelfSigned({ commonName: "self", names: [host] })],
		["unknownIssuer", authority.issue({ names: [host] })],
		["expired", authority.issue({ names: [host], until: past })],
		["notYetValid", authority.issue({ names: [host], from: future })],
		["wrongHost", authority.issue({ names: ["other.example.org"] })],
	] as const) {
		it(`reads a certificate that is not trusted: ${problem}`, async () => {
			const server = await tlsServer(certificate, problem === "selfSigned" ? [] : [authority.pem]);
			try {
				const found = await probe.certificate(host, server.port, undefined, never);
				assert.equal(found.problem, problem);
				assert.equal(found.authorized, false);
				const subject = { selfSigned: "self", wrongHost: "other.example.org" }[problem as string] ?? host;
				assert.equal(found.subject, subject);
				assert.equal(found.issuer, problem === "selfSigned" ? "self" : "Test Authority");
				assert.deepEqual(found.names, problem === "wrongHost" ? ["other.example.org"] : [host]);
				assert.deepEqual(found.chain, problem === "selfSigned" ? ["self"] : [subject, "Test Authority"]);
				assert.ok(Math.abs(found.validTo - Date.now()) < 31 * 24 * 3_600_000);
			} finally {
				await server.close();
			}
		});
	}

	it("says that a port does not speak TLS", async () => {
		const server = await listening(createServer());
		await assert.rejects(probe.certificate(host, portOf(server), undefined, never), { problem: "noTls" });
		await new Promise((resolve) => server.close(resolve));
	});

	describe("through a proxy", () => {
		const user = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
		let proxy: Server;
		let asked: string | undefined;
		before(async () => {
			proxy = createServer();
			proxy.on("connect", ({ url = "", headers }, socket) => {
				asked = url;
				if (headers["proxy-authorization"] !== user) return socket.end("HTTP/1.1 407 Who are you\r\n\r\n");
				const [, port] = url.split(":");
				if (port === "1") return socket.end("HTTP/1.1 403 No\r\n\r\n");
				const onward = connect(Number(port), host, () => {
					socket.write("HTTP/1.1 200 OK\r\n\r\n");
					onward.pipe(socket).pipe(onward);
				});
				onward.on("error", () => socket.destroy());
				socket.on("error", () => onward.destroy());
				return undefined;
			});
			await listening(proxy);
		});
		after(() => new Promise((resolve) => proxy.close(resolve)));

		it("sees the certificate of the server, by the server's name", async () => {
			const server = await tlsServer(createSelfSigned({ commonName: "behind", names: [host] }));
			try {
				const found = await probe.certificate(host, server.port, `http://me:p%40ss@${host}:${portOf(proxy)}`, never);
				assert.equal(found.subject, "behind");
				assert.equal(asked, `${host}:${server.port}`);
			} finally {
				await server.close();
			}
		});

		it("distinguishes a proxy that asks for a sign-in, one that refuses, and none", async () => {
			const through = (proxyUrl: string) => probe.certificate(host, 1, proxyUrl, never);
			await assert.rejects(through(`http://${host}:${portOf(proxy)}`), { problem: "proxyAuthentication" });
			await assert.rejects(through(`http://me:p%40ss@${host}:${portOf(proxy)}`), { problem: "proxyRefused" });
			await assert.rejects(through(`http://${host}:1`), { problem: "proxyUnreachable", message: "ECONNREFUSED" });
		});
	});
});
