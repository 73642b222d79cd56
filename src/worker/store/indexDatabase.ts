import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { databaseFiles, deletedMark, markDeletedSql } from "../../core/search/model/indexFile";

/** To be raised when the tables or what is cut change: an index of another version has to be built anew. */
const schemaVersion = 6;

/** Why there is no database: what its message names is missing in this VS Code. */
export class SqliteMissingError extends Error {
	override readonly name = "SqliteMissingError";
}

/** `missing` holds the few contents without codes: to look for them among all took half a second at each saved file. (Triggers would keep it at four times the cost.)
 * The keywords' segments are merged later than is usual: that took a fifth of the time, and searching is none the slower. */
const tables = `
	CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
	CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, language TEXT NOT NULL, left_out TEXT);
	CREATE TABLE contents (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, symbol TEXT NOT NULL, refused TEXT, text TEXT NOT NULL);
	CREATE INDEX refused_contents ON contents (id) WHERE refused IS NOT NULL;
	CREATE TABLE chunks (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, content INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL);
	CREATE INDEX chunks_of_file ON chunks (file);
	CREATE INDEX chunks_of_content ON chunks (content);
	CREATE TABLE codes (content INTEGER PRIMARY KEY, scale REAL NOT NULL, codes BLOB NOT NULL);
	CREATE TABLE vectors (content INTEGER PRIMARY KEY, vector BLOB NOT NULL);
	CREATE TABLE missing (content INTEGER PRIMARY KEY);
	CREATE TABLE unused (id INTEGER PRIMARY KEY, content INTEGER NOT NULL UNIQUE);
	${keywordTable("keywords")}
	INSERT INTO keywords (keywords, rank) VALUES ('automerge', 16);
`;

/** The rows' ids are the chunks'. Their text is not kept a second time. */
function keywordTable(name: string): string {
	return `CREATE VIRTUAL TABLE ${name} USING fts5 (path, symbol, text, content='', contentless_delete=1, tokenize='porter unicode61');`;
}

/**
 * Opens an index's file, or makes it when told to; `undefined` when there is no index in it that can be used.
 *
 * @throws SqliteMissingError; SQLite's own error, such as for a full disk.
 */
export async function openIndexDatabase(file: string, model: string, make: boolean): Promise<DatabaseSync | undefined> {
	const { DatabaseSync } = await loadSqlite();
	// The files that SQLite makes beside it get the same mode.
	touchPrivate(file);
	const db = new DatabaseSync(file, { timeout: 10_000 });
	try {
		// A page holds several vectors; a kill between two checkpoints costs nothing. A checkpoint every 64 MB, not every
		// 16 MB, copies the pages that each commit changes less often.
		db.exec("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
		db.exec("PRAGMA wal_autocheckpoint = 4000");
		setCache(db, "usual");
		const usable = transaction(db, () => prepareTables(db, model, make));
		if (usable) return db;
		db.close();
		return undefined;
	} catch (error) {
		db.close();
		throw error;
	}
}

/** The modes of a folder and a file that others on the computer can do nothing with. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** Makes an empty private file, with its folders, unless it is there: SQLite opens a file without setting its mode. */
export function touchPrivate(file: string): void {
	mkdirSync(dirname(file), { recursive: true, mode: ownFolder });
	closeSync(openSync(file, "a", ownFile));
}

/** In KiB: what is often looked up stays in memory; who reads a table from end to end needs none of it again. */
const cacheSizes = { usual: 16_000, readingThrough: 1_000 } as const;

/** Sets how much of the file SQLite keeps in memory. */
export function setCache(db: DatabaseSync, use: keyof typeof cacheSizes): void {
	db.exec(`PRAGMA cache_size = -${cacheSizes[use]}`);
}

/** Removes what SQLite keeps of an index. Who builds it now, or wants to, goes on having the same lock. @throws the file system's error. */
export function removeDatabase(file: string): void {
	for (const part of databaseFiles(file)) rmSync(part, { force: true });
}

/** How much SQLite keeps of an index, in bytes. */
export function databaseSize(file: string): number {
	const [database, log] = databaseFiles(file);
	const sizes = [database, log].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0);
	return sizes.reduce((sum, size) => sum + size);
}

const damage = { corrupt: 11, notADatabase: 26 };

