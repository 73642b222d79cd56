import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { offlineHost, planted } from "../../host/offline/offlineHost";
import { repositoryFolder } from "../../host/paths";

/** Goes offline, asks the URLs in its arguments in each of Node's ways, and says which were answered. */
const asking = `
import http from "node:http";
import https from "node:https";
const [extension, ...urls] = process.argv.slice(1);
(await import(extension)).activate();
const get = (url) => new Promise((resolve, reject) => (url.startsWith("https") ? https : http).get(url, resolve).on("error", reject));
for (const url of urls)
	for (const ask of [fetch, get]) console.log(await ask(url).then(() => "answered", () => "failed"));
process.exit();`;
const extension = join(repositoryFolder, "test", "host", "offline", "refuseConnections.js");

describe("test host: offline", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-offline-"));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	it("refuses and records each connection that is not to this machine, and only those", async () => {
		const server = createServer((_, response) => response.end("here")).listen(0, "127.0.0.1");
		await new Promise((resolve) => server.once("listening", resolve));
		const { port } = server.address() as AddressInfo;
		const { env, attempts } = offlineHost(folder);
		assert.deepEqual(await attempts(), []);
		try {
			const urls = [`http://127.0.0.1:${port}`, "http://192.0.2.1:81", "https://gatehouse.invalid"];
			const { stdout } = await promisify(execFile)(
				process.execPath,
				["--input-type=module", "-e", asking, extension, ...urls],
				{
					env: { ...process.env, ...env },
				},
			);
			assert.deepEqual(stdout.trim().split("\n"), ["answered", "answered", "failed", "failed", "failed", "failed"]);
			assert.deepEqual(await attempts(), [
				planted,
				`allowed 127.0.0.1:${port}`,
				"refused 192.0.2.1:81",
				"refused gatehouse.invalid:443",
			]);
		} finally {
			server.closeAllConnections();
			server.close();
		}
	});
});
