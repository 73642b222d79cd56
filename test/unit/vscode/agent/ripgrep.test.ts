import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { searchWithRipgrep, shortLines } from "../../../../src/vscode/adapters/ripgrep";

async function linesOf(pieces: readonly string[], longest: number): Promise<string[]> {
	async function* arriving() {
		yield* pieces;
	}
	const lines: string[] = [];
	for await (const line of shortLines(arriving(), longest)) lines.push(line);
	return lines;
}

describe("agent: searching with ripgrep", () => {
	it("reads the lines of its output in any pieces, and keeps nothing of lines that are too long", async () => {
		const text = `one\n${"x".repeat(50)}\n\ntwo\n12345678\nlast`;
		for (let size = 1; size <= text.length; size++) {
			const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
				text.slice(at * size, (at + 1) * size),
			);
			assert.deepEqual(await linesOf(pieces, 8), ["one", "", "two", "12345678", "last"], `${size}`);
		}
	});

	it("counts only the requested matches", async function () {
		if (process.platform === "win32") this.skip();
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-rg-"));
		try {
			const match = (path: string) => ({
				type: "match",
				data: { path: { text: `./${path}` }, lines: { text: "needle\n" }, line_number: 1 },
			});
			const output = [...Array(30).fill("other/b.ts"), "src/a.ts", "src/c.ts"].map((path) =>
				JSON.stringify(match(path)),
			);
			await writeFile(join(folder, "output"), `${output.join("\n")}\n`);
			const program = join(folder, "rg");
			await writeFile(program, '#!/bin/sh\ncat "$(dirname "$0")/output"\n', { mode: 0o755 });
			const search = { text: "needle", isPattern: false, most: 10, wants: (path: string) => path.startsWith("src/") };
			const found = await searchWithRipgrep(program, folder, search, new AbortController().signal);
			assert.deepEqual(
				found.map(({ path }) => path),
				["src/a.ts", "src/c.ts"],
			);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it("ends the program, however long it would run, when the user stops the search", async function () {
		if (process.platform === "win32") this.skip();
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-rg-"));
		try {
			const program = join(folder, "rg");
			await writeFile(program, '#!/bin/sh\necho $$ > "$(dirname "$0")/pid"\nexec sleep 60\n', { mode: 0o755 });
			const search = { text: "needle", isPattern: true, most: 10, wants: () => true };
			const abort = new AbortController();
			const found = searchWithRipgrep(program, folder, search, abort.signal);
			const pid = () => readFile(join(folder, "pid"), "utf8").catch(() => "");
			while (!(await pid()).endsWith("\n")) await pause(10);
			abort.abort();
			await assert.rejects(found, { name: "AbortError" });
			const isThere = async () => process.kill(Number(await pid()), 0);
			for (let tries = 0; tries < 500; tries++)
				if (!(await isThere().catch(() => false))) return;
				else await pause(10);
			assert.fail("the program still runs");
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});
});
