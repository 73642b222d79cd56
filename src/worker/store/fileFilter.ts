import type { DatabaseSync } from "node:sqlite";
import { fileFits, hasFilters, type SearchQuery } from "../../core/search/model/searchQuery";

/** The files that a query's filters leave. */
export interface FilteredFiles {
	readonly ids: ReadonlySet<number>;
	/** Whether they are so few that it is quicker to begin with them than to look at what is found. */
	readonly few: boolean;
}

/** Fewer than one in so many are few. */
const oneIn = 8;

/** Finds the files that fit; while one types on with the same filters, and nothing has changed, once. */
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

	/** `undefined` where the query has no filters. */
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
