import { Nearest, type Scored, wordsFor } from "./nearest";
import { largestIn, type QuantizedVector } from "./quantize";
import { bytes as scanModule } from "./scan.wat";

type Scan = (group: number, groups: number, length: number, bar: number, found: number) => number;

const pageSize = 64 * 1024;
const mostPages = 65_536;
/** The memory grows by 4 MB. */
const pagesAtOnce = 64;
/** Codes are read so many at a time. */
const block = 64;
/** So many rows lie together, and so many of a row's codes, 4 bytes each, before the next row's. */
const together = 4;
const wordsInTurn = 4;
/** Behind a group's codes, in words: its rows' scales, what is taken off their sums, and their ids. */
const footer = { scales: 0, offsets: together, ids: together * 2, words: together * 3 } as const;
/** So many groups are scanned before the bar is raised to what they brought: twice as many each time, for it rises ever less. */
const groupsAtOnce = { first: 32, most: 512 } as const;
/** Who looks for the nearest gets no more. */
const mostNearest = 1_000;
/** The query's numbers are −16 to 16, kept as 0 to 32: more would not fit the kernel's sums. */
const largestNumber = 16;

/** Quantised vectors side by side in WebAssembly's memory, searched from end to end. Not for more than 4 GB. */
export class VectorMatrix {
	/** The query, what was found, and the rows: in the open for the bench, which reads the same bytes and does nothing with them. */
	readonly memory = new WebAssembly.Memory({ initial: 1, maximum: mostPages });
	readonly #scan: Scan;
	/** Codes in a row, and 4-byte words in a group. */
	readonly #length: number;
	readonly #groupWords: number;
	/** Where what was found, and the groups, are in the memory, in words; the query is at its begin. */
	readonly #found: number;
	readonly #groups: number;
	/** One row's codes, with zeros at the end. */
	readonly #codes: Int8Array;
	/** The memory's words, as numbers of either kind; made anew when it has grown. */
	#words = new Int32Array();
	#floats = new Float32Array();
	#size = 0;
	/** Each id's row plus 1; 0 where there is none. Ids are dense, so that this is far smaller than a map. */
	#rowOf = new Int32Array(1024);

	constructor(readonly dimension: number) {
		const module = new WebAssembly.Module(scanModule);
		this.#scan = new WebAssembly.Instance(module, { memory: { rows: this.memory } }).exports.scan as Scan;
		this.#length = Math.ceil(dimension / block) * block;
		this.#groupWords = this.#length + footer.words;
		this.#found = this.#length / 4;
		this.#groups = this.#found + wordsFor(mostNearest, groupsAtOnce.most * together);
		this.#codes = new Int8Array(this.#length);
		this.#grow(0);
	}

	/** How many vectors it holds. */
	get size(): number {
		return this.#size;
	}

	/** Bytes in memory, for all of it. */
	get bytes(): number {
		return this.memory.buffer.byteLength + this.#rowOf.byteLength;
	}

