import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { closeGatewaysAfterEach, openGateway } from "./gatewayHarness";
import { signedIn } from "./webClient";

/** The program as `npm run gateway` runs it, built beside these tests. */
const program = fileURLToPath(new URL("../../gateway/gateway.main.js", import.meta.url));

describe("gateway: the program", () => {
	closeGatewaysAfterEach();

	const children = new Set<ChildProcess>();

	afterEach(() => {
		for (const child of children) child.kill("SIGKILL");
		children.clear();
	});

	function run(args: readonly string[], key?: string, more: NodeJS.ProcessEnv = {}) {
		const { GATEHOUSE_DEMO_KEY: _, ...env } = { ...process.env, ...more };
		const options = { env: key === undefined ? env : { ...env, GATEHOUSE_DEMO_KEY: key } };
		const child = spawn(process.execPath, [program, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
		children.add(child);
		return { child, exited: once(child, "exit"), stdout: child.stdout, stderr: child.stderr };
	}

	async function firstLine(stream: Readable): Promise<string> {
		for await (const line of createInterface(stream)) return line;
		return assert.fail("It printed nothing.");
	}

	async function status(url: string, key: string): Promise<number> {
		return (await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } })).status;
	}

	for (const signal of ["SIGINT", "SIGTERM"] as const) {
		it(`prints its address and a new key, and exits cleanly on ${signal}`, async () => {
			const { child, exited, stdout } = run([]);
			const line = await firstLine(stdout);
			const [, url = "", key = ""] = /(http:\S+\/v1) · key: (demo-\S+) /.exec(line) ?? assert.fail(line);
			assert.equal(await status(url, key), 200);
			child.kill(signal);
			assert.deepEqual(await exited, [0, null]);
		});
	}

	it("accepts the key in the environment, and does not repeat it", async () => {
		const { stdout } = run(["--port", "0"], "my-own-key");
		const line = await firstLine(stdout);
		assert.match(line, /key: the one in GATEHOUSE_DEMO_KEY/);
		assert.ok(!line.includes("my-own-key"));
		assert.equal(await status(/http:\S+/.exec(line)?.[0] ?? "", "my-own-key"), 200);
	});

	it("refuses unknown flags and values: one line, exit code 2", async () => {
		for (const args of [["--prot", "1"], ["--port", "x"], ["--port", "70000"], ["--port"], ["extra"]]) {
			const { exited, stderr } = run(args);
			const [said, [code]] = await Promise.all([text(stderr), exited]);
			assert.match(said, /^gateway: .+\n$/);
			assert.equal(code, 2);
		}
	});

	it("forwards requests for a provider's models; its key is from the environment, and never printed", async () => {
		const { gateway: upstream } = await openGateway({ keys: ["provider-secret"] });
		const args = [
			"--provider",
			`up=${upstream.url}`,
			"--provider-key",
			"up=UP_KEY",
			"--provider",
			"gone=http://127.0.0.1:1",
		];
		const { child, exited, stdout, stderr } = run(args, "my-own-key", { UP_KEY: "provider-secret" });
		const [errors, lines] = [text(stderr), createInterface(stdout)[Symbol.asyncIterator]()];
		const said = [(await lines.next()).value, (await lines.next()).value, (await lines.next()).value];
		assert.equal(said[2], `Provider: up/… from ${upstream.url}`);
		const url = /http:\S+/.exec(said[0])?.[0] ?? "";
		const response = await fetch(`${url}/models`, { headers: { authorization: "Bearer my-own-key" } });
		assert.ok((await response.text()).includes("up/demo-chat"));
		child.kill("SIGTERM");
		await exited;
		assert.match(await errors, /^gateway: no models of the provider "gone": [^\n]*ECONNREFUSED[^\n]*\n$/);
		assert.ok(![...said, await errors].join("\n").includes("secret"));
	});

	it("keeps users' keys in the --data folder, across a restart", async () => {
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-keys-"));
		try {
			const keys: string[] = [];
			for (let start = 0; start < 2; start++) {
				const { child, exited, stdout } = run(["--data", folder]);
				const url = /http:\/\/[^/]+/.exec(await firstLine(stdout))?.[0] ?? "";
				const client = await signedIn({ url });
				keys.push(await client.createKey(`key ${start}`));
				for (const key of keys) assert.equal(await status(`${url}/v1`, key), 200);
				child.kill("SIGTERM");
				assert.deepEqual(await exited, [0, null]);
			}
			await writeFile(join(folder, "keys.json"), "torn");
			const { exited, stderr } = run(["--data", folder]);
			assert.match(await text(stderr), /^gateway: .*keys\.json was not written by this gateway.*\n$/);
			assert.deepEqual(await exited, [1, null]);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it("says why it cannot start: exit code 1", async () => {
		const first = run([]);
		const port = /:(\d+)\//.exec(await firstLine(first.stdout))?.[1] ?? "";
		for (const again of [() => run(["--port", port]), () => run([], "two words")]) {
			const { exited, stderr } = again();
			const [said, [code]] = await Promise.all([text(stderr), exited]);
			assert.match(said, /^gateway: .*(EADDRINUSE|printable).*\n$/);
			assert.equal(code, 1);
		}
	});
});
