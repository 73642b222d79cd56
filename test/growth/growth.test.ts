import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endGrowthOf, growthOf } from "./growthOf";
import { notMeasured } from "./notMeasured";
import type { Reader } from "./reader";
import { readers } from "./readers";
import { missingReaders, readersIn } from "./readersIn";

const { planted: _, ...outside } = readers;
const lists = await loaded(outside);

describe("growth: the time of readers of text from outside", function () {
	// No time limit here: a reader's process is killed much earlier.
	this.timeout(0);
	for (const [folder, load] of Object.entries(lists)) {
		describe(folder, () => {
			after(() => endGrowthOf(folder));
			for (const { name } of load) {
				it(`grows with its text: ${folder} ${name}`, async () => {
					assert.equal(await growthOf(folder, name), "");
				});
			}
		});
	}
});

describe("growth: the table of readers", () => {
	it("names functions and classes that exist, each once", () => {
		for (const [folder, list] of Object.entries(lists)) {
			assert.ok(list.length > 0, folder);
			const names = list.map(({ name }) => name);
			assert.deepEqual([...new Set(names)], names);
			for (const { name, module, tokens } of list) {
				const file = `src/${module}.ts`;
				assert.ok(existsSync(file), file);
				const exported = name.split(/[ .:]/)[0] ?? "";
				assert.match(
					readFileSync(file, "utf8"),
					new RegExp(`export (?:async )?(?:function|class|const) ${exported}\\b`),
				);
				assert.ok(tokens.length >= 4, name);
			}
		}
	});
});

describe("growth: functions that read a string", () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-readers-"));
	});
	afterEach(() => rm(folder, { recursive: true, force: true }));

	it("are in the table, are imported by a reader there, or have a reason not to be", () => {
		const missing = missingReaders(readersIn("src"), tabled(lists), notMeasured);
		assert.deepEqual(missing, []);
	});

	it("are found in a planted module unless it is in the table, can only be fast, or needs VS Code", async () => {
		const files: Readonly<Record<string, string>> = {
			"slow.ts": "export function slow(\n\ttext: string,\n): number {\n\tfor (;;) text.slice(1);\n}\n",
			"pattern.ts": "export async function pattern(text: readonly string[]) {\n\treturn /a+b/.test(text);\n}\n",
			"class.ts": "export class Reader {\n\tread(text: string) {\n\t\twhile (text) text = text.slice(1);\n\t}\n}\n",
			"fast.ts": "/** for (;;) */\nexport function fast(text: string) {\n\treturn text;\n}\n",
			"numbers.ts": "export function numbers(size: number) {\n\tfor (;;) size++;\n}\n",
			"editor.ts": 'import * as vscode from "vscode";\nexport function shown(text: string) {\n\tfor (;;) vscode;\n}\n',
			"listed.ts":
				'import { helps } from "./helper";\nexport function listed(text: string) {\n\tfor (;;) helps(text);\n}\n',
			"helper.ts": "export function helps(text: string) {\n\tfor (;;) text.at(0);\n}\n",
		};
		for (const [name, source] of Object.entries(files)) await writeFile(join(folder, name), source);
		const found = readersIn(folder);
		const table = new Map([["listed", new Set(["listed"])]]);
		assert.deepEqual(missingReaders(found, table, {}), ["class: Reader", "pattern: pattern", "slow: slow"]);
		const reasons = {
			class: "reads nothing from outside",
			pattern: "likewise",
			slow: "likewise",
			gone: "is no module",
		};
		assert.deepEqual(missingReaders(found, table, reasons), ["gone needs no reason"]);
	});
});

describe("growth: a reader of text from outside", () => {
	for (const [folder, list] of Object.entries(lists)) {
		it(`is called correctly: ${folder}`, async () => {
			for (const { name, tokens, read } of list) {
				for (const text of ["", ...tokens, tokens.join("")]) {
					try {
						await read(text);
					} catch (error) {
						// Readers throw errors of their own about a text; a TypeError means that the table calls a
						// reader wrongly.
						assert.ok(!(error instanceof TypeError || error instanceof ReferenceError), `${name}: ${error}`);
					}
				}
			}
		});
	}
});

describe("growth: the measurement itself", function () {
	this.timeout(0);
	/** Time limit for readers that never end, and so are always killed, in milliseconds. */
	const patience = 1000;
	afterEach(() => endGrowthOf("planted"));

	it("passes a linear reader", async () => {
		assert.equal(await growthOf("planted", "linear"), "");
	});

	it("fails a quadratic reader", async () => {
		assert.match(await growthOf("planted", "quadratic"), /^\d+ ms for \d+ characters, \d+ ms for \d+ of/);
	});

	it("fails an exponential reader", async () => {
		assert.match(await growthOf("planted", "exponential", patience), /^killed after 1000 ms at \d+ characters of/);
	});

	it("fails a reader that hangs", async () => {
		assert.match(await growthOf("planted", "hanging", patience), /^killed after 1000 ms at \d+ characters of/);
	});

	it("fails a reader that a deep text crashes", async () => {
		assert.match(await growthOf("planted", "recursive"), /^RangeError: Maximum call stack size exceeded at/);
	});

	it("fails a reader whose process ends", async () => {
		assert.match(await growthOf("planted", "ending"), /^ended at \d+ characters of/);
	});

	it("fails a reader in a process that another has used, and passes the next one", async () => {
		assert.equal(await growthOf("planted", "linear"), "");
		assert.match(await growthOf("planted", "ending"), /^ended at \d+ characters of/);
		assert.equal(await growthOf("planted", "linear"), "");
	});
});

async function loaded(from: typeof readers) {
	const lists = await Promise.all(Object.values(from).map((load) => load()));
	return Object.fromEntries(Object.keys(from).map((folder, at) => [folder, lists[at] ?? []]));
}

/** Returns the names in the table, by their modules. */
function tabled(lists: Readonly<Record<string, readonly Reader[]>>): ReadonlyMap<string, ReadonlySet<string>> {
	const byModule = new Map<string, Set<string>>();
	for (const { name, module } of Object.values(lists).flat()) {
		const names = byModule.get(module) ?? new Set();
		byModule.set(module, names.add(name.split(/[ .:]/)[0] ?? ""));
	}
	return byModule;
}
