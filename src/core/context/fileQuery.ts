import { fuzzyScore } from "../../shared/fuzzyMatch";
import { escapeGlob } from "../../shared/untrusted/editorGlob";
import { limits } from "../../shared/untrusted/limits";

/** A file or folder that may match, by its path with `/` between the names. */
interface Candidate {
	readonly path: string;
}

/** A part of a path as the user types it, to find files and folders. Neither case nor Unicode composition counts. */
export class FileQuery {
	readonly #folders: readonly string[];
	readonly #name: string;
	readonly #whole: string;

	/** @param typed such as `chat`, `Src/Chat` or `src/`; no character has a special meaning. */
	constructor(typed: string) {
		const parts = folded(typed.trim()).replaceAll("\\", "/").split("/");
		this.#name = parts.pop() ?? "";
		this.#folders = parts.filter((part) => part !== "" && part !== ".");
		this.#whole = [...this.#folders, this.#name].join("/");
	}

	/** Whether no path can match: no file system allows names of this length. */
	get isTooLong(): boolean {
		return this.#whole.length > limits.fileQueryLength;
	}

	/**
	 * Whether names with further letters between those of the query may match: a short query would match nearly
	 * everything.
	 */
	get mayBeFuzzy(): boolean {
		return this.#name.length >= 3 && !this.isTooLong;
	}

	/**
	 * Returns a glob for the last name that was typed, in upper and lower case, for case-sensitive searches. It may
	 * match more than the query, never less.
	 *
	 * @param fuzzy whether other letters may be between those that were typed.
	 */
	glob(fuzzy = false): string {
		const last = this.#name || this.#folders.at(-1);
		if (!last) return "**/*";
		const letters = [...last].map(anyCase);
		const name = fuzzy ? `*${letters[0]}*${letters.at(-1)}*` : `*${letters.join("")}*`;
		return this.#name ? `**/${fewStars(name)}` : `**/${fewStars(name)}/**`;
	}

	/** Returns a glob for everything in the folders that `glob` matches. */
	globWithin(): string {
		return this.#name ? `${this.glob()}/**` : this.glob();
	}

	/** Returns the candidates whose path matches, the best first. */
	fitting<T extends Candidate>(candidates: readonly T[], fuzzy = false): readonly T[] {
		const ranked = candidates.flatMap((candidate) => {
			const score = this.#score(candidate.path, fuzzy);
			return score === undefined ? [] : [{ candidate, score, length: candidate.path.length }];
		});
		ranked.sort((a, b) => b.score - a.score || a.length - b.length || (a.candidate.path < b.candidate.path ? -1 : 1));
		return ranked.map(({ candidate }) => candidate);
	}

	/** Returns the score of a path, higher for a better match; `undefined` when it does not match. */
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
		// A text that occurs in one piece is most likely what the user means.
		const together = this.#folders.length > 0 && [...names, name].join("/").includes(this.#whole);
		return (name.startsWith(this.#name) ? 1 : 0) + (together ? 2 : 0);
	}
}

/** Normalizes a text to lower case and composed characters, because some file systems decompose names. */
function folded(text: string): string {
	return text.normalize("NFC").toLowerCase();
}

/**
 * Returns a glob for both cases of a letter. Searches differ for all but ASCII letters, and in what a class may
 * contain.
 */
function anyCase(letter: string): string {
	if (/[a-z]/.test(letter)) return `[${letter}${letter.toUpperCase()}]`;
	// Other letters may be several bytes, or several characters.
	return /[ -~]/.test(letter) ? escapeGlob(letter) : "*";
}

/** Maximum number of stars in a name: the time that VS Code itself needs to match a glob grows with each. */
const mostStars = 4;

/** Ends a name's glob at its last allowed star if it has more; removes adjacent stars, which would mean folders. */
function fewStars(name: string): string {
	const parts = name.split(/\*+/);
	return parts.length > mostStars ? `${parts.slice(0, mostStars).join("*")}*` : parts.join("*");
}
