import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { LeftOutReason } from "../../core/search/model/indexableFile";
import type { LeftOutFile } from "../../core/search/model/indexCatalogue";
import { type Chunk, contentKey } from "../chunking/chunk";
import type { CutFile } from "../chunking/fileReader";
import { keywordText } from "./keywords";

/** The contents that a change has added, and those that may no longer be in any file. */
export interface ContentChange {
	readonly added: Set<number>;
	readonly dropped: Set<number>;
}

/** Length of a hash in characters of six bits each, enough for millions of contents. */
const hashLength = 16;

/** The tables for an index's files, their chunks and the keywords in them. */
export class ChunkTables {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			fileId: db.prepare("SELECT id FROM files WHERE path = ?"),
			stamps: db.prepare("SELECT path, stamp FROM files"),
			stampsIn: db.prepare("SELECT path, stamp FROM files WHERE path = ?1 OR (path > ?2 AND path < ?3)"),
			leftOut: db.prepare("SELECT path, left_out AS reason FROM files WHERE left_out IS NOT NULL ORDER BY path"),
			isLeftOut: db.prepare("SELECT 1 FROM files WHERE path = ? AND stamp = ? AND left_out = ?"),
			addFile: db.prepare("INSERT INTO files (path, stamp, language, left_out) VALUES (?, ?, ?, ?)"),
			setFile: db.prepare("UPDATE files SET stamp = ?, language = ?, left_out = ? WHERE id = ?"),
			dropFile: db.prepare("DELETE FROM files WHERE id = ?"),
			chunksOf: db.prepare("SELECT id, content FROM chunks WHERE file = ?"),
			addChunk: db.prepare("INSERT INTO chunks (file, content, first_line, last_line) VALUES (?, ?, ?, ?)"),
			dropChunks: db.prepare("DELETE FROM chunks WHERE file = ?"),
			contentId: db.prepare("SELECT id FROM contents WHERE hash = ?"),
			addContent: db.prepare("INSERT INTO contents (hash, symbol, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"),
			lastContent: db.prepare("SELECT coalesce(max(id), 0) AS id FROM contents"),
			addMissing: db.prepare("INSERT INTO missing SELECT id FROM contents WHERE id > ?"),
			addKeywords: db.prepare("INSERT INTO keywords (rowid, path, symbol, text) VALUES (?, ?, ?, ?)"),
			dropKeywords: db.prepare("DELETE FROM keywords WHERE rowid = ?"),
			isUsed: db.prepare("SELECT 1 FROM chunks WHERE content = ? LIMIT 1"),
		};
	}

	/**
	 * Returns the stamp of each file, by path.
	 *
	 * @param within limits the result to these paths and the files below them.
	 */
	stamps(within?: readonly string[]): Map<string, string> {
		const { stamps, stampsIn } = this.#sql;
		// The range contains all paths that begin with this path and a slash; "0" is the character after "/".
		const rows = within?.flatMap((path) => stampsIn.all(path, `${path}/`, `${path}0`)) ?? stamps.all();
		return new Map(rows.map(({ path, stamp }) => [String(path), String(stamp)]));
	}

	leftOut(): LeftOutFile[] {
		return this.#sql.leftOut.all().map(({ path, reason }) => ({
			path: String(path),
			reason: String(reason) as LeftOutReason,
		}));
	}

	/** Returns whether the file is already stored as left out for the same reason, so that nothing changes. */
	isLeftOut({ path, stamp, chunks }: CutFile): boolean {
		return typeof chunks === "string" && this.#sql.isLeftOut.get(path, stamp, chunks) !== undefined;
	}

	/** Replaces everything stored about files. */
	replace(files: readonly CutFile[], change: ContentChange): void {
		const last = Number(this.#sql.lastContent.get()?.id);
		for (const file of files) this.#replace(file, change);
		// New contents get ascending ids, so one statement adds them all.
		this.#sql.addMissing.run(last);
	}

	#replace(file: CutFile, change: ContentChange): void {
		const chunks = typeof file.chunks === "string" ? [] : file.chunks;
		const reason = typeof file.chunks === "string" ? file.chunks : null;
		const known = this.#sql.fileId.get(file.path)?.id;
		if (known !== undefined) this.#dropChunksOf(Number(known), change);
		const id =
			known === undefined
				? this.#sql.addFile.run(file.path, file.stamp, file.language, reason).lastInsertRowid
				: Number(known);
		if (known !== undefined) this.#sql.setFile.run(file.stamp, file.language, reason, Number(known));
		const path = keywordText(file.path);
		for (const chunk of chunks) {
			const content = this.#contentOf(chunk);
			change.added.add(content);
			const { lastInsertRowid } = this.#sql.addChunk.run(id, content, chunk.firstLine, chunk.lastLine);
			this.#sql.addKeywords.run(lastInsertRowid, path, keywordText(chunk.symbol), keywordText(chunk.text));
		}
	}

	remove(path: string, change: ContentChange): void {
		const id = this.#sql.fileId.get(path)?.id;
		if (id === undefined) return;
		this.#dropChunksOf(Number(id), change);
		this.#sql.dropFile.run(Number(id));
	}

	/** Returns whether any chunk has the content. */
	isUsed(content: number): boolean {
		return this.#sql.isUsed.get(content) !== undefined;
	}

	#dropChunksOf(file: number, change: ContentChange): void {
		for (const { id, content } of this.#sql.chunksOf.all(file)) {
			this.#sql.dropKeywords.run(Number(id));
			change.dropped.add(Number(content));
		}
		this.#sql.dropChunks.run(file);
	}

	/** Returns the content's id; a text is stored, and embedded, only once. */
	#contentOf(chunk: Chunk): number {
		// As a string, because creating a buffer takes Node three times as long.
		const knownBy = hash("sha256", contentKey(chunk), "base64url").slice(0, hashLength);
		const { changes, lastInsertRowid } = this.#sql.addContent.run(knownBy, chunk.symbol, chunk.text);
		return Number(changes === 0 ? this.#sql.contentId.get(knownBy)?.id : lastInsertRowid);
	}
}
