// Measures one reader: `node growthWorker.main.js FOLDER NAME`. It writes a line before each reading, and its verdict.
import { writeSync } from "node:fs";
import { measureGrowth } from "./measureGrowth";
import { readers } from "./readers";

const [folder = "", name = ""] = process.argv.slice(2);
// Written at once: what is read may never end.
const write = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
const reader = (await readers[folder]?.())?.find((one) => one.name === name);
if (!reader) throw new Error(`There is no reader ${name} in ${folder}.`);
const problem = await measureGrowth(reader, (reading) => write({ reading }));
write({ verdict: problem ?? "" });
