import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs Git in a folder, independently of the user's settings; returns its output. */
export const gitIn =
	(folder: string) =>
	async (...args: readonly string[]): Promise<string> => {
		const who = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
		return (await run("git", [...who, ...args], { cwd: folder })).stdout;
	};
