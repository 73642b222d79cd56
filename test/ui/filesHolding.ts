import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** What a search of folders came to: how many files were read, and which hold the text. */
export interface Search {
	readonly searched: number;
	readonly holding: readonly string[];
}

/** Looks for a text in every file below the folders, whatever its kind, as UTF-8 and as UTF-16. */
export async function filesHolding(text: string, folders: readonly string[]): Promise<Search> {
	const holding: string[] = [];
	let searched = 0;
	const wanted = [Buffer.from(text), Buffer.from(text, "utf16le")];
	for (const folder of folders) {
		for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
			if (!entry.isFile()) continue;
			const path = join(entry.parentPath, entry.name);
			const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
				// Browsers and editors remove their temporary files at any time.
				if (error.code === "ENOENT") return Buffer.alloc(0);
				throw error;
			});
			searched++;
			if (wanted.some((needle) => bytes.includes(needle))) holding.push(path);
		}
	}
	return { searched, holding };
}
