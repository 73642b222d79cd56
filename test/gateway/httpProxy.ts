import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Options of a proxy. */
export interface ProxyOptions {
	/** The known host names, each with its port on 127.0.0.1, or with the status with which the proxy refuses it. */
	readonly hosts: Readonly<Record<string, number | { readonly status: number }>>;
	/** The required `user:password` (Basic); none by default. */
	readonly credentials?: string;
}

/** A request as the proxy saw it. It cannot see inside a tunnel. */
export interface ProxiedRequest {
	/** `CONNECT` for a tunnel; another method for a request that the proxy makes for the client. */
	readonly method: string;
	/** The requested target, such as `gateway.test:443`. */
	readonly target: string;
	/** Whether it had the right user and password, or none was required. */
	readonly authenticated: boolean;
	/** The status with which the proxy itself answered; undefined if it passed the request on. */
	readonly refusal?: number;
}

/** An HTTP proxy on loopback that records requests. */
export interface HttpProxy {
	readonly port: number;
	/** `http://127.0.0.1:PORT`, without user and password. */
	readonly url: string;
	/** Returns the address for the settings, with `user:password` in it. */
	urlWith(credentials: string): string;
	/** Every request, oldest first, including refused ones. */
	readonly requests: readonly ProxiedRequest[];
	/** Requires another `user:password` from now on, and closes all connections. */
	demand(credentials: string): void;
	/** Breaks every connection and frees the port. */
	close(): Promise<void>;
}

/** Starts a proxy on 127.0.0.1, on a free port. */
export async function startHttpProxy({ hosts, ...options }: ProxyOptions): Promise<HttpProxy> {
	let { credentials } = options;
	const requests: ProxiedRequest[] = [];
	const open = new Set<Duplex>();

	/** Records a request; returns its target, or the status with which it is refused. */
	function admit(message: IncomingMessage, url: URL): { readonly port: number } | { readonly refusal: number } {
		const { method = "" } = message;
		const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
		const authenticated = !wanted || message.headers["proxy-authorization"] === wanted;
		const target = `${url.hostname}:${url.port || 80}`;
		const host = hosts[url.hostname] ?? { status: 502 };
		const refusal = authenticated ? (typeof host === "number" ? undefined : host.status) : 407;
		requests.push({ method, target, authenticated, ...(refusal === undefined ? {} : { refusal }) });
		return refusal === undefined ? { port: host as number } : { refusal };
	}

	const server = createServer((message, response) => {
		if (!URL.canParse(message.url ?? "")) return void response.writeHead(400).end();
		const url = new URL(message.url ?? "");
		const way = admit(message, url);
		if ("refusal" in way) return void response.writeHead(way.refusal, challenge(way.refusal)).end();
		forward(message, response, url, way.port);
	});
	server.on("connect", (message, client, head) => {
		client.on("error", () => {});
		// Parsed as `http:`, because a URL with `https:` would drop its default port, 443.
		const way = admit(message, new URL(`http://${message.url}`));
		if ("refusal" in way) return void client.end(refusalHead(way.refusal));
		const behind = connect(way.port, "127.0.0.1");
		// No server listens there: the proxy answers, because VS Code's fetch retries again and again when a proxy just
		// hangs up.
		behind.once("error", () => client.end(refusalHead(502)));
		behind.once("connect", () => {
			client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
			behind.write(head);
			client.pipe(behind).pipe(client);
			behind.on("error", () => client.destroy());
		});
		client.on("close", () => behind.destroy());
	});
	server.on("connection", (socket: Socket) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
	});
	const hangUp = () => {
		for (const socket of open) socket.destroy();
	};
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		port,
		url: `http://127.0.0.1:${port}`,
		urlWith: (credentials) => `http://${credentials}@127.0.0.1:${port}`,
		requests,
		demand(wanted) {
			credentials = wanted;
			hangUp();
		},
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			hangUp();
			await closed;
		},
	};
}

function forward(message: IncomingMessage, response: ServerResponse, url: URL, port: number): void {
	const { "proxy-authorization": _, ...headers } = message.headers;
	const path = url.pathname + url.search;
	const onward = request({ host: "127.0.0.1", port, method: message.method, path, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	onward.on("error", () => response.destroy());
	response.on("close", () => onward.destroy());
	message.pipe(onward);
}

const challenge = (status: number) => (status === 407 ? { "proxy-authenticate": 'Basic realm="test proxy"' } : {});

function refusalHead(status: number): string {
	const headers = Object.entries(challenge(status)).map(([name, value]) => `${name}: ${value}\r\n`);
	return `HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n${headers.join("")}\r\n`;
}
