import type * as vscode from "vscode";
import { placeOf } from "../../../core/search/query/foundText";
import type { FoundItem } from "./foundItems";

type Rows = Pick<vscode.QuickPick<FoundItem>, "items" | "activeItems" | "onDidChangeValue">;

/** The rows of an open search, and whether the user has gone to one of them. */
export class FoundRows {
	/** The row that nobody has gone to: that which came first, or to which VS Code goes with each letter. */
	#byItself: FoundItem | undefined;

	constructor(private readonly pick: Rows) {
		// VS Code has gone to its first row by then.
		pick.onDidChangeValue(() => {
			this.#byItself = pick.activeItems[0];
		});
	}

	/** The row that the user has gone to since they typed. */
	get goneTo(): FoundItem | undefined {
		const [active] = this.pick.activeItems;
		return active === this.#byItself ? undefined : active;
	}

	/**
	 * Shows rows in place of all others. Who has gone to one that is there again stays on it; else the first place or recent
	 * search is active, even where something stands above it.
	 */
	show(items: readonly FoundItem[]): void {
		const { pick } = this;
		// A list made anew would be read aloud, though nothing in it is.
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

/** What tells a row from others, also in the next answer, where it is one that there are many of. */
function keyOf({ place, recent }: FoundItem): string | undefined {
	return place ? placeOf(place.chunk) : recent;
}
