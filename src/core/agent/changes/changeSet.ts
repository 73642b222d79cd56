import * as l10n from "@vscode/l10n";
import type { ChosenChanges } from "../../../shared/agentView";
import { messageOf, UserError } from "../../base/errors";
import type { AppendLog, Clock } from "../../base/ports";
import type { Hunk } from "../../edits/text/hunks";
import { type ChangedFiles, ChangedMeanwhileError, type ContentStore, contentHash, sameContent } from "./changePorts";
import { type ChangeRecord, type FileWrite, readRecords } from "./changeRecord";
import { endedWrites, expiredWrites, settledWrites, writesInOrder } from "./recordedWrites";
import { revertedContent, type WrittenContent } from "./revertContent";
import { settledHunk } from "./settledHunk";

/** Where change sets are stored. */
export interface ChangeStorage {
	/** A folder for each task, with one file for each window that wrote. */
	readonly journal: AppendLog;
	readonly contents: ContentStore;
	readonly clock: Pick<Clock, "now">;
	/** This window's name among the writers. */
	readonly writer: string;
}

/** The services of change sets: their storage, and the files that they change. */
export interface ChangeStore extends ChangeStorage {
	readonly files: ChangedFiles;
}

/** A file that a task has changed and the user has neither kept nor undone. */
export interface ChangedFile {
	readonly path: string;
	/** The content before the first write that is neither kept nor undone; `undefined` where there was no file. */
	readonly before: Uint8Array | undefined;
	/** The current content, including what others changed; `undefined` where there is no file. */
	readonly now: Uint8Array | undefined;
	/** The agent's turns that wrote it, in order, each once. */
	readonly steps: readonly number[];
	/** Whether its contents cannot be read; it can still be kept. */
	readonly unreadable?: true;
	/** Whether this is because the changes are too old. */
	readonly expired?: true;
}

/** The result of undoing writes. */
export interface UndoOutcome {
	readonly undone: readonly string[];
	/** The files that were left unchanged, with the reason for the user. */
	readonly refused: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The changes of one task. Before a file is written, its old and its new content are stored on the disk, and then a
 * record of the write: after a crash at any point, every byte can be restored.
 */
export class ChangeSet {
	#records: ChangeRecord[];
	/** The last operation, which the next one waits for. */
	#queue: Promise<unknown> = Promise.resolve();

	private constructor(
		readonly task: string,
		private readonly store: ChangeStore,
		records: readonly ChangeRecord[],
	) {
		this.#records = [...records];
	}

	/**
	 * Reads the changes of a task, whichever window made them.
	 *
	 * @throws the file system's error when a part of them cannot be read.
	 */
	static async open(task: string, store: ChangeStore): Promise<ChangeSet> {
		const files = await store.journal.read(task, (_, error) => {
			throw error;
		});
		const records = readRecords(new Map([...files].map(([writer, { text }]) => [writer, text])));
		return new ChangeSet(task, store, records);
	}

