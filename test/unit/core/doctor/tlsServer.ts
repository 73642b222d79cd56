import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Certificate } from "../../../gateway/certificates";

/**
 * Starts an https server on 127.0.0.1 that presents a certificate and answers everything with an empty list.
 *
 * @param chain the certificates of the signing authorities, as PEM.
 */
export async function tlsServer(certificate: Certificate, chain: readonly string[] = []) {
	const server = createServer(
		{ key: certificate.key, cert: [certificate.cert, ...chain].join("\n") },
		(_, response) => void response.end('{"data":[]}'),
	);
	// A client that does not trust the certificate closes the connection.
	server.on("tlsClientError", () => {});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		url: `https://127.0.0.1:${port}`,
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
