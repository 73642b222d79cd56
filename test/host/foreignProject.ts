import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryFolder } from "./paths";
import type { TemporaryFolder } from "./sampleWorkspace";

/**
 * A package that `npm ci` always installs, as a dependency of @vscode/vsce, with its TypeScript sources: 315 files with
 * mixed-case names, up to six folders deep.
 */
const source = join(repositoryFolder, "node_modules", "@azure", "msal-browser");

/** What is copied: the sources, and files beside them that a repository has, too. */
const parts = ["src", "package.json", "README.md", "LICENSE"];

/**
 * Creates a project written by others, in a Git repository with one commit. Unlike the sample workspace, it was not
 * made to fit the tests.
 *
 * @throws Error when the package is not installed.
 */
export async function copyForeignProject(): Promise<TemporaryFolder> {
	if (!(await stat(join(source, "src")).catch(() => undefined))) {
		throw new Error(`${source} has no sources any more: choose another package in foreignProject.ts`);
	}
	const parent = await mkdtemp(join(tmpdir(), "gatehouse-"));
	const path = join(parent, "msal-browser");
	for (const part of parts) await cp(join(source, part), join(path, part), { recursive: true });
	const who = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
	for (const args of [
		["init", "-q"],
		["add", "."],
		[...who, "commit", "-qm", "feat: copy the package's sources"],
	]) {
		await promisify(execFile)("git", args, { cwd: path });
	}
	return { path, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
