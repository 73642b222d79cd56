import type { Disposable } from "../shared/disposable";

/** An event of the page; listeners are called in the order in which they were added. */
export class Listeners<Args extends unknown[]> {
	readonly #listeners = new Set<(...args: Args) => void>();

	add(listener: (...args: Args) => void): Disposable {
		this.#listeners.add(listener);
		return { dispose: () => void this.#listeners.delete(listener) };
	}

	emit(...args: Args): void {
		for (const listener of [...this.#listeners]) listener(...args);
	}
}
