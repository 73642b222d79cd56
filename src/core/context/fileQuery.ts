import { fuzzyScore } from "../../shared/fuzzyMatch";
import { escapeGlob } from "../../shared/untrusted/editorGlob";
import { limits } from "../../shared/untrusted/limits";

/** A file or folder that may be what the user types, by its path with `/` between the names. */
interface Candidate {
	readonly path: string;
}

/** A part of a path as the user types it, to find files and folders by it. Neither case nor Unicode composition counts. */
export class FileQuery {
	readonly #folders: readonly string[];
	readonly #name: string;
	readonly #whole: string;

	/** @param typed such as `chat`, `Src/Chat` or `src/`; any character means itself. */
	constructor(typed: string) {
		const parts = folded(typed.trim()).replaceAll("\\", "/").split("/");
		this.#name = parts.pop() ?? "";
		this.#folders = parts.filter((part) => part !== "" && part !== ".");
		this.#whole = [...this.#folders, this.#name].join("/");
	}

	/** Whether nothing can have such a name: no file system takes names of this length. */
	get isTooLong(): boolean {
		return this.#whole.length > limits.fileQueryLength;
	}

	/** Whether the query is a name that letters may be left out of: short ones would fit nearly everything. */
	get mayBeFuzzy(): boolean {
		return this.#name.length >= 3 && !this.isTooLong;
	}

	/**
	 * A glob for the last name that was typed, in upper and lower case, for searches in which case counts. It may find more
	 * than what fits, never less.
	 *
	 * @param fuzzy whether other letters may stand between those that were typed.
	 */
	glob(fuzzy = false): string {
		const last = this.#name || this.#folders.at(-1);
		if (!last) return "**/*";
		const letters = [...last].map(anyCase);
		const name = fuzzy ? `*${letters[0]}*${letters.at(-1)}*` : `*${letters.join("")}*`;
		return this.#name ? `**/${fewStars(name)}` : `**/${fewStars(name)}/**`;
	}

	/** A glob for all that is in the folders that `glob` is about. */
	globWithin(): string {
		return this.#name ? `${this.glob()}/**` : this.glob();
	}

	/** The candidates whose path fits, the best first. */
	fitting<T extends Candidate>(candidates: readonly T[], fuzzy = false): readonly T[] {
		const ranked = candidates.flatMap((candidate) => {
			const score = this.#score(candidate.path, fuzzy);
			return score === undefined ? [] : [{ candidate, score, length: candidate.path.length }];
		});
		ranked.sort((a, b) => b.score - a.score || a.length - b.length || (a.candidate.path < b.candidate.path ? -1 : 1));
		return ranked.map(({ candidate }) => candidate);
	}

	/** Higher is better; undefined when the path does not fit. */
	#score(path: string, fuzzy: boolean): number | undefined {
		const names = folded(path).split("/");
		const name = names.pop() ?? "";
		let from = 0;
		for (const folder of this.#folders) {
			const at = names.findIndex((part, index) => index >= from && part.includes(folder));
			if (at < 0) return undefined;
			from = at + 1;
		}
		if (fuzzy) return fuzzyScore(this.#name, name);
		if (!name.includes(this.#name)) return undefined;
		// Most likely, the text that was typed in one go is meant.
		const together = this.#folders.length > 0 && [...names, name].join("/").includes(this.#whole);
		return (name.startsWith(this.#name) ? 1 : 0) + (together ? 2 : 0);
	}
}

/** Composed, for some file systems take names apart; in lower case. */
function folded(text: string): string {
	return text.normalize("NFC").toLowerCase();
}

/** A letter of a glob that means both of its cases. Searches disagree about all but plain letters, and about what a class may hold. */
function anyCase(letter: string): string {
	if (/[a-z]/.test(letter)) return `[${letter}${letter.toUpperCase()}]`;
	// Other letters may be several bytes, or several characters.
	return /[ -~]/.test(letter) ? escapeGlob(letter) : "*";
}

/** At most this many stars in a name: a glob that VS Code itself matches takes longer with each. */
const mostStars = 4;

/** A name's glob that ends with its last star where it has more; two side by side would mean folders. */
function fewStars(name: string): string {
	const parts = name.split(/\*+/);
	return parts.length > mostStars ? `${parts.slice(0, mostStars).join("*")}*` : parts.join("*");
}
