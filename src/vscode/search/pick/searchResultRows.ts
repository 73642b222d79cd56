import type * as vscode from "vscode";
import { placeOf } from "../../../core/search/query/searchResultText";
import type { SearchResultItem } from "./searchResultItems";

type Rows = Pick<vscode.QuickPick<SearchResultItem>, "items" | "activeItems" | "onDidChangeValue">;

/** The rows of an open search, and the row that the user has selected. */
export class SearchResultRows {
	/**
	 * The row that became active without the user: the first row, or the one that VS Code activates on each keystroke.
	 */
	#byItself: SearchResultItem | undefined;

	constructor(private readonly pick: Rows) {
		// VS Code has activated its first row by then.
		pick.onDidChangeValue(() => {
			this.#byItself = pick.activeItems[0];
		});
	}

	/** The row that the user has selected since they typed. */
	get goneTo(): SearchResultItem | undefined {
		const [active] = this.pick.activeItems;
		return active === this.#byItself ? undefined : active;
	}

	/**
	 * Replaces the rows. If the row that the user has selected is still there, it stays active; otherwise the first place
	 * or recent query becomes active, even if there is a row above it.
	 */
	show(items: readonly SearchResultItem[]): void {
		const { pick } = this;
		// Setting the items again would make a screen reader read the list aloud, although nothing has changed.
		if (JSON.stringify(items) === JSON.stringify(pick.items)) return;
		const wanted = this.goneTo && keyOf(this.goneTo);
		const stays = items.find((item) => wanted !== undefined && keyOf(item) === wanted);
		const first = items.find((item) => keyOf(item) !== undefined) ?? items[0];
		pick.items = items;
		const active = stays ?? first;
		pick.activeItems = active ? [active] : [];
		this.#byItself = stays ? undefined : active;
	}
}

/** Returns an id for a place or a recent query, which is the same in the next result. */
function keyOf({ place, recent }: SearchResultItem): string | undefined {
	return place ? placeOf(place.chunk) : recent;
}
