import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Gives values to the process that requests them, one by one. */
export interface SettingServer {
	readonly url: string;
	/** Provides a value, and waits until the process requests the next one. */
	set(value: unknown): Promise<void>;
	close(): Promise<void>;
}

/** Starts the server on the loopback address. */
export async function startSettingServer(): Promise<SettingServer> {
	let asked = (_: ServerResponse) => {};
	let waiting: Promise<ServerResponse>;
	const awaitQuestion = () => {
		waiting = new Promise((resolve) => {
			asked = resolve;
		});
	};
	awaitQuestion();
	const server = createServer((_, response) => asked(response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		set: async (value) => {
			const response = await waiting;
			awaitQuestion();
			response.setHeader("content-type", "application/json");
			response.end(JSON.stringify(value));
			await waiting;
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
