import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the whole text of Gatehouse's log in the windows with this folder of user data. */
export async function logOf(userDataDir: string): Promise<string> {
	const all = await readdir(userDataDir, { recursive: true });
	const files = all.filter((path) => /gatehouse\.gatehouse[\\/][^\\/]*\.log$/.test(path));
	return (await Promise.all(files.map((path) => readFile(join(userDataDir, path), "utf8")))).join("\n");
}
