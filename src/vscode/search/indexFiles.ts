import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddingTarget, targetKey } from "../../core/search/embeddingTarget";
import type { IndexDeps } from "../../core/search/workspaceIndex";
import { removeIndexFile } from "./indexDatabase";
import { workerStore } from "./workerStore";

/**
 * The indexes of a workspace, one file for each gateway's embedding model.
 *
 * @param folder where they are kept.
 * @param dist the folder of the extension's bundles, the worker's and the grammars among them.
 */
export function indexFiles(folder: string, dist: string): Pick<IndexDeps, "exists" | "open" | "remove"> {
	const fileOf = (target: EmbeddingTarget) => {
		const name = createHash("sha256").update(targetKey(target)).digest("hex").slice(0, 32);
		return join(folder, `${name}.sqlite`);
	};
	return {
		exists: async (target) => existsSync(fileOf(target)),
		async open(target, make) {
			const file = fileOf(target);
			if (!make && !existsSync(file)) return undefined;
			const location = { file, model: target.model };
			return workerStore(join(dist, "indexWorker.cjs"), { location, make, grammars: join(dist, "grammars") });
		},
		remove: async (target) => removeIndexFile(fileOf(target)),
	};
}
