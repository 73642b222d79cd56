import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../../core/base/errors";
import type { Log } from "../../../core/base/ports";
import { type IndexOwner, targetKey } from "../../../core/search/model/embeddingTarget";
import type { IndexStore } from "../../../core/search/model/indexStore";
import { makePrivate } from "../privateFiles";
import { indexExtension, indexesIn } from "./indexesIn";
import { indexStoreClient } from "./indexStoreClient";
import { removeIndexFile, retireIndexFile } from "./removeIndexFile";

interface IndexFiles {
	/** Opens an index, or creates it if `make` is set; returns `undefined` when there is none. */
	open(of: IndexOwner, make: boolean): Promise<IndexStore | undefined>;
	/** Deletes an index's file. @throws the file system's error. */
	remove(of: IndexOwner): Promise<void>;
	/** Returns whether there is an index. */
	has(of: IndexOwner): boolean;
	/**
	 * Removes the workspace's indexes for all gateways and models except one.
	 *
	 * @throws the file system's error.
	 */
	removeOthers(target: IndexOwner | undefined): Promise<void>;
}

/**
 * Returns access to the indexes of a workspace, one file for each embedding model of a gateway.
 *
 * @param folder returns their folder, which may change when a folder is added to the workspace.
 * @param dist the folder of the extension's bundles, which contains the worker's and the grammars.
 * @param log logs unexpected errors.
 */
export function indexFiles(folder: () => string, dist: string, log: Log): IndexFiles {
	const fileOf = (owner: IndexOwner) => {
		const name = createHash("sha256").update(targetKey(owner)).digest("hex").slice(0, 32);
		return join(folder(), name + indexExtension);
	};
	return {
		has: (of) => existsSync(fileOf(of)),
		async open(target, make) {
			const file = fileOf(target);
			if (!make && !existsSync(file)) return undefined;
			await makePrivate(folder()).catch((error: unknown) =>
				log.warn(`An index of an earlier version could not be made private: ${messageOf(error)}`),
			);
			const location = { file, model: target.model };
			return indexStoreClient(join(dist, "indexWorker.cjs"), { location, make, grammars: join(dist, "grammars") }, log);
		},
		remove: async (target) => removeIndexFile(fileOf(target)),
		async removeOthers(target) {
			const own = target && fileOf(target);
			for (const file of await indexesIn(folder())) if (file !== own) await retireIndexFile(file);
		},
	};
}
