import assert from "node:assert/strict";
import { join } from "node:path";
import { describeLong } from "../ui/longRun";
import { runExtensionTests } from "./extensionTests";
import { bundlesFolder } from "./paths";
import { browserExecutable } from "./vscode/vscodeExecutable";

describeLong("test host: a run of tests in the extension host", () => {
	const fixture = async (name: string, limit: number) =>
		runExtensionTests({
			executable: await browserExecutable(),
			module: join(bundlesFolder, "host", "fixtures", `${name}.main.js`),
			limit,
		});

	it("fails when the extension host dies while they run", async () => {
		const { problem, passed } = await fixture("dyingTests", 240);
		assert.match(problem ?? "", /^the extension host ended before the tests did/);
		assert.equal(passed, 0);
	});

	it("fails when the tests do not end in time", async () => {
		const { problem } = await fixture("hangingTests", 10);
		assert.equal(problem, "the tests did not end in time");
	});
});
