import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installOnce } from "../../host/packages/installOnce";
import { editsOf, mostOfFile } from "./fileEdits";
import { languageOf } from "./languages";
import type { RealEdit } from "./realEdit";
import { SeededRandom } from "./seededRandom";
import { changedFiles, sourceFolder } from "./sourceFiles";
import { sourcePackages } from "./sourcePackages";

/** The version of the corpus; increase it when the same packages must result in other edits. */
const revision = 8;
/** Maximum number of edits of one language and half. */
const mostOfLanguage = 70;

/** Returns the edits of the corpus, which are derived on first use and kept. */
export async function corpus(): Promise<readonly RealEdit[]> {
	const folder = await installOnce({
		name: "bench-edits-corpus",
		recipe: [revision, sourcePackages],
		announcement: "deriving real edits from the differences of the packages…",
		install: async (folder) => {
			const edits = await derived(await sourceFolder());
			await writeFile(join(folder, "edits.json"), JSON.stringify(edits));
		},
	});
	return JSON.parse(await readFile(join(folder, "edits.json"), "utf8"));
}

async function derived(root: string): Promise<readonly RealEdit[]> {
	const byLanguage = new Map<string, (readonly RealEdit[])[]>();
	for (const from of sourcePackages) {
		for await (const pair of changedFiles(root, from)) {
			const key = `${from.half} ${languageOf(pair.path)?.label}`;
			const files = byLanguage.get(key) ?? [];
			byLanguage.set(key, files);
			files.push(editsOf(pair));
		}
	}
	return [...byLanguage].flatMap(([key, files]) =>
		spread(new SeededRandom(key).shuffled(files)).slice(0, mostOfLanguage),
	);
}

/** Returns the first edit of each file, then the second of each, and so on: many files rather than many of one. */
function spread(files: readonly (readonly RealEdit[])[]): readonly RealEdit[] {
	return Array.from({ length: mostOfFile }, (_, rank) => files.flatMap((edits) => edits[rank] ?? [])).flat();
}
