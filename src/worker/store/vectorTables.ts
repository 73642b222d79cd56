import type { DatabaseSync } from "node:sqlite";
import { dotProduct, unitVector } from "../../core/search/embedding/unitVector";
import type { MissingContent, MissingSample } from "../../core/search/model/chunker";
import type { RefusedContents } from "../../core/search/model/indexCatalogue";
import type { EmbeddedContent } from "../../core/search/model/vectorSearch";
import { contentOf } from "../chunking/chunk";
import { type QuantizedVector, quantize } from "../vectors/quantize";

/** Condition for the requested missing contents, without reading their own rows, because scanning all texts is slow. */
const askedFor = "(? OR missing.content NOT IN (SELECT id FROM contents WHERE refused IS NOT NULL))";

/** The size of a content in bytes; counting its characters takes twice as long. */
const length = "octet_length(symbol) + octet_length(text)";

/** A list of ids, given as JSON. */
const listed = "(SELECT value FROM json_each(?))";

/** The vectors of an index: exact ones for the final ranking, quantized ones for the memory. */
export class VectorTables {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			meta: db.prepare("SELECT value FROM meta WHERE key = ?"),
			setMeta: db.prepare("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"),
			missing: db.prepare(`
				SELECT missing.content AS id, symbol, text, path
				FROM missing CROSS JOIN contents ON contents.id = missing.content
					CROSS JOIN chunks ON chunks.id = (SELECT id FROM chunks WHERE content = missing.content LIMIT 1)
					CROSS JOIN files ON files.id = chunks.file
				WHERE missing.content > ? AND (refused IS NULL OR ?)
				ORDER BY missing.content LIMIT ?`),
			countMissing: db.prepare(`
				SELECT count(*) AS contents FROM missing
				WHERE ${askedFor} AND EXISTS (SELECT 1 FROM chunks WHERE content = missing.content)`),
			missingLength: db.prepare(`
				SELECT coalesce(sum(${length}), 0) AS length
				FROM missing CROSS JOIN contents ON id = missing.content
				WHERE EXISTS (SELECT 1 FROM chunks WHERE content = missing.content)`),
			unfinishedFiles: db.prepare(`
				SELECT count(DISTINCT file) AS files FROM missing CROSS JOIN chunks ON chunks.content = missing.content
				WHERE ${askedFor}`),
			dropMissing: db.prepare(`DELETE FROM missing WHERE content IN ${listed}`),
			// Hashes are unordered, so this is a random sample.
			sample: db.prepare(`
				SELECT symbol, text, ${length} AS length
				FROM missing CROSS JOIN contents ON id = missing.content ORDER BY hash LIMIT ?`),
			addVector: db.prepare("INSERT OR REPLACE INTO vectors VALUES (?, ?)"),
			addCodes: db.prepare("INSERT OR REPLACE INTO codes VALUES (?, ?, ?)"),
			vectors: db.prepare(`SELECT content AS id, vector FROM vectors WHERE content IN ${listed}`),
			codesOf: db.prepare("SELECT scale, codes FROM codes WHERE content = ?"),
			usedIds: db.prepare(
				"SELECT content AS id FROM codes WHERE EXISTS (SELECT 1 FROM chunks WHERE content = codes.content)",
			),
			usedCodes: db.prepare(
				"SELECT content, scale, codes FROM codes WHERE EXISTS (SELECT 1 FROM chunks WHERE content = codes.content)",
			),
			dropCodes: db.prepare(`DELETE FROM codes WHERE content IN ${listed}`),
			dropVectors: db.prepare(`DELETE FROM vectors WHERE content IN ${listed}`),
			refuse: db.prepare("UPDATE contents SET refused = ? WHERE id = ?"),
			refused: db.prepare(`
				SELECT DISTINCT contents.id, path, refused FROM contents
				JOIN chunks ON content = contents.id JOIN files ON files.id = file
				WHERE refused IS NOT NULL AND contents.id IN (SELECT content FROM missing)
				ORDER BY path`),
		};
		// Objects take a fifth more time.
		this.#sql.vectors.setReturnArrays(true);
	}

	/** The dimension of the vectors; 0 while there is none. */
	get dimension(): number {
		return Number(this.#sql.meta.get("dimension")?.value ?? 0);
	}

	/** A number that changes when the index is recreated. */
	get generation(): number {
		return Number(this.#sql.meta.get("generation")?.value ?? 0);
	}

	/** Returns contents of chunks that have no vector yet, by id. */
	missing(after: number, limit: number, refusedToo: boolean): MissingContent[] {
		return this.#sql.missing
			.all(after, Number(refusedToo), limit)
			.map((row) => ({ id: Number(row.id), text: textOf(row), path: String(row.path) }));
	}

	/** Implements `Chunker.sample`. */
	sample(count: number): MissingSample {
		const rows = this.#sql.sample.all(count);
		const length = rows.reduce((sum, row) => sum + Number(row.length), 0);
		const all = Number(this.#sql.missingLength.get()?.length);
		return { texts: rows.map(textOf), times: length > 0 ? all / length : 0 };
	}

	/**
	 * Stores vectors, normalized to length 1; returns the quantized ones for the memory, by id.
	 *
	 * @throws RangeError on a different dimension.
	 */
	save(embedded: readonly EmbeddedContent[]): (readonly [number, QuantizedVector])[] {
		const known = this.dimension;
		const dimension = known || (embedded[0]?.vector.length ?? 0);
		if (dimension !== known) this.#sql.setMeta.run("dimension", dimension);
		// SQLite copies its arguments, so one array is reused; an array for each vector would cause repeated garbage
		// collections.
		const unit = new Float32Array(dimension);
		const codes = new Int8Array(dimension * embedded.length);
		this.#sql.dropMissing.run(JSON.stringify(embedded.map(({ id }) => id)));
		return embedded.map(({ id, vector }, i) => {
			if (vector.length !== dimension) throw new RangeError(`${vector.length} numbers instead of ${dimension}`);
			unitVector(vector, unit);
			const quantized = quantize(unit, codes.subarray(i * dimension, (i + 1) * dimension));
			this.#sql.addVector.run(id, bytesOf(unit));
			this.#sql.addCodes.run(id, quantized.scale, bytesOf(quantized.codes));
			return [id, quantized];
		});
	}

	/** Counts the missing contents. */
	countMissing(refusedToo: boolean): number {
		return Number(this.#sql.countMissing.get(Number(refusedToo))?.contents);
	}

	/** Counts the files with a missing content in a chunk. */
	unfinishedFiles(refusedToo: boolean): number {
		return Number(this.#sql.unfinishedFiles.get(Number(refusedToo))?.files);
	}

	dropSome(ids: readonly number[]): void {
		const list = JSON.stringify(ids);
		for (const drop of [this.#sql.dropCodes, this.#sql.dropVectors, this.#sql.dropMissing]) drop.run(list);
	}

	refuse(ids: readonly number[], cause: string): void {
		for (const id of ids) this.#sql.refuse.run(cause, id);
	}

	/** Returns the refused contents that still have no vector; `undefined` when there are none. */
	refused(): RefusedContents | undefined {
		const rows = this.#sql.refused.all();
		const last = rows.at(-1);
		if (!last) return undefined;
		const contents = new Set(rows.map(({ id }) => id)).size;
		return { contents, paths: [...new Set(rows.map(({ path }) => String(path)))], cause: String(last.refused) };
	}

	codesOf(id: number): QuantizedVector | undefined {
		const row = this.#sql.codesOf.get(id);
		return row && quantizedOf(row);
	}

	/** Returns the ids of all contents that are in a chunk and have a vector. */
	*usedIds(): Iterable<number> {
		for (const { id } of this.#sql.usedIds.iterate()) yield Number(id);
	}

	/** Returns the same contents with their codes. */
	*usedCodes(): Iterable<readonly [number, QuantizedVector]> {
		for (const row of this.#sql.usedCodes.iterate()) yield [Number(row.content), quantizedOf(row)];
	}

	/** Returns the exact similarity of some contents, by id. */
	similarities(ids: readonly number[], query: Float32Array): Map<number, number> {
		const similarities = new Map<number, number>();
		for (const { 0: id, 1: vector } of this.#sql.vectors.all(JSON.stringify(ids)))
			if (vector instanceof Uint8Array) similarities.set(Number(id), dotProduct(floatsOf(vector), query));
		return similarities;
	}
}

function textOf({ symbol, text }: Record<string, unknown>): string {
	return contentOf({ symbol: String(symbol), text: String(text) });
}

function quantizedOf({ scale, codes }: Record<string, unknown>): QuantizedVector {
	if (!(codes instanceof Uint8Array)) throw new TypeError("A vector's codes are no bytes.");
	return { scale: Number(scale), codes: new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength) };
}

function bytesOf(numbers: Float32Array | Int8Array): Uint8Array {
	return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function floatsOf(bytes: Uint8Array): Float32Array {
	// A Float32Array needs an aligned offset, which a copy has.
	const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
	return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
