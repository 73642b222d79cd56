import { Pauses } from "../base/pauses";
import type { IgnoreRules } from "./ignoreRules";

/** A folder that was looked at. */
interface KnownFolder {
	readonly ignored: boolean;
	/** The rules for what is in it, the deepest first: their word counts. */
	readonly rules: readonly { readonly folder: string; readonly rules: IgnoreRules }[];
}

/**
 * Which files Git ignores. As Git has it, nothing that lies in an ignored folder can be taken in again, for it does not look
 * in there. Each folder is looked at once.
 */
export class IgnoredFiles {
	readonly #folders = new Map<string, Promise<KnownFolder>>();

	/**
	 * @param rulesIn the rules that lie in a folder (`""` for the topmost, `src/`, `src/a/`), if there are any.
	 * @param opened folders that somebody has opened for themselves: rules above one that leave all of it out do not count in it.
	 * @param pauses when the comparing of many paths pauses.
	 */
	constructor(
		private readonly rulesIn: (folder: string) => Promise<IgnoreRules | undefined>,
		private readonly opened: ReadonlySet<string> = new Set(),
		private readonly pauses = new Pauses(),
	) {}

	/** @param path a file's, relative to the topmost folder, with `/`. */
	async ignores(path: string): Promise<boolean> {
		return path !== "" && this.#isLeftOut(path, await this.#folder(foldersAbove(path).at(-1) ?? ""));
	}

	#folder(folder: string): Promise<KnownFolder> {
		const known = this.#folders.get(folder) ?? this.#look(folder);
		this.#folders.set(folder, known);
		return known;
	}

	async #look(folder: string): Promise<KnownFolder> {
		const parent = folder === "" ? unruled : await this.#folder(foldersAbove(folder).at(-1) ?? "");
		const ignored = folder !== "" && (await this.#isLeftOut(folder, parent));
		if (ignored && !this.opened.has(folder)) return { ignored, rules: [] };
		const above = ignored ? unruled : parent;
		const rules = await this.rulesIn(folder);
		return rules ? { ignored: false, rules: [{ folder, rules }, ...above.rules] } : above;
	}

	async #isLeftOut(path: string, { ignored, rules }: KnownFolder): Promise<boolean> {
		if (ignored) return true;
		for (const { folder, rules: one } of rules) {
			while (this.pauses.isDue) await this.pauses.pause();
			const found = one.leavesOut(path.slice(folder.length));
			if (found !== undefined) return found;
		}
		return false;
	}
}

const unruled: KnownFolder = { ignored: false, rules: [] };

/** `a/`, `a/b/` for `a/b/c` and for `a/b/c/`. */
function foldersAbove(path: string): readonly string[] {
	return [...path.matchAll(/\/(?!$)/g)].map(({ index }) => path.slice(0, index + 1));
}
