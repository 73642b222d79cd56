import type * as vscode from "vscode";
import { editorGlob } from "../../shared/untrusted/editorGlob";
import { type GlobStep, matchesGlob } from "../../shared/untrusted/globSteps";

/**
 * Which files of the workspace some globs leave out. All is looked up once: make one for each use. VS Code's own way to match a
 * glob makes a regular expression of it, with which a hostile one takes for ever.
 */
export class ExcludedFiles {
	readonly #known = new Map<string, boolean>();
	readonly #globs = new Map<string, readonly (readonly GlobStep[])[]>();

	/** @param globs those for a workspace's folder. */
	constructor(private readonly globs: (folder: vscode.Uri) => readonly string[]) {}

	/** @param folder the one that it is in. */
	has(uri: vscode.Uri, folder: vscode.Uri): boolean {
		const globs = this.#globsOf(folder);
		if (globs.length === 0 || uri.path.length <= folder.path.length) return false;
		const top = folder.path.replace(/(?<!\/)\/+$/, "");
		return this.#leavesOut(uri.path.slice(top.length + 1), folder.toString(), globs);
	}

	/** Whether a path in a folder is left out, or a folder that it is in. */
	#leavesOut(path: string, folder: string, globs: readonly (readonly GlobStep[])[]): boolean {
		const key = `${folder} ${path}`;
		const known = this.#known.get(key);
		if (known !== undefined) return known;
		const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
		const found =
			(parent !== "" && this.#leavesOut(parent, folder, globs)) || globs.some((glob) => matchesGlob(glob, path));
		this.#known.set(key, found);
		return found;
	}

	#globsOf(folder: vscode.Uri): readonly (readonly GlobStep[])[] {
		const key = folder.toString();
		const known = this.#globs.get(key) ?? this.globs(folder).map(editorGlob);
		this.#globs.set(key, known);
		return known;
	}
}
