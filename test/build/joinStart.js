import { rm, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { dirname, join } from "node:path/posix";
import esbuild from "esbuild";

/**
 * Joins an entry with all the chunks that it imports statically, because reading many files takes most of the time that
 * VS Code needs to load an extension or the panel. esbuild creates a chunk for code that the same entries share, and has
 * no option to join chunks.
 *
 * @param result of the build that created the files with `splitting`. Its metafile is updated to the resulting files.
 * @param entry the output to join, such as `dist/extension.js`.
 * @param options those of the build, without those about its sources.
 */
export async function joinStart({ metafile }, entry, options) {
	const { outputs } = metafile;
	const joined = loadedAtOnce(outputs, entry);
	const others = Object.keys(outputs).filter((path) => path.endsWith(".js") && !joined.has(path));
	const exported = publicNames(outputs, joined, entry);
	const common = {
		...options,
		splitting: false,
		metafile: true,
		write: false,
		// Chunks import others for their effects alone, too; the joined ones have already run.
		logOverride: { "ignored-bare-import": "silent" },
	};
	const all = [...joined].map((path) => exportList(exported.get(path), `./${path}`)).join("\n");
	const start = await esbuild.build({
		...common,
		stdin: { contents: all, resolveDir: "." },
		outfile: entry,
		plugins: [takeIn(joined, entry)],
	});
	const rest = await esbuild.build({
		...common,
		entryPoints: others,
		outbase: ".",
		outdir: ".",
		plugins: [importFromJoined(exported, entry)],
	});
	for (const path of joined) for (const file of [path, `${path}.map`]) await rm(file, { force: true });
	for (const { path, contents } of [...start.outputFiles, ...rest.outputFiles]) await writeFile(path, contents);
	metafile.outputs = outputsAfter(outputs, joined, entry, { ...start.metafile.outputs, ...rest.metafile.outputs });
}

/**
 * Returns the outputs that are evaluated together with an entry, the entry first; not those that it imports
 * dynamically.
 *
 * @param {import("esbuild").Metafile["outputs"]} outputs
 * @param {string} entry
 */
export function loadedAtOnce(outputs, entry) {
	const loaded = new Set([entry]);
	for (const path of loaded) {
		for (const { path: next, kind } of outputs[path].imports) {
			if (kind === "import-statement" && outputs[next]) loaded.add(next);
		}
	}
	return loaded;
}

/**
 * Returns, for each joined output, its exports with the names under which the joined file exports them; the entry's
 * keep theirs.
 */
function publicNames(outputs, joined, entry) {
	let count = 0;
	return new Map(
		[...joined].map((path) => [
			path,
			outputs[path].exports.map((name) => [name, path === entry ? name : `_${(count++).toString(36)}`]),
		]),
	);
}

const exportList = (names, from) =>
	`export { ${names.map(([name, other]) => `${name} as ${other}`).join(", ")} } from ${JSON.stringify(from)};`;

/** Returns the relative path from a folder to a file with slashes, as esbuild writes paths, even on Windows. */
const pathFrom = (folder, file) => relative(folder, file).replaceAll("\\", "/");

/** Returns the output to which an import refers. */
const outputAt = (folder, path) => pathFrom("", resolve(folder, path));

/** Returns a plugin that bundles the joined files, and imports the others from where they are. */
function takeIn(joined, entry) {
	return {
		name: "take in",
		setup({ onResolve }) {
			onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
				const output = outputAt(resolveDir, path);
				if (joined.has(output)) return { path: resolve(output) };
				return { path: `./${pathFrom(dirname(entry), output)}`, external: true };
			});
		},
	};
}

/** Returns a plugin that imports joined code from the joined file, by its public names. */
function importFromJoined(exported, entry) {
	return {
		name: "import from joined",
		setup({ onResolve, onLoad }) {
			onResolve({ filter: /^\./ }, ({ path, resolveDir, kind, namespace }) => {
				if (kind === "entry-point") return undefined;
				const output = outputAt(resolveDir, path);
				if (namespace === "joined" || !exported.has(output)) return { path, external: true };
				return { path: output, namespace: "joined", sideEffects: false, pluginData: resolveDir };
			});
			onLoad({ filter: /./, namespace: "joined" }, ({ path, pluginData: folder }) => {
				const names = exported.get(path).map(([name, other]) => [other, name]);
				return { contents: exportList(names, pathFrom(folder, entry)), resolveDir: folder };
			});
		},
	};
}

/** Returns the metafile's outputs after the files were joined. The inputs of the second build are outputs of the first. */
function outputsAfter(outputs, joined, entry, built) {
	const after = Object.entries(outputs)
		.filter(([path]) => path === entry || !joined.has(path.replace(/\.map$/, "")))
		.map(([path, output]) => {
			const now = built[path];
			if (!now) return [path, output];
			const inputs = Object.assign({}, ...Object.keys(now.inputs).map((input) => outputs[input]?.inputs));
			const imports = now.imports.map((found) => importAfter(found, path));
			return [path, { ...output, bytes: now.bytes, inputs, imports }];
		});
	return Object.fromEntries(after);
}

function importAfter(found, from) {
	return found.path.startsWith(".") ? { path: join(dirname(from), found.path), kind: found.kind } : found;
}
