import type * as vscode from "vscode";
import { Pauses } from "../../core/base/pauses";
import { editorGlob } from "../../shared/untrusted/editorGlob";
import { type Glob, globOf, matches } from "../../shared/untrusted/globSteps";

/**
 * Determines which files of the workspace are excluded by globs. Results are cached, so create an instance for each
 * use. Pauses when it compares many files. VS Code's own matching converts a glob to a regular expression, which may
 * never finish with a malicious one.
 */
export class ExcludedFiles {
	readonly #known = new Map<string, boolean>();
	readonly #globs = new Map<string, readonly Glob[]>();
	readonly #pauses = new Pauses();

	/** @param globs returns the globs for a workspace folder. */
	constructor(private readonly globs: (folder: vscode.Uri) => readonly string[]) {}

	/** @param folder the workspace folder that contains the file. */
	async has(uri: vscode.Uri, folder: vscode.Uri): Promise<boolean> {
		const globs = this.#globsOf(folder);
		if (globs.length === 0 || uri.path.length <= folder.path.length) return false;
		const top = folder.path.replace(/(?<!\/)\/+$/, "");
		return this.#leavesOut(uri.path.slice(top.length + 1), folder.toString(), globs);
	}

	/** Returns whether a path in a folder is excluded, or one of the folders above it. */
	async #leavesOut(path: string, folder: string, globs: readonly Glob[]): Promise<boolean> {
		const key = `${folder} ${path}`;
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
		const isBelow = parent !== "" && (await this.#leavesOut(parent, folder, globs));
		while (!isBelow && this.#pauses.isDue) await this.#pauses.pause();
		const found = isBelow || globs.some((glob) => matches(glob, path));
		this.#known.set(key, found);
		return found;
	}

	#globsOf(folder: vscode.Uri): readonly Glob[] {
		const key = folder.toString();
		const known = this.#globs.get(key) ?? this.globs(folder).map((glob) => globOf(editorGlob(glob)));
		this.#globs.set(key, known);
		return known;
	}
}
