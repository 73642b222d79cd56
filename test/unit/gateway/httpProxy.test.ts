import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { type HttpProxy, startHttpProxy } from "../../gateway/httpProxy";
import { closeGatewaysAfterEach, openGateway } from "./gatewayHarness";

describe("gateway: the proxy", () => {
	closeGatewaysAfterEach();
	let proxy: HttpProxy;
	afterEach(() => proxy.close());

	const authorization = `Basic ${Buffer.from("user:secret").toString("base64")}`;

	/** Returns the proxy's answer to a client's request; for a tunnel, also the data that came through it. */
	function ask(method: string, path: string, headers: Record<string, string> = {}) {
		return new Promise<{ status: number; headers: IncomingMessage["headers"]; body: string }>((resolve, reject) => {
			const asked = request({ host: "127.0.0.1", port: proxy.port, method, path, headers, agent: false });
			const give = async (answer: IncomingMessage, body: Promise<string>) =>
				resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await body });
			asked.on("response", (answer) => give(answer, text(answer)));
			asked.on("connect", (answer, socket) => {
				if (answer.statusCode === 200) socket.write("GET /v1 HTTP/1.1\r\nhost: gateway\r\nconnection: close\r\n\r\n");
				void give(answer, text(socket));
			});
			asked.on("error", reject).end();
		});
	}

	async function open(credentials?: string) {
		const { gateway } = await openGateway();
		const hosts = {
			"gateway.test": Number(new URL(gateway.url).port),
			"forbidden.test": { status: 403 },
			"dead.test": 1,
		};
		proxy = await startHttpProxy({ hosts, ...(credentials ? { credentials } : {}) });
	}

	it("tunnels to the names that it knows, and records the requests", async () => {
		await open();
		const { status, body } = await ask("CONNECT", "gateway.test:443");
		assert.equal(status, 200);
		assert.match(body, /^HTTP\/1.1 404 /);
		assert.deepEqual(proxy.requests, [{ method: "CONNECT", target: "gateway.test:443", authenticated: true }]);
	});

	it("makes plain requests for the client", async () => {
		await open();
		const { status, body } = await ask("GET", "http://gateway.test/v1/models");
		assert.equal(status, 401);
		assert.match(body, /API key/);
		assert.deepEqual(proxy.requests, [{ method: "GET", target: "gateway.test:80", authenticated: true }]);
	});

	it("asks for the password, and refuses requests without it", async () => {
		await open("user:secret");
		for (const [method, path] of [
			["CONNECT", "gateway.test:443"],
			["GET", "http://gateway.test/v1/models"],
		] as const) {
			for (const headers of [{}, { "proxy-authorization": "Basic bm9uZQ==" }]) {
				const refused = await ask(method, path, headers);
				assert.equal(refused.status, 407);
				assert.match(refused.headers["proxy-authenticate"] ?? "", /^Basic realm=/);
			}
			assert.notEqual((await ask(method, path, { "proxy-authorization": authorization })).status, 407);
		}
		const seen = proxy.requests.map(({ authenticated, refusal }) => [authenticated, refusal]);
		const each = [
			[false, 407],
			[false, 407],
			[true, undefined],
		];
		assert.deepEqual(seen, [...each, ...each]);
	});

	it("can change its password, and then closes connections", async () => {
		await open("user:secret");
		const tunnel = connect(proxy.port, "127.0.0.1");
		tunnel.write(`CONNECT gateway.test:443 HTTP/1.1\r\nproxy-authorization: ${authorization}\r\n\r\n`);
		await once(tunnel, "data");
		const closed = once(tunnel, "close");
		proxy.demand("user:another");
		await closed;
		const refused = await ask("CONNECT", "gateway.test:443", { "proxy-authorization": authorization });
		assert.equal(refused.status, 407);
	});

	it("refuses what it does not know, may not connect to, or cannot reach", async () => {
		await open();
		assert.equal((await ask("CONNECT", "elsewhere.test:443")).status, 502);
		assert.equal((await ask("CONNECT", "forbidden.test:443")).status, 403);
		assert.equal((await ask("CONNECT", "dead.test:443")).status, 502);
		assert.equal((await ask("GET", "http://forbidden.test/")).status, 403);
	});
});