	has(id: number): boolean {
		return (this.#rowOf[id] ?? 0) > 0;
	}

	/** The ids of all vectors, in no order. */
	*ids(): Iterable<number> {
		for (let id = 0; id < this.#rowOf.length; id++) if (this.#rowOf[id]) yield id;
	}

	/**
	 * Adds a vector, or replaces the one with the same id.
	 *
	 * @param id a small positive integer: the table of rows is as long as the largest.
	 * @throws RangeError on a vector of another dimension; when the memory is full.
	 */
	set(id: number, { codes, scale }: QuantizedVector): void {
		if (codes.length !== this.dimension) throw new RangeError(`${codes.length} codes instead of ${this.dimension}`);
		if (!this.has(id)) this.#place(id);
		const row = (this.#rowOf[id] ?? 1) - 1;
		this.#codes.set(codes);
		const from = new Int32Array(this.#codes.buffer);
		const first = this.#wordOf(row);
		for (let word = 0; word < from.length; word++) this.#words[first + turned(word)] = from[word] as number;
		let sum = 0;
		for (const code of codes) sum += code;
		const end = this.#footerOf(row);
		this.#floats[end + footer.scales] = scale;
		this.#words[end + footer.offsets] = sum * largestNumber;
		this.#words[end + footer.ids] = id;
	}

	/** The last row moves into the gap. */
	delete(id: number): void {
		const place = this.#rowOf[id] ?? 0;
		if (place === 0) return;
		const last = this.#idOf(this.#size - 1);
		this.#move(this.#size - 1, place - 1);
		this.#size--;
		this.#rowOf[last] = place;
		this.#rowOf[id] = 0;
	}

	/**
	 * The nearest vectors by dot product, as far as the codes tell; in no order, for the last word is their exact vectors'.
	 *
	 * @param count 1,000 at most.
	 * @param allowed leaves vectors out by their id.
	 * @throws RangeError on a vector of another dimension; on a larger count.
	 */
	nearest(query: Float32Array, count: number, allowed?: (id: number) => boolean): Scored[] {
		if (count > mostNearest) throw new RangeError(`${count} instead of ${mostNearest} at most`);
		const unit = this.#writeQuery(query);
		const best = new Nearest(count, this.#floats, this.#words, this.#found);
		const groups = Math.ceil(this.#size / together);
		let some: number = groupsAtOnce.first;
		for (let first = 0; first < groups; first += some, some = Math.min(2 * some, groupsAtOnce.most)) {
			const at = (this.#groups + first * this.#groupWords) * 4;
			const end = this.#scan(at, Math.min(some, groups - first), this.#length, best.bar, best.end * 4) / 4;
			best.take(end, allowed);
		}
		return best.kept(unit);
	}

	/** The query's numbers, at the memory's begin; gives what one of its steps is worth. */
	#writeQuery(query: Float32Array): number {
		if (query.length !== this.dimension) throw new RangeError(`${query.length} numbers instead of ${this.dimension}`);
		const step = largestIn(query) / largestNumber;
		const numbers = new Uint8Array(this.memory.buffer, 0, this.#length);
		const scale = step > 0 ? 1 / step : 0;
		for (let i = 0; i < query.length; i++) numbers[i] = Math.floor((query[i] as number) * scale + largestNumber + 0.5);
		return step;
	}

	/** Gives the id a row of its own, behind all others. */
	#place(id: number): void {
		this.#grow(this.#size + 1);
		if (id >= this.#rowOf.length) {
			const longer = new Int32Array(Math.max(id + 1, Math.ceil(this.#rowOf.length * 1.5)));
			longer.set(this.#rowOf);
			this.#rowOf = longer;
		}
		// Rows that are none have no number for a score, and are above no bar.
		if (this.#size % together === 0)
			this.#floats.fill(Number.NaN, this.#footerOf(this.#size), this.#footerOf(this.#size) + together);
		this.#rowOf[id] = ++this.#size;
	}

	/** Makes room for so many rows. */
	#grow(rows: number): void {
		const bytes = this.memory.buffer.byteLength;
		const end = (this.#groups + Math.ceil(rows / together) * this.#groupWords) * 4;
		const missing = Math.ceil((end - bytes) / pageSize);
		// The addresses are reserved beforehand, so that nothing is copied; and what is not yet written takes no memory.
		if (missing > 0) this.memory.grow(Math.max(missing, Math.min(pagesAtOnce, mostPages - bytes / pageSize)));
		if (this.#words.byteLength === this.memory.buffer.byteLength) return;
		this.#words = new Int32Array(this.memory.buffer);
		this.#floats = new Float32Array(this.memory.buffer);
	}

	/** Moves a row, and leaves its old place as one that is none. */
	#move(from: number, to: number): void {
		const [source, target] = [this.#wordOf(from), this.#wordOf(to)];
		for (let word = 0; word < this.#length / 4; word++)
			this.#words[target + turned(word)] = this.#words[source + turned(word)] as number;
		const [old, end] = [this.#footerOf(from), this.#footerOf(to)];
		for (let word = 0; word < footer.words; word += together)
			this.#words[end + word] = this.#words[old + word] as number;
		this.#floats[old + footer.scales] = Number.NaN;
	}

	#idOf(row: number): number {
		return this.#words[this.#footerOf(row) + footer.ids] ?? 0;
	}

	/** Where a row's first codes are. */
	#wordOf(row: number): number {
		return this.#groups + Math.floor(row / together) * this.#groupWords + (row % together) * wordsInTurn;
	}

	/** Where a row's scale is; its other facts follow, each so many words further. */
	#footerOf(row: number): number {
		return this.#groups + Math.floor(row / together) * this.#groupWords + this.#length + (row % together);
	}
}

/** How far behind its first a word of a row lies, the other rows' turns lying in between. */
function turned(word: number): number {
	return Math.floor(word / wordsInTurn) * wordsInTurn * together + (word % wordsInTurn);
}
