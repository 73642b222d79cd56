import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { browserExecutable } from "./vscode/vscodeExecutable";

const run = promisify(execFile);

describe("test host: the `code` command of VS Code in the browser", () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-"));
	});
	after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

	it("leaves no temporary files behind when it lists extensions", async () => {
		const temporary = join(folder, "temporary");
		await mkdir(temporary);
		const folders = [`--extensions-dir=${join(folder, "extensions")}`, `--user-data-dir=${join(folder, "data")}`];
		const env = { ...process.env, TMPDIR: temporary };
		await run(await browserExecutable(), ["--list-extensions", ...folders], { env });
		assert.deepEqual(await readdir(temporary), []);
	});
});
