import type { Disposable } from "../../shared/disposable";

/** Disposables that are disposed of together, in reverse order. */
export class Disposables implements Disposable {
	readonly #items: Disposable[] = [];

	/** Adds a disposable and returns it. */
	add<T extends Disposable>(item: T): T {
		this.#items.push(item);
		return item;
	}

	dispose(): void {
		while (this.#items.length > 0) this.#items.pop()?.dispose();
	}
}
