import { fuzzyScore } from "../../shared/fuzzyMatch";
import { limits } from "../../shared/untrusted/limits";

/** A path in the form that is compared: without differences in case and in the Unicode composition of letters. */
export interface ComparablePath {
	/** The path with `/` between the names. */
	readonly path: string;
	readonly folded: string;
	/** Where the last name begins in `folded`. */
	readonly nameAt: number;
	/** A bit mask of the letters that the path contains; some letters share a bit. */
	readonly letters: number;
	/** The same path without accents, if it has any. */
	readonly unaccented?: ComparablePath;
}

/** The lowest score of each kind of match, so that a better kind always has a higher score. */
const kinds = { exact: 20_000, inOnePiece: 10_000, inName: 5_000, inPath: 0 } as const;

/**
 * A part of a path as the user types it, to find files and folders. Case and Unicode composition are ignored, and so are
 * accents unless the user types one.
 */
export class FileQuery {
	readonly #folders: readonly string[];
	readonly #name: string;
	readonly #whole: string;
	readonly #letters: number;
	readonly #hasAccents: boolean;

	/** @param typed such as `chat`, `Src/Chat` or `src/`; no character has a special meaning. */
	constructor(typed: string) {
		const parts = folded(typed.trim()).replaceAll("\\", "/").split("/");
		this.#name = parts.pop() ?? "";
		this.#folders = parts.filter((part) => part !== "" && part !== ".");
		this.#whole = [...this.#folders, this.#name].join("/");
		this.#letters = lettersOf(this.#whole);
		this.#hasAccents = withoutAccents(this.#whole) !== this.#whole;
	}

	/** Whether no path can match: no file system allows names of this length. */
	get isTooLong(): boolean {
		return this.#whole.length > limits.fileQueryLength;
	}

	/** Returns the score of a path that contains the typed text in one piece; a better match has a higher score. */
	plainScore(path: ComparablePath): number | undefined {
		const { folded: text, nameAt, letters } = this.#compared(path);
		if ((letters & this.#letters) !== this.#letters) return undefined;
		const at = text.indexOf(this.#name, nameAt);
		if (at < 0 || !this.#isIn(text.slice(0, nameAt))) return undefined;
		if (this.#isExact(text)) return kinds.exact;
		// A text that occurs in one piece is most likely what the user means.
		const together = this.#folders.length > 0 && text.includes(this.#whole);
		return kinds.inOnePiece + (at === nameAt ? 1 : 0) + (together ? 2 : 0);
	}

	/**
	 * Returns the score of a path whose last name contains the letters that were typed, with others between them. One
	 * letter alone would match nearly everything, so it matches nothing.
	 */
	nameScore(given: ComparablePath): number | undefined {
		const path = this.#compared(given);
		if (this.#folders.length > 0 || !this.#mayBeIn(path, path.nameAt)) return undefined;
		const score = fuzzyScore(this.#whole, path.path.slice(path.nameAt));
		return score === undefined ? undefined : kinds.inName + Math.min(score, kinds.inName - 1);
	}

	/** Returns the score of a path that contains the typed letters anywhere, in this order. */
	pathScore(given: ComparablePath): number | undefined {
		const path = this.#compared(given);
		if (!this.#mayBeIn(path, 0)) return undefined;
		const score = fuzzyScore(this.#whole, path.path);
		return score === undefined ? undefined : kinds.inPath + Math.min(score, kinds.inName - 1);
	}

	/** Returns the path in the form with which the typed text is compared. */
	#compared(path: ComparablePath): ComparablePath {
		return this.#hasAccents ? path : (path.unaccented ?? path);
	}

	#mayBeIn({ folded: text, letters }: ComparablePath, from: number): boolean {
		if (this.#whole.length < 2 || this.isTooLong || (letters & this.#letters) !== this.#letters) return false;
		return hasInOrder(text, this.#whole, from);
	}

	/** Returns whether the path, or its last names, equal the typed text, with or without an extension. */
	#isExact(text: string): boolean {
		const end = text.lastIndexOf(this.#whole);
		if (this.#name === "" || end < 0 || (end > 0 && text[end - 1] !== "/")) return false;
		const rest = text.slice(end + this.#whole.length);
		return rest === "" || /^\.[^./]*$/.test(rest);
	}

	#isIn(above: string): boolean {
		if (this.#folders.length === 0) return true;
		const names = above.split("/");
		let from = 0;
		for (const folder of this.#folders) {
			const at = names.findIndex((part, index) => index >= from && part.includes(folder));
			if (at < 0) return false;
			from = at + 1;
		}
		return true;
	}
}

/** Whether a score is that of an exact match. */
export const isExactScore = (score: number): boolean => score === kinds.exact;

/** Prepares a path for comparison; of one longer than `limits.pathLength`, only the end is compared. */
export function comparablePath(whole: string): ComparablePath {
	const path = whole.slice(-limits.pathLength);
	const unaccented = withoutAccents(path);
	return unaccented === path ? formOf(path) : { ...formOf(path), unaccented: formOf(unaccented) };
}

function formOf(path: string): ComparablePath {
	const text = folded(path);
	return { path, folded: text, nameAt: text.lastIndexOf("/") + 1, letters: lettersOf(text) };
}

/** Normalizes a text to lower case and composed characters, because some file systems decompose names. */
function folded(text: string): string {
	return text.normalize("NFC").toLowerCase();
}

/** Removes the accents of Latin, Greek and Cyrillic letters; the marks of other scripts are letters of their own. */
function withoutAccents(text: string): string {
	// A shortcut: most paths have no accents.
	if (!/[^\0-\x7f]/.test(text)) return text;
	return text
		.normalize("NFD")
		.replace(/[\u0300-\u036f]/g, "")
		.normalize("NFC");
}

/** Returns a bit mask of a text's letters, some of which share a bit. */
function lettersOf(text: string): number {
	let bits = 0;
	for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31);
	return bits;
}

function hasInOrder(text: string, letters: string, from: number): boolean {
	let at = from;
	for (const letter of letters) {
		const next = text.indexOf(letter, at);
		if (next < 0) return false;
		at = next + letter.length;
	}
	return true;
}
