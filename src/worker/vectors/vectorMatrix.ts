import { Nearest, type Scored, wordsFor } from "./nearest";
import { largestIn, type QuantizedVector } from "./quantize";
import { bytes as scanModule } from "./scan.wat";

type Scan = (group: number, groups: number, length: number, bar: number, found: number) => number;

const pageSize = 64 * 1024;
const mostPages = 65_536;
/** The number of pages by which the memory grows: 4 MB. */
const pagesAtOnce = 64;
/** The block size, in codes: a row is padded to a multiple of it. */
const block = 64;
/**
 * The number of rows in a group, whose codes are interleaved, and the number of 4-byte words of a row before those of
 * the next row.
 */
const together = 4;
const wordsInTurn = 4;
/**
 * The footer of a group, in words: its rows' scales, the offsets that are subtracted from their sums, and their ids.
 */
const footer = { scales: 0, offsets: together, ids: together * 2, words: together * 3 } as const;
/**
 * The number of groups that are scanned before the bar is raised: it doubles each time, because the bar rises ever more
 * slowly.
 */
const groupsAtOnce = { first: 32, most: 512 } as const;
/** Maximum number of results. */
const mostNearest = 1_000;
/**
 * The largest value of a query, whose values are −16 to 16 and stored as 0 to 32: larger ones would overflow the
 * kernel's sums.
 */
const largestNumber = 16;

/** Quantized vectors in WebAssembly's memory, which is searched linearly. Limited to 4 GB. */
export class VectorMatrix {
	/**
	 * The query, the results and the rows. Public for the bench, which reads the same bytes without computing anything.
	 */
	readonly memory = new WebAssembly.Memory({ initial: 1, maximum: mostPages });
	readonly #scan: Scan;
	/** The number of codes in a row, and of 4-byte words in a group. */
	readonly #length: number;
	readonly #groupWords: number;
	/** The offsets of the results and of the groups in memory, in words; the query is at the beginning. */
	readonly #found: number;
	readonly #groups: number;
	/** One row's codes, padded with zeros. */
	readonly #codes: Int8Array;
	/** The memory's words as integers and as floats; created again whenever the memory has grown. */
	#words = new Int32Array();
	#floats = new Float32Array();
	#size = 0;
	/** Each id's row plus 1; 0 if there is none. Ids are dense, so that this is far smaller than a map. */
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

	/** The number of vectors. */
	get size(): number {
		return this.#size;
	}

	/** The total size in memory, in bytes. */
	get bytes(): number {
		return this.memory.buffer.byteLength + this.#rowOf.byteLength;
	}

	has(id: number): boolean {
		return (this.#rowOf[id] ?? 0) > 0;
	}

	/** Yields the ids of all vectors, in no particular order. */
	*ids(): Iterable<number> {
		for (let id = 0; id < this.#rowOf.length; id++) if (this.#rowOf[id]) yield id;
	}

	/**
	 * Adds a vector, or replaces the one with the same id.
	 *
	 * @param id a small positive integer: the table of rows is as long as the largest id.
	 * @throws RangeError for a vector of another dimension, or when the memory is full.
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

	/** Deletes a vector; the last row moves into the gap. */
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
	 * Returns the nearest vectors by dot product of the codes, in no particular order: the exact vectors decide in the
	 * end.
	 *
	 * @param count at most 1,000.
	 * @param allowed returns whether the vector with an id may be among the results.
	 * @throws RangeError for a vector of another dimension, or a larger count.
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

	/** Writes the query's values to the memory's beginning; returns the value of one step. */
	#writeQuery(query: Float32Array): number {
		if (query.length !== this.dimension) throw new RangeError(`${query.length} numbers instead of ${this.dimension}`);
		const step = largestIn(query) / largestNumber;
		const numbers = new Uint8Array(this.memory.buffer, 0, this.#length);
		const scale = step > 0 ? 1 / step : 0;
		for (let i = 0; i < query.length; i++) numbers[i] = Math.floor((query[i] as number) * scale + largestNumber + 0.5);
		return step;
	}

	/** Gives the id a row of its own, after all others. */
	#place(id: number): void {
		this.#grow(this.#size + 1);
		if (id >= this.#rowOf.length) {
			const longer = new Int32Array(Math.max(id + 1, Math.ceil(this.#rowOf.length * 1.5)));
			longer.set(this.#rowOf);
			this.#rowOf = longer;
		}
		// Empty rows have the score NaN, which is above no bar.
		if (this.#size % together === 0)
			this.#floats.fill(Number.NaN, this.#footerOf(this.#size), this.#footerOf(this.#size) + together);
		this.#rowOf[id] = ++this.#size;
	}

	/** Makes room for a number of rows. */
	#grow(rows: number): void {
		const bytes = this.memory.buffer.byteLength;
		const end = (this.#groups + Math.ceil(rows / together) * this.#groupWords) * 4;
		const missing = Math.ceil((end - bytes) / pageSize);
		// The address space is reserved beforehand, so nothing is copied; memory that is not written yet is not
		// allocated.
		if (missing > 0) this.memory.grow(Math.max(missing, Math.min(pagesAtOnce, mostPages - bytes / pageSize)));
		if (this.#words.byteLength === this.memory.buffer.byteLength) return;
		this.#words = new Int32Array(this.memory.buffer);
		this.#floats = new Float32Array(this.memory.buffer);
	}

	/** Moves a row, and marks its old place as empty. */
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

	/** Returns the word of a row's first codes. */
	#wordOf(row: number): number {
		return this.#groups + Math.floor(row / together) * this.#groupWords + (row % together) * wordsInTurn;
	}

	/** Returns the word of a row's scale; its other values follow at fixed distances. */
	#footerOf(row: number): number {
		return this.#groups + Math.floor(row / together) * this.#groupWords + this.#length + (row % together);
	}
}

/** Returns the offset of a row's word from its first one, with the other rows' words in between. */
function turned(word: number): number {
	return Math.floor(word / wordsInTurn) * wordsInTurn * together + (word % wordsInTurn);
}