/** Whether SQLite found that the file holds no database, or not a whole one. */
export function isDamage(error: unknown): boolean {
	if (!(error instanceof Error && "errcode" in error)) return false;
	// The higher bits say more.
	const code = Number(error.errcode) & 0xff;
	return code === damage.corrupt || code === damage.notADatabase;
}

/** Whether the index can be used: one of another version, or that is marked as deleted, can not, unless it is to be made anew. */
function prepareTables(db: DatabaseSync, model: string, make: boolean): boolean {
	const { user_version: version } = db.prepare("PRAGMA user_version").get() ?? {};
	if (version === schemaVersion && !isMarkedDeleted(db)) return true;
	if (!make) return false;
	// What is in it can be made again.
	const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'keywords_%'").all();
	for (const { name } of names) db.exec(`DROP TABLE "${name}"`);
	db.exec(tables);
	db.prepare("INSERT INTO meta VALUES ('model', ?), ('generation', ?)").run(model, Date.now());
	db.exec(`PRAGMA user_version = ${schemaVersion}`);
	return true;
}

/** Whether some window has deleted the index, whose file may then still be there for those that have it open. */
export function isMarkedDeleted(db: DatabaseSync): boolean {
	return db.prepare("SELECT 1 FROM meta WHERE key = ?").get(deletedMark) !== undefined;
}

export function markDeleted(db: DatabaseSync): void {
	db.exec(markDeletedSql);
}

const agreedKey = "agreed";

/** The workspace's folders whose files the user has agreed to send; none before that. */
export function agreedFolders(db: DatabaseSync): readonly string[] {
	const { value } = db.prepare("SELECT value FROM meta WHERE key = ?").get(agreedKey) ?? {};
	return typeof value === "string" ? JSON.parse(value) : [];
}

const agreedContentsKey = "agreedContents";

/** How many contents the files had when they did the last time. */
export function agreedContents(db: DatabaseSync): number {
	return Number(db.prepare("SELECT value FROM meta WHERE key = ?").get(agreedContentsKey)?.value ?? 0);
}

/** To some more folders, and to all contents that there are now. */
export function agreeTo(db: DatabaseSync, folders: readonly string[]): void {
	const all = [...new Set([...agreedFolders(db), ...folders])];
	const set = "INSERT OR REPLACE INTO meta";
	db.prepare(`${set} VALUES (?, ?)`).run(agreedKey, JSON.stringify(all));
	db.prepare(`${set} SELECT ?, count(DISTINCT content) FROM chunks`).run(agreedContentsKey);
}

const pausedMark = "paused";

/** Whether the user has stopped the building, in whichever window. */
export function isPaused(db: DatabaseSync): boolean {
	return db.prepare("SELECT 1 FROM meta WHERE key = ?").get(pausedMark) !== undefined;
}

export function setPaused(db: DatabaseSync, paused: boolean): void {
	if (paused) db.prepare("INSERT OR IGNORE INTO meta VALUES (?, 1)").run(pausedMark);
	else db.prepare("DELETE FROM meta WHERE key = ?").run(pausedMark);
}

/** @throws SqliteMissingError unless there is SQLite, with FTS5. */
export async function loadSqlite(): Promise<typeof import("node:sqlite")> {
	const sqlite = await import("node:sqlite").catch(() => undefined);
	if (!sqlite) throw new SqliteMissingError("SQLite (node:sqlite)");
	const probe = new sqlite.DatabaseSync(":memory:");
	try {
		probe.exec(keywordTable("probe"));
		return sqlite;
	} catch {
		throw new SqliteMissingError("SQLite FTS5");
	} finally {
		probe.close();
	}
}

/** Runs a change: all of it or, when it throws, nothing. */
export function transaction<T>(db: DatabaseSync, change: () => T): T {
	return between(db, "BEGIN IMMEDIATE", change);
}

/** Reads all of something as it is now, whoever writes meanwhile; and takes the file's lock once, which is half of a small query. */
export function snapshot<T>(db: DatabaseSync, read: () => T): T {
	return between(db, "BEGIN", read);
}

function between<T>(db: DatabaseSync, begin: string, run: () => T): T {
	db.exec(begin);
	try {
		const result = run();
		db.exec("COMMIT");
		return result;
	} catch (error) {
		// SQLite has rolled back by itself where, such as on a full disk, nothing else was possible, or it was closed.
		if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
		throw error;
	}
}
