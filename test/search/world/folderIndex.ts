import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../src/core/base/ports";
import { systemClock } from "../../../src/core/base/systemClock";
import { parseBaseUrl } from "../../../src/core/gateway/baseUrl";
import type { CapabilityStore } from "../../../src/core/gateway/capabilities/capabilityStore";
import { createGateway } from "../../../src/core/gateway/client";
import type { EmbeddingTarget } from "../../../src/core/search/model/embeddingTarget";
import type { WorkspaceIndex } from "../../../src/core/search/workspaceIndex";
import { WorkspaceIndexes } from "../../../src/core/search/workspaceIndexes";
import { removeIndexFile } from "../../../src/vscode/adapters/index/removeIndexFile";
import { syntaxTrees } from "../../../src/worker/chunking/syntaxTrees";
import { SqliteIndexStore } from "../../../src/worker/store/sqliteIndexStore";
import { repositoryFolder } from "../../host/paths";
import { testGatewayServices } from "../../unit/core/gateway/gatewayHarness";
import { folderFiles } from "./folderFiles";

/** The folder with tree-sitter's runtime and grammars, which the build creates. */
export const grammars = join(repositoryFolder, "dist", "grammars");

const demoModel = "demo-embed";

interface FolderIndexOptions {
	readonly folder: string;
	/** The file of the index of `demo-embed`; that of another model is beside it. */
	readonly file: string;
	/** Returns the chosen model; `demo-embed` by default. */
	readonly model?: () => string;
	/** The gateway's address. */
	readonly url: string;
	readonly readKey: () => Promise<string>;
	readonly capabilities: CapabilityStore;
	readonly clock?: Clock;
	/** The subfolders that are the workspace's folders; the folder itself by default. */
	readonly parts?: readonly string[] | undefined;
}

/** Creates the index of a folder on disk, entirely in this thread. */
export async function folderIndex(options: FolderIndexOptions): Promise<WorkspaceIndex> {
	return (await folderIndexes(options)).current();
}

/** Creates the indexes of a folder, one for each model. */
export async function folderIndexes(options: FolderIndexOptions): Promise<WorkspaceIndexes> {
	const { folder, url, readKey, capabilities, clock = systemClock } = options;
	const { parts, model = () => demoModel } = options;
	const fileOf = (target: EmbeddingTarget) =>
		target.model === demoModel ? options.file : `${options.file}.${target.model}`;
	const base = parseBaseUrl(url);
	const gateway = createGateway(base, { read: readKey }, testGatewayServices({ capabilities, clock }));
	const syntax = await syntaxTrees(grammars);
	return new WorkspaceIndexes({
		target: async () => ({ gateway, href: base.href, gatewayName: "Demo", model: model() }),
		files: folderFiles(folder, parts),
		open: async (target, make) => {
			const file = fileOf(target);
			return make || existsSync(file) ? SqliteIndexStore.open({ file, model: target.model }, syntax, make) : undefined;
		},
		remove: async (target) => removeIndexFile(fileOf(target)),
		capabilities,
		clock,
	});
}
