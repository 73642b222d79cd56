import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The result of a search of folders: how many files were read, and which hold the text. */
export interface Search {
	readonly searched: number;
	readonly holding: readonly string[];
}

/** Looks for a text, as UTF-8 and as UTF-16, in every file below the folders. */
export async function filesHolding(text: string, folders: readonly string[]): Promise<Search> {
	const holding: string[] = [];
	let searched = 0;
	const wanted = [Buffer.from(text), Buffer.from(text, "utf16le")];
	const search = async (folder: string): Promise<void> => {
		for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
			const path = join(folder, entry.name);
			if (entry.isDirectory()) await search(path);
			if (!entry.isFile()) continue;
			const bytes = await readFile(path).catch(ignoreMissing);
			searched++;
			if (bytes && wanted.some((needle) => bytes.includes(needle))) holding.push(path);
		}
	};
	for (const folder of folders) await search(folder);
	return { searched, holding };
}

/** Browsers and editors remove their temporary files and folders at any time. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT") throw error;
}
