import type { Disposable } from "../../shared/disposable";

/** Calls the listener for each occurrence until disposed. Has the same shape as VS Code's events. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** Fires an {@link Event}. */
export class Emitter<T> implements Disposable {
	readonly #listeners = new Set<(value: T) => void>();

	readonly event: Event<T> = (listener) => {
		// A separate wrapper allows the same function to be registered twice.
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
