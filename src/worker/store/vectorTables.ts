import type { DatabaseSync } from "node:sqlite";
import { dotProduct, unitVector } from "../../core/search/embedding/unitVector";
import type { MissingContent, MissingSample } from "../../core/search/model/chunker";
import type { RefusedContents } from "../../core/search/model/indexCatalogue";
import type { EmbeddedContent } from "../../core/search/model/vectorSearch";
import { contentOf } from "../chunking/chunk";
import { type QuantizedVector, quantize } from "../vectors/quantize";

/** Which of the missing contents are asked for; told without their own rows, for to go through all texts takes long. */
const askedFor = "(? OR missing.content NOT IN (SELECT id FROM contents WHERE refused IS NOT NULL))";

/** A content's bytes: to count its characters takes twice as long. */
const length = "octet_length(symbol) + octet_length(text)";

/** One of several ids, given as JSON. */
const listed = "(SELECT value FROM json_each(?))";

/** The vectors of an index: whole for the last word, quantised for the memory. */
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
			// Hashes are in no order of their own.
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
		// Objects take a fifth more of the time.
		this.#sql.vectors.setReturnArrays(true);
	}

	/** The numbers in each vector; 0 while there is none. */
	get dimension(): number {
		return Number(this.#sql.meta.get("dimension")?.value ?? 0);
	}

	/** Another number when the index was made anew. */
	get generation(): number {
		return Number(this.#sql.meta.get("generation")?.value ?? 0);
	}

	/** Contents of chunks that have no vector yet, by id. */
	missing(after: number, limit: number, refusedToo: boolean): MissingContent[] {
		return this.#sql.missing
			.all(after, Number(refusedToo), limit)
			.map((row) => ({ id: Number(row.id), text: textOf(row), path: String(row.path) }));
	}

	/** As `Chunker.sample`. */
	sample(count: number): MissingSample {
		const rows = this.#sql.sample.all(count);
		const length = rows.reduce((sum, row) => sum + Number(row.length), 0);
		const all = Number(this.#sql.missingLength.get()?.length);
		return { texts: rows.map(textOf), times: length > 0 ? all / length : 0 };
	}

	/** Keeps vectors, at length 1; gives what goes into the memory, by id. @throws RangeError on another dimension. */
	keep(embedded: readonly EmbeddedContent[]): (readonly [number, QuantizedVector])[] {
		const known = this.dimension;
		const dimension = known || (embedded[0]?.vector.length ?? 0);
		if (dimension !== known) this.#sql.setMeta.run("dimension", dimension);
		// SQLite copies what it is given; and a typed array of its own for each vector would have all memory swept again and again.
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

	/** The same, counted. */
	countMissing(refusedToo: boolean): number {
		return Number(this.#sql.countMissing.get(Number(refusedToo))?.contents);
	}

	/** How many files have one of those in a chunk. */
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

	/** What was refused and has no vector since; `undefined` when nothing. */
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

	/** The ids of all contents that chunks have and that have a vector. */
	*usedIds(): Iterable<number> {
		for (const { id } of this.#sql.usedIds.iterate()) yield Number(id);
	}

	/** The same, with their codes. */
	*usedCodes(): Iterable<readonly [number, QuantizedVector]> {
		for (const row of this.#sql.usedCodes.iterate()) yield [Number(row.content), quantizedOf(row)];
	}

	/** The exact similarity of some contents, by their ids. */
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
	// Where a copy begins, floats may begin.
	const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
	return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
