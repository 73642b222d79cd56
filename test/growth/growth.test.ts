import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { growthOf } from "./growthOf";
import { readers } from "./readers";

const { planted: _, ...outside } = readers;
const lists = await loaded(outside);

describe("growth: the time of a reader of text from outside", function () {
	// Its process is killed long before.
	this.timeout(0);
	for (const [folder, load] of Object.entries(lists)) {
		for (const { name } of load) {
			it(`grows with its text: ${folder} ${name}`, async () => {
				assert.equal(await growthOf(folder, name), "");
			});
		}
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

describe("growth: a reader of text from outside", () => {
	for (const [folder, list] of Object.entries(lists)) {
		it(`is called as it has to be: ${folder}`, async () => {
			for (const { name, tokens, read } of list) {
				for (const text of ["", ...tokens, tokens.join("")]) {
					try {
						await read(text);
					} catch (error) {
						// Its complaint about a text is an error of ours; a TypeError means that the table calls it wrongly.
						assert.ok(!(error instanceof TypeError || error instanceof ReferenceError), `${name}: ${error}`);
					}
				}
			}
		});
	}
});

describe("growth: the measurement itself", function () {
	this.timeout(0);
	const patience = 3000;

	it("passes a linear reader", async () => {
		assert.equal(await growthOf("planted", "linear", patience), "");
	});

	it("fails a quadratic reader", async () => {
		assert.match(await growthOf("planted", "quadratic"), /^\d+ ms for \d+ characters, \d+ ms for \d+ of/);
	});

	it("fails an exponential reader", async () => {
		assert.match(await growthOf("planted", "exponential", patience), /^killed after 3000 ms at \d+ characters of/);
	});

	it("fails a reader that hangs", async () => {
		assert.match(await growthOf("planted", "hanging", patience), /^killed after 3000 ms at \d+ characters of/);
	});

	it("fails a reader that a deep text crashes", async () => {
		assert.match(await growthOf("planted", "recursive", patience), /^RangeError: Maximum call stack size exceeded at/);
	});

	it("fails a reader whose process ends", async () => {
		assert.match(await growthOf("planted", "ending", patience), /^ended at \d+ characters of/);
	});
});

async function loaded(from: typeof readers) {
	const lists = await Promise.all(Object.values(from).map((load) => load()));
	return Object.fromEntries(Object.keys(from).map((folder, at) => [folder, lists[at] ?? []]));
}
