/** So many are offered again. */
const most = 5;

/** What something was found for in this window, or shall be, the latest first. It is written down nowhere. */
export class RecentSearches {
	#texts: readonly string[] = [];

	get texts(): readonly string[] {
		return this.#texts;
	}

	add(text: string): void {
		const added = text.trim();
		if (added === "") return;
		this.#texts = [added, ...this.#texts.filter((other) => other !== added)].slice(0, most);
	}
}
