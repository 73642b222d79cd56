import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject } from "../requestBody";
import type { KeyRecord } from "./keyRecord";

/** Stores key records beyond the gateway's end. */
export interface KeyFile {
	read(): Promise<readonly KeyRecord[]>;
	/** Resolves when the records would survive a restart. */
	write(records: readonly KeyRecord[]): Promise<void>;
}

/** The version of the file's format; increase it when the format changes. */
const version = 1;

/** Stores nothing: the records are only in memory. */
export const noKeyFile: KeyFile = { read: async () => [], write: async () => {} };

/**
 * The file `keys.json` in a folder, which is created if necessary. It is always complete: a new file is written and moved
 * into place. Of two processes that write it, the last one wins.
 */
export function keyFileIn(folder: string): KeyFile {
	const path = join(folder, "keys.json");
	return {
		async read() {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
				if (error.code === "ENOENT") return undefined;
				throw error;
			});
			return text === undefined ? [] : parse(text, path);
		},
		async write(records) {
			const temporary = `${path}.${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
			try {
				await writeDown(temporary, `${JSON.stringify({ version, keys: records }, null, "\t")}\n`);
				await rename(temporary, path);
			} catch (error) {
				await rm(temporary, { force: true });
				throw error;
			}
		},
	};
}

/** Returns when the file is on disk: if it were moved into place earlier, it could be empty after a power cut. */
async function writeDown(path: string, text: string): Promise<void> {
	const file = await open(path, "wx", 0o600);
	try {
		await file.writeFile(text);
		await file.datasync();
	} finally {
		await file.close();
	}
}

/** @throws Error on a file of another program, which must not be overwritten. */
function parse(text: string, path: string): readonly KeyRecord[] {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		json = undefined;
	}
	const keys = isJsonObject(json) && json.version === version ? json.keys : undefined;
	if (Array.isArray(keys) && keys.every(isKeyRecord)) return keys;
	throw new Error(`${path} was not written by this gateway, or was changed since; move it away to begin without keys.`);
}

function isKeyRecord(value: unknown): value is KeyRecord {
	if (!isJsonObject(value)) return false;
	const { id, account, name, hash, madeOn, endsOn } = value;
	return (
		[id, account, name, hash].every((text) => typeof text === "string" && text !== "") &&
		Number.isFinite(madeOn) &&
		(endsOn === null || Number.isFinite(endsOn))
	);
}
