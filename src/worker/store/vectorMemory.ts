import type { DatabaseSync } from "node:sqlite";
import type { QuantizedVector } from "../vectors/quantize";
import { VectorMatrix } from "../vectors/vectorMatrix";
import { setCache } from "./indexDatabase";
import type { VectorTables } from "./vectorTables";

/** Keeps the vectors of an index in memory from the first search on, and follows the changes of other windows. */
export class VectorMemory {
	readonly #dataVersion;
	#matrix: VectorMatrix | undefined;
	#generation = -1;
	#seenVersion: unknown;

	constructor(
		private readonly db: DatabaseSync,
		private readonly tables: VectorTables,
	) {
		this.#dataVersion = db.prepare("PRAGMA data_version");
	}

	/** Size in bytes; 0 before the first search. */
	get bytes(): number {
		return this.#matrix?.bytes ?? 0;
	}

	/** Returns all vectors as they are in the file now; `undefined` when there are none. */
	current(): VectorMatrix | undefined {
		const version = this.#dataVersion.get()?.data_version;
		const { dimension, generation } = this.tables;
		if (!this.#matrix || generation !== this.#generation || this.#matrix.dimension !== dimension) {
			this.#matrix = dimension > 0 ? this.#load(dimension) : undefined;
			this.#generation = generation;
		} else if (version !== this.#seenVersion) this.#follow(this.#matrix);
		this.#seenVersion = version;
		return this.#matrix;
	}

	/** Adds a vector that this window has just written. */
	set(id: number, vector: QuantizedVector): void {
		if (this.#matrix?.dimension === vector.codes.length) this.#matrix.set(id, vector);
	}

	/** Adds contents that are in a file now, and removes those that are in none. */
	change(used: Iterable<number>, unused: Iterable<number>): void {
		if (!this.#matrix) return;
		for (const id of unused) this.#matrix.delete(id);
		for (const id of used) this.#add(this.#matrix, id);
	}

	#load(dimension: number): VectorMatrix {
		const matrix = new VectorMatrix(dimension);
		setCache(this.db, "readingThrough");
		try {
			for (const [id, vector] of this.tables.usedCodes()) matrix.set(id, vector);
			return matrix;
		} finally {
			setCache(this.db, "usual");
		}
	}

	/** Applies another window's changes by comparing ids, because a content's vector never changes. */
	#follow(matrix: VectorMatrix): void {
		const used = new Set(this.tables.usedIds());
		for (const id of matrix.ids()) if (!used.has(id)) matrix.delete(id);
		for (const id of used) this.#add(matrix, id);
	}

	#add(matrix: VectorMatrix, id: number): void {
		const codes = matrix.has(id) ? undefined : this.tables.codesOf(id);
		if (codes) matrix.set(id, codes);
	}
}
