import { cp, mkdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { loadedAtOnce } from "../../build/joinStart.js";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { startBenchProcess } from "../benchProcess";
import { atMost, type Measured, measured } from "../figure";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import { rivalPackages } from "../rivalPackages";
import { builtOutputs } from "./bundleSizes";
import { writeVscodeStub } from "./vscodeStub";

/** Number of measured processes for each bundle. */
const rounds = 21;

/** The dependencies in llama.vscode's manifest. The rest of its 1,342 KB is its own code. */
const llamaVscodePackages = ["axios", "globby", "ignore", "openai", "picomatch", "simple-git", "xmldom"];

/**
 * Measures how long evaluating the code loaded at start takes, compared with llama.vscode. That extension is not on
 * npm, so only the npm packages that it bundles are measured. The extension itself evaluates more code, so the
 * comparison favours it.
 */
export async function evaluationTime(): Promise<Measured[]> {
	const folder = join(benchFolder, "start");
	const gatehouse = await copyOfMain(join(folder, "gatehouse"));
	const rival = join(folder, "llamaVscodePackages.cjs");
	await bundleRival(rival);
	const vscode = await writeVscodeStub(join(folder, "gatehouse"));
	const ours: number[] = [];
	const theirs: number[] = [];
	for (let round = 0; round <= rounds; round++) {
		const pair = [await evaluated(gatehouse, vscode), await evaluated(rival, vscode)] as const;
		// The first process fills the disk's cache.
		if (round === 0) continue;
		ours.push(pair[0]);
		theirs.push(pair[1]);
	}
	const size = Math.round((await stat(rival)).size / 1024);
	return [
		measured("evaluating what is loaded at start", median(ours), "ms"),
		measured(`evaluating llama.vscode's npm packages (${size} of its 1,342 KB)`, median(theirs), "ms"),
		measured("evaluating: Gatehouse / llama.vscode's npm packages", medianRatio(ours, theirs), "×", atMost(1 / 8)),
	];
}

async function evaluated(bundle: string, vscode: string): Promise<number> {
	const child = startBenchProcess(join(bundlesFolder, "bench", "start", "evaluate.main.js"), [bundle, vscode]);
	try {
		return Number(await child.next());
	} finally {
		await child.close();
	}
}

/** Copies the code that VS Code loads at start to a folder where it finds `vscode`. */
async function copyOfMain(folder: string): Promise<string> {
	const outputs = await builtOutputs("host");
	for (const path of loadedAtOnce(outputs, "dist/extension.js")) {
		await cp(join(repositoryFolder, path), join(folder, relative("dist", path)));
	}
	await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
	return join(folder, "extension.js");
}

async function bundleRival(outfile: string): Promise<void> {
	const resolveDir = await rivalPackages();
	await mkdir(join(outfile, ".."), { recursive: true });
	const contents = llamaVscodePackages.map((name, i) => `export * as package${i} from "${name}";`).join("\n");
	await productionBundle({ stdin: { contents, resolveDir }, format: "cjs", splitting: false, outfile });
}
