import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { loadedAtOnce } from "../../build/joinStart.js";
import { repositoryFolder } from "../../host/paths";
import { atMost, type Measured, measured } from "../figure";

/** Maximum size of the code that VS Code loads at start, the shell, in kilobytes (docs/performance.md#size-and-start). */
const largestShell = 40;

/** The outputs of esbuild.js, by path from the repository's folder. */
type Outputs = Metafile["outputs"];

/** Returns the outputs of a build: "host" or "webview". */
export async function builtOutputs(build: string): Promise<Outputs> {
	const text = await readFile(join(repositoryFolder, "out", "meta", `${build}.json`), "utf8");
	return (JSON.parse(text) as Metafile).outputs;
}

/** Returns the sizes of the extension host's bundle and the page's, and of every chunk that they load later. */
export async function bundleSizes(): Promise<Measured[]> {
	const host = await sizes("host", "dist/extension.js");
	const page = await sizes("webview", "dist/webview/main.js");
	return [
		measured("loaded at start", host.main, "KB", atMost(largestShell)),
		measured("loaded at start / llama.vscode's 1,342 KB", host.main / 1342, "×"),
		...host.later.map(({ name, size }) => measured(`loaded with first use: ${name}`, size, "KB")),
		measured("page", page.main, "KB"),
		...page.later.map(({ name, size }) => measured(`loaded later by the page: ${name}`, size, "KB")),
	];
}

async function sizes(build: string, entry: string) {
	const outputs = await builtOutputs(build);
	const kilobytes = (path: string) => (outputs[path]?.bytes ?? 0) / 1024;
	const atOnce = loadedAtOnce(outputs, entry);
	const later = Object.keys(outputs).filter((path) => path.endsWith(".js") && !atOnce.has(path));
	return {
		main: [...atOnce].reduce((sum, path) => sum + kilobytes(path), 0),
		later: later.map((path) => ({ name: nameOf(path), size: kilobytes(path) })),
	};
}

/** Returns a chunk's name without its hash. */
const nameOf = (path: string): string => path.replace(/^.*\//, "").replace(/(-[A-Z0-9]{8})?\.js$/, "");
