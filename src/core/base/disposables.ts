import type { Disposable } from "../../shared/disposable";

/** Several disposables that end together, in the reverse of their order. */
export class Disposables implements Disposable {
	readonly #items: Disposable[] = [];

	/** Keeps the item until this is disposed, and gives it back. */
	add<T extends Disposable>(item: T): T {
		this.#items.push(item);
		return item;
	}

	dispose(): void {
		while (this.#items.length > 0) this.#items.pop()?.dispose();
	}
}
