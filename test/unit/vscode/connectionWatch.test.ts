import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connectionWatch } from "../../../src/vscode/adapters/connectionWatch";

describe("connection: watching requests", () => {
	it("reports each request's own connection, even with another to the same address", async () => {
		const held: ServerResponse[] = [];
		let arrived = () => {};
		const next = () => new Promise<void>((resolve) => (arrived = resolve));
		const server = createServer((_, response) => {
			held.push(response);
			arrived();
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`);
		const watch = connectionWatch();
		const told: string[] = [];
		const watching = (name: string) =>
			watch.watch("POST", url, {
				connecting: () => told.push(`${name} connecting`),
				connected: () => told.push(`${name} connected`),
			});
		const requests = [];
		for (const name of ["first", "second"]) {
			watching(name);
			const there = next();
			requests.push(fetch(url, { method: "POST" }));
			await there;
		}
		for (const response of held) response.end();
		await Promise.all(requests.map(async (request) => (await request).text()));
		server.close();
		server.closeAllConnections();
		assert.deepEqual(told, ["first connecting", "first connected", "second connecting", "second connected"]);
	});

	it("sends no events to a disposed listener", async () => {
		const server = createServer((_, response) => response.end());
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		const fail = () => assert.fail("told after it had left");
		connectionWatch().watch("GET", url, { connecting: fail, connected: fail }).dispose();
		await (await fetch(url)).text();
		server.close();
		server.closeAllConnections();
	});
});
