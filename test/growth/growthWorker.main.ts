// Measures readers of a folder: `node growthWorker.main.js FOLDER`, with their names on the standard input, one in each
// line. Writes a line before each reading, and a verdict for each reader.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { measureGrowth } from "./measureGrowth";
import { readers } from "./readers";

const [folder = ""] = process.argv.slice(2);
const all = await readers[folder]?.();
// Written synchronously: the reading may never end.
const write = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
for await (const name of createInterface(process.stdin)) {
	const reader = all?.find((one) => one.name === name);
	if (!reader) throw new Error(`There is no reader ${name} in ${folder}.`);
	const problem = await measureGrowth(reader, (reading) => write({ reading }));
	// Releases a reader's texts before the next one is measured.
	globalThis.gc?.();
	write({ verdict: problem ?? "" });
}
