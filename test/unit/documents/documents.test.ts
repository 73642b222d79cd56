import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { chatView } from "../../../src/shared/chatProtocol";

/** `npm test` runs in the project's folder. */
const text = (file: string) => readFileSync(file, "utf8");

/** Returns whether a test or a suite has a title, or one that begins with it and continues with a value. */
function has(source: string, call: string, title: string): boolean {
	return source.includes(`${call}("${title}"`) || source.includes(`${call}(\`${title}`);
}

describe("documents", () => {
	it("SECURITY.md names only files and folders that exist", () => {
		const named = [...text("SECURITY.md").matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path ?? "");
		assert.ok(named.length > 10);
		assert.deepEqual(
			named.filter((path) => !existsSync(path)),
			[],
		);
	});

	it("SECURITY.md names only tests that exist, by their titles or those of their suites", () => {
		const named = [...text("SECURITY.md").matchAll(/`(test\/[\w./-]+\.test\.ts)`: ([^|`]*)/g)].flatMap(
			([, path = "", titles = ""]) => [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ path, title })),
		);
		assert.ok(named.length > 5);
		assert.deepEqual(
			named.filter(({ path, title }) => !["it", "describe"].some((call) => has(text(path), call, title))),
			[],
		);
	});

	it("SECURITY.md names no command that package.json lacks", () => {
		const { scripts } = JSON.parse(text("package.json")) as { scripts: Readonly<Record<string, string>> };
		const named = [...text("SECURITY.md").matchAll(/`npm run ([\w:]+)`/g)].map(([, name]) => name ?? "");
		assert.ok(named.length > 0);
		assert.deepEqual(
			named.filter((name) => !Object.hasOwn(scripts, name)),
			[],
		);
	});

	it("README.md states the purpose of every dependency, and of nothing else", () => {
		const { dependencies } = JSON.parse(text("package.json")) as { dependencies: Readonly<Record<string, string>> };
		const [, table = ""] = text("README.md").split("| Package | What for | Licence |");
		const rows = (table.split("\n\n")[0] ?? "").split("\n").slice(2);
		const named = rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map((name) => name.trim()));
		assert.deepEqual(named.sort(), Object.keys(dependencies).sort());
	});

	it("docs/architecture.md names every notification from host to page, and no other", () => {
		const [, table = ""] = text("docs/architecture.md").split("The host notifies (`chatView`)");
		const rows = (table.split("\n\n")[0] ?? "").split("\n").slice(2);
		const named = rows.flatMap((row) =>
			[...(row.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""),
		);
		assert.deepEqual([...new Set(named)].sort(), Object.keys(chatView).sort());
	});
});
