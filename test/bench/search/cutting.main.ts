// Cuts a generated TypeScript file along its syntax, in a separate process: the folder of the grammars. Bundled twice, with
// and without foldBlocks.
import { createHash } from "node:crypto";
import { syntaxTrees } from "../../../src/worker/chunking/syntaxTrees";
import { answerTasks } from "./answerTasks";
import { cpuSince } from "./cpuSince";
import { type CuttingFigures, cutLength } from "./cuttingTask";
import { manyBlocks } from "./manyBlocks";

const [grammars = ""] = process.argv.slice(2);
const grammar = "typescript";
const text = manyBlocks(cutLength);
const cutter = await syntaxTrees(grammars);
await cutter.load(grammar);

answerTasks(async (): Promise<CuttingFigures> => {
	const before = process.cpuUsage();
	const chunks = cutter.cut(text, grammar);
	const cpu = cpuSince(before);
	if (!chunks) throw new Error("The generated file could not be cut along its syntax.");
	return { cpu, chunks: chunks.length, hash: createHash("sha256").update(JSON.stringify(chunks)).digest("hex") };
});
