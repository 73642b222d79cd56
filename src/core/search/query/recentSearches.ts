/** Maximum number of searches that are offered again. */
const most = 5;

/** The recent searches of this window, latest first. They are not saved anywhere. */
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
