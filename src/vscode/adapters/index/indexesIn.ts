import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../privateFiles";

export const indexExtension = ".sqlite";

/** Lists the index files in a folder, which need not exist. @throws the file system's error. */
export async function indexesIn(folder: string): Promise<readonly string[]> {
	const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
	return names.filter((name) => name.endsWith(indexExtension)).map((name) => join(folder, name));
}
