import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm run check` on planted examples. `npm test` runs in the project's folder. */
describe("checks: sentences of the UI in tests", () => {
	const texts = [
		"The moon is down. Wait until tonight.",
		"{0} is larger than {1} MB.",
		"{0} is larger than the moon: {1} MB.",
		"how far the moon is from here today",
		"The moon is now behind cloud number {0}.",
		"Show Moon",
	];
	const found = [
		'assert.equal(text, "The moon is down. Wait until tonight.");',
		'assert.equal(text, "The moon is down.");',
		"assert.equal(text, 'The moon is down.');",
		"assert.match(text, /^The moon is down\\.$/);",
		'await page.getByText("The moon is now behind cloud number 7.").waitFor();',
		"await page.getByText(`$\u007bname} is larger than 8 MB.`).waitFor();",
		"assert.match(text, /^.+ is larger than \\d+ MB\\.$/);",
		"assert.match(text, /.+ is larger than the moon: \\d+ MB/);",
		'const row = rows.filter({ hasText: "how far the moon is from here today" });',
	];
	const taken = [
		"assert.match(text, /moon is down/);",
		'await runCommand(page, "Show Moon");',
		"assert.match(text, /larger than 8 MB/);",
		"// The moon is down.",
	];

	let status: number | null;
	/** Returns the numbers of the planted files that the check reports. */
	let named: readonly number[];
	before(() => {
		const folder = mkdtempSync(join(tmpdir(), "gatehouse-ui-sentences-"));
		try {
			for (const [at, source] of [...found, ...taken].entries()) writeFileSync(join(folder, `${at}.ts`), source);
			const args = ["test/checks/uiSentences.js", folder, ...texts];
			const checked = spawnSync(process.execPath, args, { encoding: "utf8" });
			status = checked.status;
			named = [...checked.stderr.matchAll(/^gatehouse: .*\b(\d+)\.ts names “.+”, a sentence of the UI/gm)].map(
				([, at]) => Number(at),
			);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it("fail the check if a test contains one", () => assert.equal(status, 1));

	for (const [at, source] of found.entries()) it(`are found in ${source}`, () => assert.ok(named.includes(at)));

	for (const [at, source] of taken.entries())
		it(`are not found in ${source}`, () => assert.ok(!named.includes(found.length + at)));
});
