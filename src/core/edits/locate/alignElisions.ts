import { limits } from "../../../shared/untrusted/limits";

/** A line of the code, or one of the lines that it replaces, as an alignment pairs them. */
export interface AlignedLine {
	/** The line of the code; `undefined` for a replaced line that is removed. */
	readonly code: number | undefined;
	/** The replaced line; for a mark, the first one that it stands for; `undefined` for a new line. */
	readonly before: number | undefined;
	/** The number of replaced lines: 0 for a new line, and for a mark that stands for nothing. */
	readonly count: number;
}

/** A line of the code, or a mark with the blank lines around it, which belong to what it stands for. */
interface Item {
	readonly first: number;
	readonly count: number;
	/** The line of the mark; `undefined` for a line of the code. */
	readonly mark: number | undefined;
	readonly text: string;
}

/**
 * Aligns code with the lines that it replaces, with as few new and removed lines as possible. A mark stands for any
 * number of lines between its neighbours, both of which must be lines that stay.
 *
 * @param isGap returns whether a line of the code is such a mark.
 * @param versions by line of the code, the replaced line of which it is a new version; a new version counts as a line
 * that stays, but an equal line is preferred.
 * @returns the first and the last of the best alignments; `undefined` when there is too much to compare.
 */
export function alignments(
	code: readonly string[],
	before: readonly string[],
	isGap: (at: number) => boolean,
	versions: ReadonlyMap<number, number>,
): readonly (readonly AlignedLine[])[] | undefined {
	const items = itemsOf(code, isGap);
	if ((items.length + 1) * (before.length + 1) > limits.lineComparisons) return undefined;
	const table = new CostTable(items, before, versions);
	return [table.trace(true), table.trace(false)];
}

function itemsOf(code: readonly string[], isGap: (at: number) => boolean): readonly Item[] {
	const items: Item[] = [];
	const isBlank = (at: number) => code[at]?.trim() === "";
	for (let at = 0; at < code.length; ) {
		let mark = at;
		while (isBlank(mark)) mark++;
		let end = at + 1;
		if (isGap(mark)) for (end = mark + 1; isBlank(end); ) end++;
		items.push({ first: at, count: end - at, mark: isGap(mark) ? mark : undefined, text: (code[at] ?? "").trimEnd() });
		at = end;
	}
	return items;
}

/** The cost of aligning each remainder of the items with each remainder of the lines, by dynamic programming. */
class CostTable {
	readonly #lines: readonly string[];
	readonly #width: number;
	readonly #costs: Int32Array;
	/** For each mark, by line: the least cost of a gap that ends before this line or a later one. */
	readonly #gaps = new Map<number, Float64Array>();
	/** For each line, the first non-blank line at or after it. */
	readonly #filled: Int32Array;

	constructor(
		private readonly items: readonly Item[],
		before: readonly string[],
		private readonly versions: ReadonlyMap<number, number>,
	) {
		this.#lines = before.map((line) => line.trimEnd());
		this.#width = before.length + 1;
		this.#costs = new Int32Array((items.length + 1) * this.#width);
		this.#filled = new Int32Array(this.#width);
		for (let line = before.length; line >= 0; line--) {
			this.#filled[line] = this.#lines[line] ? line : (this.#filled[line + 1] ?? before.length);
		}
		for (let item = items.length; item >= 0; item--) {
			if (this.#isGap(item)) this.#fillGap(item);
			for (let line = before.length; line >= 0; line--) {
				const ends = item === items.length && line === before.length;
				const least = this.#options(item, line).reduce(
					(least, { cost }) => Math.min(least, cost),
					Number.POSITIVE_INFINITY,
				);
				this.#costs[item * this.#width + line] = ends ? 0 : least;
			}
		}
	}

