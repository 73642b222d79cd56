import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { messageOf } from "../../../src/core/base/errors";
import { installOnce } from "../../host/packages/installOnce";
import { npm, run } from "../../host/packages/npm";
import { languageOf } from "./languages";
import { type SourcePackage, sourcePackages } from "./sourcePackages";

/** Options of npm: requests are retried if the registry does not answer; no package's scripts run. */
const patiently = [
	"--fetch-retries=3",
	"--fetch-retry-mintimeout=2000",
	"--fetch-retry-maxtimeout=10000",
	"--ignore-scripts",
];

/** A file that both versions of a package have. */
export interface FilePair {
	readonly from: SourcePackage;
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

/** Sizes of files, in bytes: smaller ones have nothing to change, larger ones are mostly generated. */
const smallest = 200;
const largest = 60_000;
/** Maximum length of a line in a handwritten file, in characters. */
const longestLine = 240;
/** Folders of packages whose files are built from others. */
export const isBuilt =
	/(?:^|\/)(?:dist|lib\/typescript|build-types|build-module|build|node_modules|types?-generated)\//;

/**
 * Returns the folder with both versions of each package, unpacked, below the cache that git ignores.
 *
 * @throws Error when a package cannot be downloaded, with the end of npm's output.
 */
export async function sourceFolder(): Promise<string> {
	return installOnce({
		name: "bench-edits-sources",
		recipe: sourcePackages.map(({ name, versions }) => [name, ...versions]),
		announcement: "downloading the packages whose versions the bench compares…",
		install: async (folder) => {
			for (const { name, versions } of sourcePackages) {
				for (const version of versions) await download(folder, name, version);
			}
		},
	});
}

/** Unpacks a version of a package, without its dependencies and the files that the corpus does not use. */
async function download(folder: string, name: string, version: string): Promise<void> {
	await removeOthers(await unpack(folder, name, version));
}

/** Unpacks a version of a package, without its dependencies, into a separate folder; returns its path. */
export async function unpack(folder: string, name: string, version: string): Promise<string> {
	const place = join(folder, folderName(name, version));
	const packed = join(folder, "packed");
	await mkdir(place, { recursive: true });
	await mkdir(packed, { recursive: true });
	try {
		await npm(folder, ["pack", `${name}@${version}`, "--pack-destination", packed, ...patiently]);
	} catch (error) {
		const problem = `${name} ${version} could not be downloaded; is the npm registry within reach?`;
		throw new Error(`${problem}\n${messageOf(error)}`, { cause: error });
	}
	const [archive = ""] = await readdir(packed);
	await run("tar", ["-xzf", join(packed, archive), "-C", place, "--strip-components=1"], folder);
	await rm(packed, { recursive: true });
	return place;
}

/** Returns the name of the folder of a package's version. */
export function folderName(name: string, version: string): string {
	return `${name.replace("/", "+")}@${version}`;
}

/** Removes the files that the corpus does not use. */
async function removeOthers(folder: string): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isDirectory()) continue;
		const kept = entry.isFile() && languageOf(path) && (await stat(path)).size <= largest;
		if (!kept) await rm(path);
	}
}

/** Yields the handwritten files of a package that differ between its versions. */
export async function* changedFiles(root: string, from: SourcePackage): AsyncIterable<FilePair> {
	const [before, after] = from.versions.map((version) => join(root, folderName(from.name, version)));
	if (before === undefined || after === undefined) return;
	const entries = await readdir(before, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(before, join(entry.parentPath, entry.name)));
	for (const path of paths.sort()) {
		if (isBuilt.test(path) || !languageOf(path)) continue;
		const texts = await Promise.all(
			[before, after].map((folder) => readFile(join(folder, path), "utf8").catch(() => "")),
		);
		const [old = "", now = ""] = texts.map((text) => text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"));
		const isCode = /\.[^/]*$/.test(path) || /^#!.*sh\b/.test(old);
		if (old !== now && isCode && isWritten(old) && isWritten(now)) yield { from, path, before: old, after: now };
	}
}

/** Returns whether a text is handwritten: it is not empty, generated, minified or binary. */
export function isWritten(text: string): boolean {
	if (text.length < smallest || text.length > largest || text.includes("\0") || text.includes("\ufffd")) return false;
	if (/@generated|sourceMappingURL|DO NOT EDIT/i.test(text)) return false;
	return text.split("\n").every((line) => line.length <= longestLine);
}
