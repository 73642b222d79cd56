import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryFolder } from "./paths";

/** A temporary folder; the caller removes it. */
export interface TemporaryFolder {
	readonly path: string;
	remove(): Promise<void>;
}

const sample = (name: string) => join(repositoryFolder, "test", "host", name);

/** The additional files of the agent's workspace. */
export const agentSample = sample("sample-agent");

/** Creates a copy of the sample workspace that may be changed. */
export async function copySampleWorkspace(): Promise<TemporaryFolder> {
	const parent = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const path = join(parent, "sample-workspace");
	await cp(sample("sample-workspace"), path, { recursive: true });
	return temporary(parent, path);
}

/** Creates a copy for the agent, with a name that can be changed in three files. */
export async function copyAgentWorkspace(): Promise<TemporaryFolder> {
	const workspace = await copySampleWorkspace();
	await cp(agentSample, workspace.path, { recursive: true });
	return workspace;
}

function temporary(parent: string, path: string): TemporaryFolder {
	return { path, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
