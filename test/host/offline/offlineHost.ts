import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The request that the extension in this folder makes, to show that it would be refused. */
export const planted = "refused 192.0.2.1:80";

/** What an extension host has tried to reach, if the extension in this folder is installed. */
export interface OfflineHost {
	readonly env: Readonly<Record<string, string>>;
	/** Returns the attempts so far, each once and in order: "allowed" or "refused", and the host and port. */
	attempts(): Promise<readonly string[]>;
}

/** Prepares the environment of a VS Code whose extension host reaches this machine only. @param folder for the record. */
export function offlineHost(folder: string): OfflineHost {
	const file = join(folder, "connections.txt");
	return {
		env: { GATEHOUSE_TEST_CONNECTIONS: file },
		async attempts() {
			const lines = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
				if (error.code === "ENOENT") return "";
				throw error;
			});
			return [...new Set(lines.split("\n").filter((line) => line !== ""))];
		},
	};
}
