import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddingTarget, IndexDeps } from "../../core/search/workspaceIndex";
import { workerStore } from "./workerStore";

/**
 * The indexes of a workspace, one file for each gateway's embedding model.
 *
 * @param folder where they are kept.
 * @param dist the folder of the extension's bundles, the worker's and the grammars among them.
 */
export function indexFiles(folder: string, dist: string): Pick<IndexDeps, "open" | "remove"> {
	const fileOf = ({ href, model }: EmbeddingTarget) => {
		const name = createHash("sha256")
			.update(JSON.stringify([href, model]))
			.digest("hex")
			.slice(0, 32);
		return join(folder, `${name}.sqlite`);
	};
	return {
		async open(target, make) {
			const file = fileOf(target);
			if (!make && !existsSync(file)) return undefined;
			const location = { file, model: target.model };
			return workerStore(join(dist, "indexWorker.cjs"), { location, grammars: join(dist, "grammars") });
		},
		async remove(target) {
			for (const end of ["", "-wal", "-shm", ".lock"]) await rm(fileOf(target) + end, { force: true });
		},
	};
}