	/**
	 * Writes a file, or deletes it.
	 *
	 * @param before the content that the change was made from; `undefined` where there was no file.
	 * @param after the new content; `undefined` to delete the file.
	 * @throws ChangedMeanwhileError when the file's content is no longer `before`, or the file system's error; the file
	 * is unchanged then.
	 */
	write(step: number, path: string, before: Uint8Array | undefined, after: Uint8Array | undefined): Promise<void> {
		return this.#next(async () => {
			await this.#write({ step, path }, before, after);
		});
	}

	/** Removes what a crash left beside the file that was written last. Only the window that writes may call this. */
	async tidy(): Promise<void> {
		const last = this.#records.findLast((record) => record.type === "write");
		if (last) await this.store.files.tidy(last.path);
	}

	/** Whether anything was ever written. */
	get hasWrites(): boolean {
		return this.#records.some(({ type }) => type === "write");
	}

	/** Returns the files with changes that are neither kept nor undone, in the order of their first writes. */
	files(): Promise<readonly ChangedFile[]> {
		return this.#next(async () => {
			const files: ChangedFile[] = [];
			for (const [path, writes] of await this.#open({})) {
				const steps = [...new Set(writes.map(({ step }) => step))];
				try {
					const [first] = await this.#contentsOf(writes.slice(0, 1));
					const now = await this.store.files.read(path);
					if (first && !sameContent(first.before, now)) files.push({ path, before: first.before, now, steps });
				} catch {
					// The file is too large by now, or its changes are damaged or too old; the others can still be reviewed.
					const old = writes.some(({ id }) => expiredWrites(this.#records).has(id)) ? { expired: true as const } : {};
					files.push({ path, before: undefined, now: undefined, steps, unreadable: true, ...old });
				}
			}
			return files;
		});
	}

	/**
	 * Marks a task's changes as too old to be undone if its last record is from before a time (in milliseconds since the
	 * epoch). @throws the file system's error.
	 */
	expire(before: number): Promise<void> {
		return this.#next(async () => {
			const last = this.#records.at(-1);
			const writes = this.#undoable().map(({ id }) => id);
			if (last && last.at < before && writes.length > 0)
				await this.#record({ type: "expired", at: this.#now(), writes });
		});
	}

	/** Returns the hashes of the contents that are needed to undo what is neither kept nor undone. */
	neededContents(): Promise<ReadonlySet<string>> {
		return this.#next(async () => {
			const writes = this.#undoable();
			return new Set(writes.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== null)));
		});
	}

	/** Keeps writes: they can no longer be undone. @throws the file system's error. */
	keep(chosen: ChosenChanges = {}): Promise<void> {
		return this.#next(async () => {
			const writes = [...(await this.#open(chosen)).values()].flat().map(({ id }) => id);
			if (writes.length > 0) await this.#record({ type: "kept", at: this.#now(), writes });
		});
	}

	/**
	 * Keeps or undoes one hunk of a file's changes; the rest can still be kept or undone. The user's own changes never
	 * count as the agent's.
	 *
	 * @param hunk a hunk of the diff between the content before the changes and the current one.
	 * @param now the current content.
	 * @throws ChangedMeanwhileError when the file's content is no longer `now`, or there is no such hunk; or the file
	 * system's error.
	 */
	settlePart(path: string, hunk: Hunk, now: Uint8Array, how: "keep" | "undo"): Promise<void> {
		return this.#next(async () => {
			if (!sameContent(await this.store.files.read(path), now)) throw new ChangedMeanwhileError(path);
			const writes = (await this.#open({ path })).get(path) ?? [];
			if (writes.length === 0) return;
			const settled = settledHunk(path, await this.#contentsOf(writes), now, hunk, how);
			if (!settled) throw new ChangedMeanwhileError(path);
			if (how === "undo") {
				this.#assertSaved(path);
				// Recorded as one write first, so that the rest can be undone even if a crash prevents the last record.
				if (settled.whole) await this.#replaceWrites(path, writes, settled.whole);
				await this.#write({ step: 0, path, undoes: [] }, now, settled.content);
			}
			await this.#replaceWrites(path, (await this.#open({ path })).get(path) ?? [], settled.rest);
		});
	}

	/** Undoes writes. A file is left unchanged if it has unsaved changes, or if others changed the same lines. */
	undo(chosen: ChosenChanges = {}): Promise<UndoOutcome> {
		return this.#next(async () => {
			await this.tidy();
			const undone: string[] = [];
			const refused: { path: string; reason: string }[] = [];
			for (const [path, writes] of await this.#open(chosen)) {
				try {
					const now = await this.store.files.read(path);
					const contents = await this.#contentsOf(writes);
					const content = revertedContent(path, contents, now);
					if (!sameContent(content, now)) this.#assertSaved(path);
					await this.#separate(path, writes, contents);
					const undoes = writes.map(({ id }) => id);
					// A file that was deleted in between gets its permissions back; those of another file stay, because the
					// user may have changed them.
					const isNew = !now || writes.some(({ after }) => after === null);
					await this.#write({ step: 0, path, undoes }, now, content, isNew ? writes[0]?.mode : undefined);
					undone.push(path);
				} catch (error) {
					refused.push({ path, reason: messageOf(error) });
				}
			}
			return { undone, refused };
		});
	}

	/**
	 * Replaces the records of the later writes to a file by ones without the earlier writes that are about to be undone.
	 *
	 * @throws UserError when both changed the same lines.
	 */
	async #separate(path: string, undone: readonly FileWrite[], contents: readonly WrittenContent[]): Promise<void> {
		const open = (await this.#open({ path })).get(path) ?? [];
		const last = undone.at(-1);
		const later = open.slice(open.findIndex(({ id }) => id === last?.id) + 1);
		const without = (await this.#contentsOf(later)).map(({ before, after }) => ({
			before: revertedContent(path, contents, before),
			after: revertedContent(path, contents, after),
		}));
		for (const [at, write] of later.entries()) {
			const content = without[at];
			if (content) await this.#replaceWrites(path, [write], content);
		}
	}

	/** @throws UserError when the file has unsaved changes, which undoing would also save. */
	#assertSaved(path: string): void {
		if (this.store.files.hasUnsaved?.(path))
			throw new UserError(l10n.t("{0} has unsaved changes: save or discard them first.", path));
	}

	/** Runs an operation after the previous one, even if that failed. */
	#next<T>(run: () => Promise<T>): Promise<T> {
		const result = this.#queue.then(run);
		this.#queue = result.catch(() => undefined);
		return result;
	}

	async #write(
		{ step, path, undoes }: Pick<FileWrite, "step" | "path" | "undoes">,
		before: Uint8Array | undefined,
		after: Uint8Array | undefined,
		mode = before ? undefined : this.#deletedMode(path),
	): Promise<void> {
		const { files } = this.store;
		const hashes = { before: await this.#stored(before), after: await this.#stored(after) };
		const id = crypto.randomUUID();
		const at = this.#now();
		// Compared as late as possible: between this and the write, only the journal is written.
		if (!sameContent(await files.read(path), before)) throw new ChangedMeanwhileError(path);
		await this.#settleCrashed(path);
		const old = before && (await files.mode?.(path));
		const folder = before || !after ? undefined : await files.missingFolder?.(path);
		const facts = {
			...hashes,
			...(old === undefined ? {} : { mode: old }),
			...(folder === undefined ? {} : { folder }),
			...(undoes ? { undoes } : {}),
		};
		await this.#record({ type: "write", id, at, step, path, ...facts });
		try {
			if (!sameContent(before, after))
				await (after ? files.write(path, after, before, mode) : files.remove(path, before));
		} catch (error) {
			// If the file was written in spite of the error, the write must not be recorded as failed: it can be undone.
			if (error instanceof ChangedMeanwhileError || sameContent(await files.read(path), before))
				await this.#record({ type: "failed", at: this.#now(), write: id });
			throw error;
		}
		if (!undoes) return;
		await this.#record({ type: "done", at: this.#now(), write: id });
		const made = after ? undefined : this.#madeFolder(path);
		if (made !== undefined) await files.removeEmptyFolders?.(path, made);
	}

	/** Returns the outermost of a file's folders that was created by this task. */
	#madeFolder(path: string): string | undefined {
		const made = this.#records.flatMap((record) => (record.type === "write" ? (record.folder ?? []) : []));
		return made.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => a.length - b.length)[0];
	}

	/** Replaces successive writes to a file by one record; if they change nothing together, they count as kept. */
	async #replaceWrites(path: string, writes: readonly FileWrite[], { before, after }: WrittenContent): Promise<void> {
		const [first, last] = [writes[0], writes.at(-1)];
		if (!first || !last) return;
		const replaces = writes.map(({ id }) => id);
		if (sameContent(before, after)) return this.#record({ type: "kept", at: this.#now(), writes: replaces });
		const hashes = { before: await this.#stored(before), after: await this.#stored(after) };
		const mode = first.mode === undefined ? {} : { mode: first.mode };
		const id = crypto.randomUUID();
		await this.#record({ type: "write", id, at: this.#now(), step: last.step, path, ...hashes, ...mode, replaces });
	}

	/** Stores content, and returns its hash. */
	async #stored(content: Uint8Array | undefined): Promise<string | null> {
		if (!content) return null;
		const hash = await contentHash(content);
		await this.store.contents.put(hash, content);
		return hash;
	}

	/** Returns the permissions that a file had when this task deleted it, for the file that replaces it. */
	#deletedMode(path: string): number | undefined {
		const last = this.#records.findLast((record) => record.type === "write" && record.path === path);
		return last?.type === "write" && last.after === null ? last.mode : undefined;
	}

	/** Writes a record to the disk, then applies it. */
	async #record(record: ChangeRecord): Promise<void> {
		await this.store.journal.append(this.task, this.store.writer, JSON.stringify(record), true);
		this.#records.push(record);
	}

	/** Returns the agent's writes that are neither kept nor undone, by path, oldest first. */
	async #open(chosen: ChosenChanges): Promise<ReadonlyMap<string, readonly FileWrite[]>> {
		return this.#openBut(settledWrites(this.#records, await this.#crashedUndoes()), chosen);
	}

	/** Returns the writes that may have to be undone, whatever their files contain at the moment. */
	#undoable(): readonly FileWrite[] {
		// A file's content may be different for a while, as during a stash, and look as if an undo had happened.
		const expired = expiredWrites(this.#records);
		return [...this.#openBut(settledWrites(this.#records)).values()].flat().filter(({ id }) => !expired.has(id));
	}

	#openBut(
		settled: ReadonlySet<string>,
		{ path, step }: ChosenChanges = {},
	): ReadonlyMap<string, readonly FileWrite[]> {
		const open = new Map<string, FileWrite[]>();
		for (const record of writesInOrder(this.#records)) {
			if (record.undoes || settled.has(record.id)) continue;
			if ((path ?? record.path) !== record.path || (step ?? record.step) !== record.step) continue;
			const writes = open.get(record.path);
			if (writes) writes.push(record);
			else open.set(record.path, [record]);
		}
		return open;
	}

	/**
	 * Records whether undoes of a file have happened, where a crash prevented their last record: after the next write,
	 * the file's content no longer shows it.
	 */
	async #settleCrashed(path: string): Promise<void> {
		const ended = endedWrites(this.#records);
		for (const record of [...this.#records]) {
			if (record.type !== "write" || record.path !== path || !record.undoes || ended.has(record.id)) continue;
			const type = (await this.#hasContent(path, record.after)) ? "done" : "failed";
			await this.#record({ type, at: this.#now(), write: record.id });
		}
	}

	/**
	 * Returns the ids of the undoes whose last record a crash prevented, but that have happened according to the files'
	 * contents.
	 */
	async #crashedUndoes(): Promise<ReadonlySet<string>> {
		const ended = endedWrites(this.#records);
		const happened = new Set<string>();
		for (const record of this.#records) {
			if (record.type !== "write" || !record.undoes || ended.has(record.id)) continue;
			if (await this.#hasContent(record.path, record.after)) happened.add(record.id);
		}
		return happened;
	}

	async #hasContent(path: string, hash: string | null): Promise<boolean> {
		try {
			const now = await this.store.files.read(path);
			return (now ? await contentHash(now) : null) === hash;
		} catch {
			return false;
		}
	}

	/** @throws UserError when a write is too old, or stored content is missing or damaged. */
	async #contentsOf(writes: readonly FileWrite[]): Promise<readonly WrittenContent[]> {
		const content = async (path: string, hash: string | null) => {
			if (hash === null) return undefined;
			const bytes = await this.store.contents.get(hash);
			if (bytes && (await contentHash(bytes)) === hash) return bytes;
			throw new UserError(l10n.t("The stored content of {0} is missing, so the file stays as it is.", path));
		};
		const contents: WrittenContent[] = [];
		const expired = expiredWrites(this.#records);
		const old = writes.find(({ id }) => expired.has(id));
		if (old)
			throw new UserError(l10n.t("The changes to {0} are too old to be undone, so the file stays as it is.", old.path));
		for (const { path, before, after } of writes)
			contents.push({ before: await content(path, before), after: await content(path, after) });
		return contents;
	}

	/** Returns the time of the next record: always after that of the last one, even if clocks differ. */
	#now(): number {
		return Math.max(this.store.clock.now(), (this.#records.at(-1)?.at ?? 0) + 1);
	}
}
