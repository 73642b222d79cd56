/** All files are sooner listed than more paths than these are looked for one by one. */
const mostPaths = 200;

/** The changes in the workspace that are not taken in yet. */
export class DueChanges {
	/** Without paths: no file has changed, but an earlier run was not finished. `undefined` when nothing is due. */
	#due: "all" | Set<string> | undefined;

	get any(): boolean {
		return this.#due !== undefined;
	}

	/** @param paths of files that were changed, added or deleted; `"all"` where they are unknown. */
	add(paths: readonly string[] | "all"): void {
		if (paths === "all") this.#due = "all";
		else for (const path of paths) this.#paths()?.add(path);
	}

	/** Something may be missing, though no file has changed. */
	addUnfinished(): void {
		this.#paths();
	}

	/** Hands over what is due; changes are due again when taking them in fails. */
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

	/** The paths that are due; `undefined` where all are. */
	#paths(): Set<string> | undefined {
		this.#due ??= new Set();
		return this.#due === "all" ? undefined : this.#due;
	}
}
