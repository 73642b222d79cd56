import { completionLimits } from "../../shared/untrusted/limits";
import { secretIn } from "../context/secrets/secretTexts";

/** A file that is open or was recently edited; never a secret, ignored or excluded one. */
export interface RelatedFile {
	/** The workspace-relative path. */
	readonly path: string;
	readonly text: string;
}

/** Lines of a file that are similar to those before the cursor. */
export interface SimilarPlace {
	readonly path: string;
	readonly text: string;
	/** From 0 to 1. */
	readonly similarity: number;
}

interface Window {
	readonly text: string;
	readonly words: ReadonlySet<string>;
}

/** Number of lines of a window, and between the beginnings of two windows. */
const windowLines = 20;
const step = 10;
/** Minimum similarity of a place that is sent. */
const leastSimilarity = 0.12;
/** Maximum number of words that are compared. */
const mostWords = 400;

/** Finds places of other files that have many words in common with the code at the cursor. Reads each text once. */
export class SimilarPlaces {
	readonly #known = new Map<string, { readonly text: string; readonly windows: readonly Window[] }>();

	/**
	 * Returns the best place of each file, the most similar first.
	 *
	 * @param before the text before the cursor.
	 * @param files the files to search, the latest first.
	 */
	find(before: string, files: readonly RelatedFile[]): readonly SimilarPlace[] {
		const wanted = wordsOf(lastLines(before, windowLines));
		if (wanted.size === 0) return [];
		const read = files.slice(0, completionLimits.relatedFiles + completionLimits.indexedPlaces);
		this.#forgetOthers(read);
		return read
			.flatMap(({ path, text }) => {
				let best: SimilarPlace | undefined;
				for (const window of this.#windowsOf(path, text)) {
					const similarity = similarityOf(wanted, window.words);
					if (similarity > (best?.similarity ?? leastSimilarity)) best = { path, text: window.text, similarity };
				}
				return best ?? [];
			})
			.sort((one, other) => other.similarity - one.similarity);
	}

	#windowsOf(path: string, text: string): readonly Window[] {
		const known = this.#known.get(path);
		if (known?.text === text) return known.windows;
		const windows = windowsIn(text.slice(0, completionLimits.relatedFileLength));
		this.#known.set(path, { text, windows });
		return windows;
	}

	#forgetOthers(files: readonly RelatedFile[]): void {
		const paths = new Set(files.map(({ path }) => path));
		for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
	}
}

/** Cuts a text into overlapping windows of lines, without those that may contain a secret. */
function windowsIn(text: string): readonly Window[] {
	const lines = text.split("\n");
	const windows: Window[] = [];
	for (let start = 0; start < lines.length; start += step) {
		const part = lines.slice(start, start + windowLines).join("\n");
		const words = wordsOf(part);
		if (words.size > 0 && secretIn(part) === undefined) windows.push({ text: part, words });
		if (start + windowLines >= lines.length) break;
	}
	return windows;
}

/** Returns the words of code that have three letters or more; each part of a name counts as a word. */
function wordsOf(text: string): ReadonlySet<string> {
	const words = new Set<string>();
	for (const [word] of text.matchAll(/[A-Z]?[a-z]{2,30}|[A-Z]{3,30}/g)) {
		words.add(word.toLowerCase());
		if (words.size >= mostWords) break;
	}
	return words;
}

/** Returns the share of the words of two sets that are in both. */
function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
	let common = 0;
	for (const word of one) if (other.has(word)) common++;
	const all = one.size + other.size - common;
	return all === 0 ? 0 : common / all;
}

/** Returns the lines that are compared with those of other files, the nearest to the cursor first. */
export function comparedLines(before: string): string {
	return lastLines(before, windowLines).split("\n").reverse().join("\n");
}

/** Returns the last lines of a text. */
export function lastLines(text: string, count: number): string {
	let at = text.length;
	for (let left = count; left > 0 && at >= 0; left--) at = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
	return text.slice(at + 1);
}
