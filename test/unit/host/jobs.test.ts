import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { askedJobs, windowsAtOnce } from "../../host/mocha/jobs.js";
import { repositoryFolder } from "../../host/paths";

const gigabyte = 1024 ** 3;

describe("test host: GATEHOUSE_JOBS", () => {
	it("is a whole number; without it, the machine decides", () => {
		for (const [asked, jobs] of [
			["1", 1],
			["3", 3],
			["16", 16],
			["", undefined],
		] as const)
			assert.equal(askedJobs(asked), jobs);
	});

	it("is refused if it is anything else", () => {
		for (const asked of ["1.5", "0", "-1", "two", "2 ", "1e3", "0x2", "Infinity", "1000"]) {
			assert.throws(() => askedJobs(asked), /GATEHOUSE_JOBS is a whole number from 1 to 999, not "/, asked);
		}
	});

	it("is refused before anything runs", () => {
		const env = { ...process.env, GATEHOUSE_JOBS: "1.5" };
		const { status, stderr } = spawnSync(process.execPath, ["test/task.js", "run:unit"], {
			cwd: repositoryFolder,
			env,
			encoding: "utf8",
		});
		assert.equal(status, 2);
		assert.match(stderr, /^gatehouse: GATEHOUSE_JOBS is a whole number from 1 to 999, not "1\.5"\.$/m);
	});
});

describe("test host: windows at once", () => {
	it("are one for each processor, if there is memory for so many", () => {
		for (const [processors, gigabytes, windows] of [
			[2, 24, 2],
			[2, 8, 2],
			[1, 8, 1],
			[8, 64, 8],
			[8, 7, 4],
			[2, 1, 1],
		] as const)
			assert.equal(windowsAtOnce({ processors, memory: gigabytes * gigabyte }), windows);
	});
});
