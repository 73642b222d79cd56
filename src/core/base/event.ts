import type { Disposable } from "../../shared/disposable";

/** Calls the listener at each occurrence until disposed. The same shape as VS Code's. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** The owner's side of an {@link Event}. */
export class Emitter<T> implements Disposable {
	readonly #listeners = new Set<(value: T) => void>();

	readonly event: Event<T> = (listener) => {
		// A wrapper of its own, so that one function may listen twice.
		const entry = (value: T) => listener(value);
		this.#listeners.add(entry);
		return { dispose: () => this.#listeners.delete(entry) };
	};

	fire(value: T): void {
		for (const listener of [...this.#listeners]) listener(value);
	}

	dispose(): void {
		this.#listeners.clear();
	}
}
