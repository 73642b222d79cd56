import type { DatabaseSync } from "node:sqlite";
import { fileFits, hasFilters, type SearchQuery } from "../../core/search/model/searchQuery";

/** The files that match a query's filters. */
export interface FilteredFiles {
	readonly ids: ReadonlySet<number>;
	/** Whether there are so few that it is faster to start from them than to check what was found. */
	readonly few: boolean;
}

/** The matching files are few if fewer than one file in this many matches. */
const oneIn = 8;

/** Finds the files that match; only once while the user types with the same filters and the index does not change. */
export class FileFilter {
	readonly #sql;
	#last: { readonly key: string; readonly files: FilteredFiles } | undefined;

	constructor(db: DatabaseSync) {
		this.#sql = {
			files: db.prepare("SELECT id, path, language FROM files"),
			others: db.prepare("PRAGMA data_version"),
			own: db.prepare("SELECT total_changes() AS changes"),
		};
	}

	/** Returns `undefined` where the query has no filters. */
	filesFor(query: SearchQuery): FilteredFiles | undefined {
		if (!hasFilters(query)) return undefined;
		const changes = [this.#sql.others.get()?.data_version, this.#sql.own.get()?.changes];
		const key = JSON.stringify([{ ...query, text: "" }, ...changes]);
		if (this.#last?.key !== key) this.#last = { key, files: this.#find(query) };
		return this.#last.files;
	}

	#find(query: SearchQuery): FilteredFiles {
		const fits = fileFits(query);
		const ids = new Set<number>();
		let all = 0;
		for (const { id, path, language } of this.#sql.files.iterate()) {
			all++;
			if (fits(String(path), String(language))) ids.add(Number(id));
		}
		return { ids, few: ids.size * oneIn < all };
	}
}
