/** A value that is made when it is first needed, and then kept. */
export interface Lazy<T> {
	/** Gives the value; the first call makes it. */
	get(): T;
	/** Gives the value if it has been made. */
	peek(): T | undefined;
}

/**
 * Makes a value when it is first needed, such as a feature behind a dynamic import.
 *
 * @param make called once, unless it throws. A promise is kept even if it rejects.
 */
export function lazy<T>(make: () => T): Lazy<T> {
	let made: { readonly value: T } | undefined;
	return {
		get() {
			made ??= { value: make() };
			return made.value;
		},
		peek: () => made?.value,
	};
}
