import { anyFolders, anything, type GlobStep, notSlash, oneOf, optional, star } from "./globSteps";

/** Maximum depth of nested braces that are interpreted; deeper ones are literal. */
const deepestBraces = 20;

/**
 * Parses a glob as in VS Code's settings, for paths relative to a folder; braces may be nested. A final slash is
 * ignored, also at the end of an alternative if braces enclose the whole glob.
 */
export function editorGlob(glob: string): readonly GlobStep[] {
	return new EditorGlob(glob.trim()).part(0);
}

/**
 * Escapes a path, or a part of one, for a glob. VS Code's searches and watchers disagree on how special characters are
 * escaped, so each becomes `?`, which matches any character: results must be compared with the path.
 */
export function escapeGlob(path: string): string {
	return path.replace(/[[\]{}*?!,\\]/g, "?");
}

class EditorGlob {
	#at = 0;
	readonly #lastBracket: number;
	readonly #lastBrace: number;
	/** Whether a single pair of braces encloses the whole glob, with no other closing brace. */
	readonly #isChoice: boolean;

	constructor(private readonly glob: string) {
		this.#lastBracket = glob.lastIndexOf("]");
		this.#lastBrace = glob.lastIndexOf("}");
		this.#isChoice = glob.startsWith("{") && glob.indexOf("}") === glob.length - 1;
	}

	/** Parses up to the end or, within braces, up to the next comma or the closing brace. */
	part(depth: number): readonly GlobStep[] {
		const start = this.#at;
		const steps: GlobStep[] = [];
		for (; this.#at < this.glob.length && !this.#ends(this.#at, depth); this.#at++) {
			for (const step of this.#next(start, depth)) steps.push(step);
		}
		return steps;
	}

	/** Parses the next element; stops at its last character. */
	#next(start: number, depth: number): readonly GlobStep[] {
		const { glob } = this;
		const at = this.#at;
		const character = glob[at];
		if (character === "/" && at > start && this.#isLast(at, depth)) return [];
		if (character === "/" && glob.startsWith("**", at + 1) && this.#ends(at + 3, depth)) {
			this.#at += 2;
			return optional(["/".charCodeAt(0), ...anything]);
		}
		if (character === "*") return this.#stars(start, depth);
		if (character === "?") return [notSlash];
		if (character === "[" && this.#lastBracket > at + 1) return [this.#set()];
		if (character === "{" && depth < deepestBraces && this.#lastBrace > at) return this.#braces(depth);
		return [glob.charCodeAt(at)];
	}

	/** Returns whether a character is the last of the glob or, if braces enclose the whole glob, of its alternative. */
	#isLast(at: number, depth: number): boolean {
		return at === this.glob.length - 1 || (this.#isChoice && depth === 1 && this.#ends(at + 1, depth));
	}

	#ends(at: number, depth: number): boolean {
		return at >= this.glob.length || (depth > 0 && ",}".includes(this.glob[at] as string));
	}

	#stars(start: number, depth: number): readonly GlobStep[] {
		const first = this.#at;
		while (this.glob[this.#at + 1] === "*") this.#at++;
		const behind = this.#at + 1;
		if (behind - first !== 2 || (first > start && this.glob[first - 1] !== "/")) return star;
		if (this.#ends(behind, depth)) return anything;
		if (this.glob[behind] !== "/") return star;
		this.#at++;
		return anyFolders;
	}

	#set(): (unit: number) => boolean {
		const { glob } = this;
		const negated = glob[this.#at + 1] === "!" || glob[this.#at + 1] === "^";
		const start = this.#at + (negated ? 2 : 1);
		// A bracket directly after the opening one is part of the set; if there is no other, it closes the set.
		const end = glob.indexOf("]", start + 1);
		this.#at = end < 0 ? this.#lastBracket : end;
		const ranges: (readonly [first: number, last: number])[] = [];
		for (let at = start; at < this.#at; at++) {
			const isRange = glob[at + 1] === "-" && at + 2 < this.#at;
			const last = isRange ? at + 2 : at;
			ranges.push([glob.charCodeAt(at), glob.charCodeAt(last)]);
			at = last;
		}
		return (unit) => notSlash(unit) && ranges.some(([first, last]) => first <= unit && unit <= last) !== negated;
	}

	#braces(depth: number): readonly GlobStep[] {
		const choices: (readonly GlobStep[])[] = [];
		do {
			this.#at++;
			choices.push(this.part(depth + 1));
		} while (this.glob[this.#at] === ",");
		return oneOf(choices);
	}
}
