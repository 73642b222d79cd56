import { join } from "node:path";
import { benchFolder, productionBundle } from "../productionBundle";
import { rivalPackages } from "../rivalPackages";

/** Bundles the pages that are measured; returns their folder. */
export async function chatBundle(tell: (line: string) => void): Promise<string> {
	const rivals = await rivalPackages();
	tell("bundling the subjects");
	const folder = join(benchFolder, "chat");
	const modules = ["gatehouse.ts", "plainText.ts", "memoisedBlocks.js", "pump.ts", "panelOpening.ts", "allAtOnce.ts"];
	await productionBundle({
		entryPoints: modules.map((name) => `test/bench/chat/${name}`),
		outdir: folder,
		platform: "browser",
		target: "es2023",
		nodePaths: [join(rivals, "node_modules")],
		define: { "process.env.NODE_ENV": '"production"' },
	});
	return folder;
}
