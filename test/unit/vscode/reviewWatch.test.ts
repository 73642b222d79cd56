import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connectionWatch } from "../../../src/vscode/adapters/connectionWatch";

describe("review: the watch", () => {
	it("does not tell one request of another to the same address", async () => {
		const server = createServer((_, response) => setTimeout(() => response.end("x"), 300));
		await new Promise<void>((resolve) => server.listen(0, resolve));
		const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`);
		const watch = connectionWatch();
		const told: string[] = [];
		const a = watch.watch("POST", url, { connecting: () => told.push("a1"), connected: () => told.push("a2") });
		const first = fetch(url, { method: "POST" });
		await new Promise((r) => setTimeout(r, 100));
		const b = watch.watch("POST", url, { connecting: () => told.push("b1"), connected: () => told.push("b2") });
		const second = fetch(url, { method: "POST" });
		await Promise.all([first.then((r) => r.text()), second.then((r) => r.text())]);
		a.dispose();
		b.dispose();
		server.close();
		assert.deepEqual(told, ["a1", "a2", "b1", "b2"]);
	});
});
