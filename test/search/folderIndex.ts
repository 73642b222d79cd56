import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../src/core/base/ports";
import { WorkspaceIndex } from "../../src/core/search/workspaceIndex";
import { parseBaseUrl } from "../../src/core/wire/baseUrl";
import type { CapabilityStore } from "../../src/core/wire/capabilityStore";
import { createGateway } from "../../src/core/wire/client";
import { systemClock } from "../../src/vscode/adapters/systemClock";
import { IndexService } from "../../src/vscode/search/indexService";
import { syntaxTrees } from "../../src/vscode/search/syntaxTrees";
import { repositoryFolder } from "../host/paths";
import { testWire } from "../unit/core/wire/wireHarness";
import { folderFiles } from "./folderFiles";

/** Where the build has put tree-sitter's runtime and grammars. */
export const grammars = join(repositoryFolder, "dist", "grammars");

interface FolderIndexOptions {
	readonly folder: string;
	readonly file: string;
	/** The gateway's. */
	readonly url: string;
	readonly readKey: () => Promise<string>;
	readonly capabilities: CapabilityStore;
	readonly clock?: Clock;
}

/** The index of a folder on disk, all in this thread. */
export async function folderIndex(options: FolderIndexOptions): Promise<WorkspaceIndex> {
	const { folder, file, url, readKey, capabilities, clock = systemClock } = options;
	const base = parseBaseUrl(url);
	const gateway = createGateway(base, readKey, testWire({ capabilities, clock }));
	const syntax = await syntaxTrees(grammars);
	return new WorkspaceIndex({
		target: async () => ({ gateway, href: base.href, gatewayName: "Demo", model: "demo-embed" }),
		files: folderFiles(folder),
		open: async ({ model }, make) =>
			make || existsSync(file) ? IndexService.open({ file, model }, syntax) : undefined,
		remove: async () => {
			for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true });
		},
		capabilities,
		clock,
	});
}
