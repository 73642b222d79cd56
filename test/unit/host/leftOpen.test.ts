import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { repositoryFolder } from "../../host/paths";

const opens = 'require("node:http").createServer().listen(0, "127.0.0.1")';
const files = {
	"afterwards.test.cjs": 'describe("afterwards", () => it("passes", () => {}));',
	"closes.test.cjs": `describe("closes", () => { let server; before(() => { server = ${opens}; }); it("passes", () => {}); after(() => server.close()); });`,
	"exits.test.cjs":
		'describe("exits", () => { it("passes", () => {}); it("ends the process", () => process.exit(0)); it("never runs", () => {}); });',
	"fails.test.cjs": `describe("fails", () => it("and leaves a server open", () => { ${opens}; throw new Error("as planted"); }));`,
	"leaves.test.cjs": `describe("leaves", () => { before(() => { ${opens}; throw new Error("as planted"); }); it("never runs", () => {}); });`,
	"passes.test.cjs": `describe("passes", () => it("and leaves a server open", () => { ${opens}; }));`,
};

describe("test host: tests that leave something open or end their process", () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-open-"));
		for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
	});
	after(() => rm(folder, { recursive: true, force: true }));

	/** Runs mocha as the suites without windows do. */
	async function run(...names: readonly (keyof typeof files)[]): Promise<{ code: number | null; output: string }> {
		const mocha = join(repositoryFolder, "node_modules", "mocha", "bin", "mocha.js");
		const args = [mocha, "--config", "test/mocharc.json", ...names.map((name) => join(folder, name))];
		const env = { ...process.env, GATEHOUSE_LEFT_OPEN_LIMIT: "50" };
		const child = spawn(process.execPath, args, { cwd: repositoryFolder, env, stdio: ["ignore", "pipe", "pipe"] });
		const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
		const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
		return { code, output: output + errors };
	}

	it("ends after a limit, fails and names the files whose tests failed, in a hook too", async () => {
		const { code, output } = await run("closes.test.cjs", "fails.test.cjs", "leaves.test.cjs", "afterwards.test.cjs");
		assert.equal(code, 1, output);
		assert.match(output, /2 failing/);
		assert.deepEqual(namedFiles(output), ["fails.test.cjs", "leaves.test.cjs"]);
	});

	it("fails although every test passes", async () => {
		const { code, output } = await run("passes.test.cjs", "afterwards.test.cjs");
		assert.equal(code, 1, output);
		assert.match(output, /2 passing/);
		assert.deepEqual(namedFiles(output), ["passes.test.cjs"]);
	});

	it("fails where a test ends the process with exit code 0", async () => {
		const { code, output } = await run("exits.test.cjs");
		assert.equal(code, 1, output);
		assert.match(output, /^gatehouse: the process ended before its tests$/m);
	});

	it("passes where everything is closed", async () => {
		const { code, output } = await run("closes.test.cjs", "afterwards.test.cjs");
		assert.equal(code, 0, output);
		assert.deepEqual(namedFiles(output), []);
	});
});

/** Returns the names of the files that, according to the output, left a server open. */
const namedFiles = (output: string): readonly (string | undefined)[] =>
	[...output.matchAll(/^gatehouse: Server, left open by .*\/(.+)$/gm)].map(([, name]) => name);