	/** @param early whether to prefer the first of several best alignments. */
	trace(early: boolean): readonly AlignedLine[] {
		const aligned: AlignedLine[] = [];
		let [item, line] = [0, 0];
		const match = () => {
			aligned.push({ code: this.items[item]?.first, before: line++, count: 1 });
			item++;
		};
		/**
		 * Adds a gap and the line that ends it, then any gap that follows directly: the line between is a neighbour of
		 * both.
		 */
		const gap = () => {
			const end = this.#gapEnd(item, line, early);
			const cost = this.#endCost(item, end) - (item + 1 < this.items.length ? this.#matchCost(item + 1, end) : 0);
			aligned.push({ code: this.items[item]?.mark, before: line, count: end - line });
			[item, line] = [item + 1, end];
			if (item < this.items.length) match();
			if (this.#isGap(item) && (!early || this.#cost(item, line) > cost) && this.#gapCost(item, line) === cost) gap();
		};
		while (item < this.items.length || line < this.#lines.length) {
			const best = this.#options(item, line).filter(({ cost }) => cost === this.#cost(item, line));
			const kind = (early ? best[0] : best.at(-1))?.kind;
			if (kind === "gap") gap();
			else if (kind === "match") match();
			else if (kind === "matchAndGap") {
				match();
				gap();
			} else if (kind === "add") {
				const { first = 0, count = 0 } = this.items[item++] ?? {};
				for (let at = first; at < first + count; at++) aligned.push({ code: at, before: undefined, count: 0 });
			} else aligned.push({ code: undefined, before: line++, count: 1 });
		}
		return aligned;
	}

	/** Returns the possible next steps, in the order that the first alignment prefers. */
	#options(item: number, line: number): readonly { readonly kind: string; readonly cost: number }[] {
		const isGap = this.#isGap(item);
		const options: { kind: string; cost: number }[] = [];
		const add = (kind: string, cost: number) => options.push({ kind, cost });
		if (!isGap && this.#matches(item, line)) {
			const own = this.#matchCost(item, line);
			add("match", own + this.#cost(item + 1, line + 1));
			if (this.#isGap(item + 1)) add("matchAndGap", own + this.#gapCost(item + 1, line + 1));
		}
		if (isGap && item === 0 && line === 0) add("gap", this.#gapCost(0, 0));
		if (item < this.items.length) add("add", this.#cost(item + 1, line) + (isGap ? 0 : 1));
		if (line < this.#lines.length) add("remove", this.#cost(item, line + 1) + 1);
		return options;
	}

	#matches(item: number, line: number): boolean {
		return line < this.#lines.length && (this.#isEqual(item, line) || this.#isVersion(item, line));
	}

	#isEqual(item: number, line: number): boolean {
		return this.items[item]?.text === this.#lines[line];
	}

	#isVersion(item: number, line: number): boolean {
		return this.versions.get(this.items[item]?.first ?? -1) === line;
	}

	#matchCost(item: number, line: number): number {
		return this.#isEqual(item, line) ? 0 : 1;
	}

	#cost(item: number, line: number): number {
		return this.#costs[item * this.#width + line] ?? 0;
	}

	/**
	 * Returns the cost of all that follows a gap which ends before a line; the line must be the mark's next neighbour, or
	 * the end.
	 */
	#endCost(mark: number, end: number): number {
		if (mark + 1 === this.items.length) return end === this.#lines.length ? 0 : Number.POSITIVE_INFINITY;
		if (!this.#matches(mark + 1, end)) return Number.POSITIVE_INFINITY;
		const onward = this.#cost(mark + 2, end + 1);
		const least = this.#isGap(mark + 2) ? Math.min(onward, this.#gapCost(mark + 2, end + 1)) : onward;
		return this.#matchCost(mark + 1, end) + least;
	}

	#fillGap(mark: number): void {
		const least = new Float64Array(this.#width + 1).fill(Number.POSITIVE_INFINITY);
		for (let end = this.#lines.length; end >= 0; end--) {
			least[end] = Math.min(least[end + 1] ?? Number.POSITIVE_INFINITY, this.#endCost(mark, end));
		}
		this.#gaps.set(mark, least);
	}

	/** Returns the least cost of a gap that begins at a line; it contains at least one non-blank line. */
	#gapCost(mark: number, from: number): number {
		return this.#gaps.get(mark)?.[(this.#filled[from] ?? this.#lines.length) + 1] ?? Number.POSITIVE_INFINITY;
	}

	#gapEnd(mark: number, from: number, early: boolean): number {
		const cost = this.#gapCost(mark, from);
		const ends: number[] = [];
		for (let end = (this.#filled[from] ?? 0) + 1; end <= this.#lines.length; end++) {
			if (this.#endCost(mark, end) === cost) ends.push(end);
		}
		return (early ? ends[0] : ends.at(-1)) ?? from;
	}

	#isGap(item: number): boolean {
		return this.items[item]?.mark !== undefined;
	}
}
