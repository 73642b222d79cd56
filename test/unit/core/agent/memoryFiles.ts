import {
	type ChangedFiles,
	ChangedMeanwhileError,
	type ContentStore,
} from "../../../../src/core/agent/changes/changePorts";

/** Thrown when the process is killed: nothing happens after it. */
export class KilledError extends Error {}

/** A disk in memory, with files and contents. After a number of operations, it can fail as if the process were killed. */
export class MemoryDisk {
	readonly files = new Map<string, string>();
	readonly contents = new Map<string, Uint8Array>();
	/** Number of operations that are still carried out; infinite by default. */
	left = Number.POSITIVE_INFINITY;
	/** Paths that cannot be written. */
	readonly readOnly = new Set<string>();

	/** Called at the last moment before a file is written or deleted. */
	beforeWrite: (path: string) => void = () => {};

	#compare(path: string, before: Uint8Array | undefined): void {
		this.beforeWrite(path);
		const text = before && Buffer.from(before).toString("latin1");
		if (this.files.get(path) !== text) throw new ChangedMeanwhileError(path);
	}

	/** Counts an operation that changes the disk. */
	step(): void {
		if (this.left <= 0) throw new KilledError("killed");
		this.left--;
	}

	readonly changed: ChangedFiles = {
		read: async (path) => {
			const text = this.files.get(path);
			return text === undefined ? undefined : Buffer.from(text, "latin1");
		},
		write: async (path, content, before) => {
			this.step();
			this.#compare(path, before);
			if (this.readOnly.has(path)) throw new Error("EACCES");
			this.files.set(path, Buffer.from(content).toString("latin1"));
		},
		remove: async (path, before) => {
			this.step();
			this.#compare(path, before);
			if (this.readOnly.has(path)) throw new Error("EACCES");
			this.files.delete(path);
		},
		tidy: async () => {},
	};

	readonly stored: ContentStore = {
		put: async (hash, content) => {
			this.step();
			this.contents.set(hash, content);
		},
		get: async (hash) => this.contents.get(hash),
		deleteOld: async (_, needed) => {
			for (const [hash] of this.contents) if (!needed.has(hash)) this.contents.delete(hash);
		},
	};
}
