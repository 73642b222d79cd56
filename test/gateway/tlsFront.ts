import { type AddressInfo, connect, type Socket } from "node:net";
import { createSecureContext, createServer } from "node:tls";
import type { Certificate } from "./certificates";

/** Options of a front. */
export interface TlsFrontOptions {
	/** The port on 127.0.0.1 to which decrypted data is forwarded. */
	readonly to: number;
	/** The certificate for clients that ask for no name, or for one without its own certificate. */
	readonly certificate: Certificate;
	/** The certificate for each name that a client asks for. */
	readonly certificates?: Readonly<Record<string, Certificate>>;
}

/** A TLS front for a server, like a reverse proxy. */
export interface TlsFront {
	readonly port: number;
	/** Breaks every connection and frees the port. */
	close(): Promise<void>;
}

/** Starts a front on 127.0.0.1, on a free port. */
export async function startTlsFront({ to, certificate, certificates = {} }: TlsFrontOptions): Promise<TlsFront> {
	const contexts = new Map(
		Object.entries(certificates).map(([name, certificate]) => [name, createSecureContext(certificate)]),
	);
	const open = new Set<Socket>();
	const server = createServer({
		...certificate,
		SNICallback: (name, callback) => callback(null, contexts.get(name)),
	});
	server.on("connection", (socket) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
	});
	server.on("secureConnection", (client) => {
		const behind = connect(to, "127.0.0.1");
		client.pipe(behind).pipe(client);
		// The pipes forward an end, after the remaining data, but not an error.
		client.on("error", () => behind.destroy()).on("close", () => behind.destroy());
		behind.on("error", () => client.destroy());
	});
	// A client that does not trust the certificate sends an alert and closes the connection: nothing to do here.
	server.on("tlsClientError", () => {});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of open) socket.destroy();
			await closed;
		},
	};
}
