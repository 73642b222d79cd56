/** Number of changed paths above which listing all files is faster than looking each one up. */
const mostPaths = 200;

/** The changes in the workspace that are not in the index yet. */
export class PendingChanges {
	/**
	 * An empty set means that no file has changed, but an earlier run was not finished. `undefined` when nothing is
	 * pending.
	 */
	#due: "all" | Set<string> | undefined;

	get any(): boolean {
		return this.#due !== undefined;
	}

	/** @param paths the files that were changed, added or deleted; `"all"` if they are unknown. */
	add(paths: readonly string[] | "all"): void {
		if (paths === "all") this.#due = "all";
		else for (const path of paths) this.#paths()?.add(path);
	}

	/** Records that something may be missing although no file has changed. */
	addUnfinished(): void {
		this.#paths();
	}

	/** Passes on the pending changes; they become pending again if processing them fails. */
	async take<T>(run: (paths: readonly string[] | "all") => Promise<T>): Promise<T> {
		const due = this.#due ?? new Set();
		const taken = due === "all" || due.size > mostPaths ? "all" : [...due];
		this.clear();
		try {
			return await run(taken);
		} catch (error) {
			this.add(taken);
			throw error;
		}
	}

	clear(): void {
		this.#due = undefined;
	}

	/** Returns the pending paths; `undefined` if all paths are pending. */
	#paths(): Set<string> | undefined {
		this.#due ??= new Set();
		return this.#due === "all" ? undefined : this.#due;
	}
}
