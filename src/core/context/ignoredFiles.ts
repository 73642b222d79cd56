import * as l10n from "@vscode/l10n";
import { limits } from "../../shared/untrusted/limits";
import { UserError } from "../base/errors";
import { Pauses } from "../base/pauses";
import type { IgnoreRules } from "./ignoreRules";

/** A folder whose rules have been read. */
interface KnownFolder {
	readonly ignored: boolean;
	/** The rules for its content, the deepest folder's first: they take precedence. */
	readonly rules: readonly { readonly folder: string; readonly rules: IgnoreRules }[];
}

/**
 * Determines which files Git ignores. As in Git, nothing in an ignored folder can be included again, because Git does
 * not look inside. The rules of each folder are read once.
 */
export class IgnoredFiles {
	readonly #folders = new Map<string, Promise<KnownFolder>>();

	/**
	 * @param rulesIn reads the rules of a folder (`""` for the top, `src/`, `src/a/`), if there are any.
	 * @param opened the workspace folders: if the rules of its parent folders ignore a workspace folder as a whole, none
	 * of them applies in it.
	 * @param pauses when to pause while many paths are compared.
	 */
	constructor(
		private readonly rulesIn: (folder: string) => Promise<IgnoreRules | undefined>,
		private readonly opened: ReadonlySet<string> = new Set(),
		private readonly pauses = new Pauses(),
	) {}

	/**
	 * @param path the path of a file, relative to the top folder, with `/`.
	 * @throws UserError when more folders above the file have rules than the limit.
	 */
	async ignores(path: string): Promise<boolean> {
		return path !== "" && this.#isLeftOut(path, await this.#folder(folderAbove(path)));
	}

	#folder(folder: string): Promise<KnownFolder> {
		const known = this.#folders.get(folder);
		if (known) return known;
		// From the top down, without recursion: a path may have thousands of folders.
		let last = this.#readOnce("", Promise.resolve(unruled));
		for (let at = folder.indexOf("/"); at >= 0; at = folder.indexOf("/", at + 1))
			last = this.#readOnce(folder.slice(0, at + 1), last);
		return last;
	}

	#readOnce(folder: string, above: Promise<KnownFolder>): Promise<KnownFolder> {
		const known = this.#folders.get(folder) ?? this.#readFolder(folder, above);
		this.#folders.set(folder, known);
		return known;
	}

	async #readFolder(folder: string, parentFolder: Promise<KnownFolder>): Promise<KnownFolder> {
		const parent = await parentFolder;
		const ignored = folder !== "" && (await this.#isLeftOut(folder, parent));
		if (ignored && !this.opened.has(folder)) return { ignored, rules: [] };
		const above = ignored ? unruled : parent;
		const rules = await this.rulesIn(folder);
		if (rules && above.rules.length >= limits.nestedIgnoreRules)
			throw new UserError(l10n.t("More than {0} nested folders have ignore rules.", limits.nestedIgnoreRules));
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

/** Returns the parent folder of a file or folder: `a/b/` for `a/b/c` and for `a/b/c/`, `""` at the top. */
function folderAbove(path: string): string {
	return path.length < 2 ? "" : path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}
