import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { repositoryFolder } from "../../host/paths";

/** Stands in for mocha: loads its files. */
const loader =
	"for (const file of process.argv.slice(2)) if (/^[^*]*.js$/.test(file)) require(file); else console.log(file);";

/** Test files in the order of their paths: every second one is run by the second process. */
interface Planted {
	readonly first?: string;
	readonly second: string;
}

describe("test host: a suite in several processes", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-parts-"));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	async function run({ first = "", second }: Planted, args: readonly string[] = [], limit = 0) {
		await writeFile(join(folder, "loader.cjs"), loader);
		await writeFile(join(folder, "a.test.js"), `console.log("1 passing");${first}`);
		await writeFile(join(folder, "b.test.js"), `console.log("2 passing");${second}`);
		const log = `(part) => ${JSON.stringify(join(folder, "part"))} + part`;
		const options = JSON.stringify({ folder, mocha: [join(folder, "loader.cjs")], args, jobs: 2 });
		const source = `
			import { mochaInParts } from "./test/host/mocha/mochaParts.js";
			process.exitCode = await mochaInParts({ ...${options}, log: ${log} });`;
		const env = { ...process.env, GATEHOUSE_PART_LIMIT: `${limit}` };
		const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
			cwd: repositoryFolder,
			env,
			stdio: ["ignore", "pipe", "inherit"],
		});
		const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
		const [output, code] = await Promise.all([text(child.stdout), closed]);
		return {
			code,
			output,
			failures: [...output.matchAll(/part (\d of \d failed: .*)/g)].map(([, failure]) => failure),
		};
	}

	it("passes if all of them pass, and prints what each prints", async () => {
		const { code, output, failures } = await run({ second: "" });
		assert.deepEqual([code, failures], [0, []]);
		assert.match(output, /^1 passing.*part 2 of 2\n2 passing$/ms);
	});

	it("fails if one of them fails, whichever it is, and prints the others all the same", async () => {
		const fails = "process.exit(3)";
		const inSecond = await run({ second: fails });
		assert.deepEqual([inSecond.code, inSecond.failures], [1, ["2 of 2 failed: exit code 3"]]);
		const inFirst = await run({ first: fails, second: "" });
		assert.deepEqual([inFirst.code, inFirst.failures], [1, ["1 of 2 failed: exit code 3"]]);
		assert.match(inFirst.output, /^2 passing$/m);
	});

	it("fails if one of them crashes", async () => {
		const { code, output, failures } = await run({ second: 'process.kill(process.pid, "SIGSEGV")' });
		assert.deepEqual([code, failures], [1, ["2 of 2 failed: ended by SIGSEGV"]]);
		assert.match(output, /^2 passing$/m);
	});

	it("kills and fails one that never ends", async () => {
		const { code, failures } = await run({ second: "for (;;);" }, [], 500);
		assert.equal(code, 1);
		assert.equal(failures.at(-1), "2 of 2 failed: no end after 0.5 s");
	});

	it("runs chosen tests in one process", async () => {
		const { code, output } = await run({ second: "" }, ["-g", "chosen"]);
		assert.equal(code, 0);
		assert.deepEqual(output.trim().split("\n"), [join(folder, "**", "*.test.js"), "-g", "chosen"]);
	});
});
