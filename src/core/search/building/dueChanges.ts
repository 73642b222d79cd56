/** All files are sooner listed than so many are looked for one by one. */
const mostPaths = 200;

/** What has changed in the workspace and is not taken in yet. */
export class DueChanges {
	#all = false;
	readonly #paths = new Set<string>();

	get any(): boolean {
		return this.#all || this.#paths.size > 0;
	}

	/** @param paths of files that were changed, added or deleted; or nobody knows which. */
	add(paths: readonly string[] | "all"): void {
		if (paths === "all") this.#all = true;
		else for (const path of paths) this.#paths.add(path);
	}

	/** Hands over what is due; it is due again when taking it in fails. */
	async take<T>(run: (paths: readonly string[] | "all") => Promise<T>): Promise<T> {
		const taken = this.#all || this.#paths.size > mostPaths ? "all" : [...this.#paths];
		this.clear();
		try {
			return await run(taken);
		} catch (error) {
			this.add(taken);
			throw error;
		}
	}

	clear(): void {
		this.#all = false;
		this.#paths.clear();
	}
}
