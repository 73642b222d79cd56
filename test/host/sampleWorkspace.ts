import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryFolder } from "./paths";

/** A folder that ends with what it was made for. */
export interface TemporaryFolder {
	readonly path: string;
	remove(): Promise<void>;
}

const sample = (name: string) => join(repositoryFolder, "test", "host", name);

/** The files that the agent's workspace has besides. */
export const agentSample = sample("sample-agent");

/** A copy of the sample workspace that may be changed. */
export async function copySampleWorkspace(): Promise<TemporaryFolder> {
	const parent = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const path = join(parent, "sample-workspace");
	await cp(sample("sample-workspace"), path, { recursive: true });
	return temporary(parent, path);
}

/** The same with files among which a name can be changed in three of them: for the agent. */
export async function copyAgentWorkspace(): Promise<TemporaryFolder> {
	const workspace = await copySampleWorkspace();
	await cp(agentSample, workspace.path, { recursive: true });
	return workspace;
}

function temporary(parent: string, path: string): TemporaryFolder {
	return { path, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
