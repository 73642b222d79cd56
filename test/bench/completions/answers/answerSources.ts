import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { installOnce } from "../../../host/packages/installOnce";
import { languageOf } from "../../edits/languages";
import type { Half } from "../../edits/realEdit";
import { folderName, isBuilt, isWritten, sourceFolder, unpack } from "../../edits/sourceFiles";
import { sourcePackages } from "../../edits/sourcePackages";

/** A file from which answers are cut. */
export interface AnswerSource {
	readonly path: string;
	readonly languageId: string;
	readonly text: string;
}

/** Packages with files in languages that the corpus of edits lacks. */
const morePackages: readonly { readonly name: string; readonly version: string; readonly half: Half }[] = [
	{ name: "vue-good-table", version: "2.21.11", half: "train" },
	{ name: "create-vite", version: "9.3.0", half: "train" },
	{ name: "vitepress", version: "1.6.4", half: "held" },
	{ name: "graphile-worker", version: "0.17.3", half: "held" },
];
const moreLanguages: Readonly<Record<string, string>> = { vue: "vue", svelte: "svelte", sql: "sql", less: "less" };

/** Returns the handwritten files of one half, from the packages of the edits and some more. */
export async function answerSources(half: Half): Promise<readonly AnswerSource[]> {
	const edits = await sourceFolder();
	const more = await installOnce({
		name: "bench-answer-sources",
		recipe: morePackages,
		announcement: "downloading the packages that the bench cuts answers from…",
		install: async (folder) => {
			for (const { name, version } of morePackages) await unpack(folder, name, version);
		},
	});
	const folders = [
		...sourcePackages
			.filter((one) => one.half === half)
			.map(({ name, versions }) => join(edits, folderName(name, versions[1]))),
		...morePackages
			.filter((one) => one.half === half)
			.map(({ name, version }) => join(more, folderName(name, version))),
	];
	const files: AnswerSource[] = [];
	for (const folder of folders) files.push(...(await filesIn(folder)));
	return files;
}

async function filesIn(folder: string): Promise<readonly AnswerSource[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	const files: AnswerSource[] = [];
	for (const path of paths.sort()) {
		const languageId = languageOf(path)?.id ?? moreLanguages[path.slice(path.lastIndexOf(".") + 1)];
		if (languageId === undefined || isBuilt.test(path)) continue;
		const text = (await readFile(join(folder, path), "utf8")).replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
		if (isWritten(text)) files.push({ path, languageId, text });
	}
	return files;
}
