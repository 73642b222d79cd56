import { Nearest, type Scored } from "./nearest";
import { largestIn, type QuantizedVector } from "./quantize";
import { bytes as scanModule } from "./scan.wat";

type Scan = (row: number, count: number, stride: number, query: number, length: number, scores: number) => void;

const pageSize = 64 * 1024;
const mostPages = 65_536;
/** The memory grows by 4 MB. */
const pagesAtOnce = 64;
/** Codes are read so many at a time. */
const block = 32;
/** How many rows are scored before their scores are looked at: these stay in the processor's cache. */
const rowsAtOnce = 2048;
/** Behind a row's codes: its scale and its id, four bytes each; then nothing, so that rows begin at a multiple of 16. */
const footer = 16;
/** An i32 lane holds the sum of an eighth of the products. */
const largestSum = 2 ** 31 - 1;
const largestCode = 127;
const largestInt16 = 32_767;

/** Quantised vectors side by side in WebAssembly's memory, searched from end to end. Not for more than 4 GB. */
export class VectorMatrix {
	readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: mostPages });
	readonly #scan: Scan;
	/** Codes in a row, and bytes from one row to the next. */
	readonly #length: number;
	readonly #stride: number;
	/** Where things are in the memory. */
	readonly #scores: number;
	readonly #rows: number;
	readonly #largestNumber: number;
	#size = 0;
	/** Each id's row plus 1; 0 where there is none. Ids are dense, so that this is far smaller than a map. */
	#rowOf = new Int32Array(1024);

	constructor(readonly dimension: number) {
		const module = new WebAssembly.Module(scanModule);
		this.#scan = new WebAssembly.Instance(module, { memory: { rows: this.#memory } }).exports.scan as Scan;
		this.#length = Math.ceil(dimension / block) * block;
		this.#stride = this.#length + footer;
		this.#scores = this.#length * 2;
		this.#rows = this.#scores + rowsAtOnce * 4;
		this.#largestNumber = Math.min(largestInt16, Math.floor(largestSum / (largestCode * Math.ceil(this.#length / 8))));
	}

	/** How many vectors it holds. */
	get size(): number {
		return this.#size;
	}

	/** Bytes in memory, for all of it. */
	get bytes(): number {
		return this.#memory.buffer.byteLength + this.#rowOf.byteLength;
	}

	get #pages(): number {
		return this.#memory.buffer.byteLength / pageSize;
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
		const row = this.#rows + ((this.#rowOf[id] ?? 1) - 1) * this.#stride;
		const { buffer } = this.#memory;
		new Int8Array(buffer, row, codes.length).set(codes);
		new Float32Array(buffer, row + this.#length, 1)[0] = scale;
		new Int32Array(buffer, row + this.#length + 4, 1)[0] = id;
	}

	/** The last row moves into the gap. */
	delete(id: number): void {
		const place = this.#rowOf[id] ?? 0;
		if (place === 0) return;
		const rows = new Uint8Array(this.#memory.buffer, this.#rows, this.#size * this.#stride);
		this.#size--;
		rows.copyWithin((place - 1) * this.#stride, this.#size * this.#stride, (this.#size + 1) * this.#stride);
		this.#rowOf[this.#idAt(place - 1)] = place;
		this.#rowOf[id] = 0;
	}

	/**
	 * The nearest vectors by dot product, as far as the codes tell; best first.
	 *
	 * @param allowed leaves vectors out by their id.
	 */
	nearest(query: Float32Array, count: number, allowed?: (id: number) => boolean): Scored[] {
		const unit = this.#writeQuery(query);
		const best = new Nearest(count);
		for (let first = 0; first < this.#size; first += rowsAtOnce) {
			const rows = Math.min(rowsAtOnce, this.#size - first);
			this.#scan(this.#rows + first * this.#stride, rows, this.#stride, 0, this.#length, this.#scores);
			const scores = new Float32Array(this.#memory.buffer, this.#scores, rows);
			let { bar } = best;
			for (let i = 0; i < rows; i++) {
				const score = scores[i] ?? 0;
				if (score <= bar) continue;
				const id = this.#idAt(first + i);
				if (allowed && !allowed(id)) continue;
				best.offer(id, score);
				bar = best.bar;
			}
		}
		return best.sorted().map(({ id, score }) => ({ id, score: score * unit }));
	}

	/** The query as int16, at the memory's begin; gives what one of its steps is worth. */
	#writeQuery(query: Float32Array): number {
		if (query.length !== this.dimension) throw new RangeError(`${query.length} numbers instead of ${this.dimension}`);
		const step = largestIn(query) / this.#largestNumber;
		const numbers = new Int16Array(this.#memory.buffer, 0, this.#length);
		for (let i = 0; i < this.dimension; i++) numbers[i] = step > 0 ? Math.round((query[i] ?? 0) / step) : 0;
		return step;
	}

	/** Gives the id a row of its own, behind all others. */
	#place(id: number): void {
		const end = this.#rows + (this.#size + 1) * this.#stride;
		const missing = Math.ceil((end - this.#memory.buffer.byteLength) / pageSize);
		// The addresses are reserved beforehand, so that nothing is copied; and what is not yet written takes no memory.
		if (missing > 0) this.#memory.grow(Math.min(Math.max(missing, pagesAtOnce), mostPages - this.#pages));
		if (id >= this.#rowOf.length) {
			const longer = new Int32Array(Math.max(id + 1, Math.ceil(this.#rowOf.length * 1.5)));
			longer.set(this.#rowOf);
			this.#rowOf = longer;
		}
		this.#rowOf[id] = ++this.#size;
	}

	#idAt(row: number): number {
		return new Int32Array(this.#memory.buffer, this.#rows + row * this.#stride + this.#length + 4, 1)[0] ?? 0;
	}
}
