import { join } from "node:path";
import type { Plugin } from "esbuild";
import { repositoryFolder } from "../../host/paths";
import { type BenchProcess, startBenchProcess } from "../benchProcess";
import { atMost, type Measured, measured } from "../figure";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import { replacedModule } from "../replacedModule";
import { ask } from "./answerTasks";
import { type CuttingFigures, cutLength } from "./cuttingTask";

const rounds = 15;

/** Measures the effect of folding on the time for cutting a file: the same code bundled with and without it, in turns. */
export async function cuttingTime(): Promise<Measured[]> {
	const foldingModule = await bundle("folding");
	const parsingModule = await bundle("parsing", replacedModule("foldBlocks", "test/bench/search/noFolding.ts"));
	const grammars = join(repositoryFolder, "dist", "grammars");
	const folding = startBenchProcess(foldingModule, [grammars]);
	const parsing = startBenchProcess(parsingModule, [grammars]);
	const withFolding: number[] = [];
	const without: number[] = [];
	let chunks = 0;
	try {
		// The first round only warms up.
		for (let round = 0; round <= rounds; round++) {
			const found = new Map<BenchProcess, CuttingFigures>();
			for (const process of round % 2 === 0 ? [folding, parsing] : [parsing, folding])
				found.set(process, await ask(process, {}));
			const [folded, parsed] = [found.get(folding), found.get(parsing)];
			if (!folded || folded.hash !== parsed?.hash) throw new Error("The chunks differ with and without foldBlocks.");
			chunks = folded.chunks;
			if (round === 0) continue;
			withFolding.push(folded.cpu);
			without.push(parsed.cpu);
		}
	} finally {
		await Promise.all([folding.close(), parsing.close()]);
	}
	const name = `cutting a generated file of ${cutLength / 1024} KB`;
	return [
		measured(`${name}: chunks`, chunks, ""),
		measured(`${name}: CPU with foldBlocks`, median(withFolding), "ms"),
		measured(`${name}: CPU with foldBlocks / without`, medianRatio(withFolding, without), "×", atMost(0.8)),
	];
}

async function bundle(name: string, ...plugins: Plugin[]): Promise<string> {
	const outdir = join(benchFolder, "search", name);
	const external = ["@vscode/tree-sitter-wasm"];
	await productionBundle({ entryPoints: ["test/bench/search/cutting.main.ts"], outdir, external, plugins });
	return join(outdir, "cutting.main.js");
}
