import assert from "node:assert/strict";
import { bodyFaults } from "./bodyFaults";
import { checks } from "./checks";
import { connectionFaults } from "./connectionFaults";
import { OpenFiles } from "./openFiles";
import { runCase } from "./runCase";
import { statusFaults } from "./statusFaults";
import { streamFaults } from "./streamFaults";

const groups = {
	connection: connectionFaults,
	status: statusFaults,
	body: bodyFaults,
	stream: streamFaults,
};
/** The goals: minimum numbers of named faults in each group, and of all cases. */
const least = { connection: 8, status: 20, body: 12, stream: 20 };
const leastCases = 180;

describe("fault matrix", () => {
	let files: OpenFiles;
	before(async () => {
		files = await OpenFiles.create();
	});
	after(() => files.remove());

	for (const [group, faults] of Object.entries(groups)) {
		describe(group, () => {
			for (const fault of faults) {
				for (const operation of fault.operations) {
					it(`${fault.name}: ${operation}`, async () => {
						const result = await runCase(fault, operation, files);
						for (const [name, check] of Object.entries(checks)) {
							try {
								check(result);
							} catch (error) {
								if (error instanceof Error) error.message = `${name}: ${error.message}`;
								throw error;
							}
						}
					});
				}
			}
		});
	}

	it("has the intended size, and a unique name for each fault", () => {
		for (const [group, most] of Object.entries(least)) {
			const faults = groups[group as keyof typeof groups];
			assert.ok(faults.length >= most, `${group}: ${faults.length}`);
			assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length, group);
		}
		const all = Object.values(groups).flat();
		assert.ok(all.reduce((sum, { operations }) => sum + operations.length, 0) >= leastCases);
	});
});
