import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryFolder } from "./paths";

/** A folder that ends with what it was made for. */
export interface TemporaryFolder {
	readonly path: string;
	remove(): Promise<void>;
}

/** A copy of the sample workspace that may be changed. */
export async function copySampleWorkspace(): Promise<TemporaryFolder> {
	const parent = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const path = join(parent, "sample-workspace");
	await cp(join(repositoryFolder, "test", "host", "sample-workspace"), path, { recursive: true });
	return { path, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
