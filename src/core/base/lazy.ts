/** Creates a value on the first call and returns the same one on later calls. */
export interface Lazy<T> {
	(): Promise<T>;
	/** Returns the value if it has been requested, without creating it. */
	peek(): Promise<T> | undefined;
}

/**
 * Returns an accessor of a value that is created on its first use, such as a feature behind a dynamic import. A failure
 * is not kept: the next use tries again.
 */
export function lazy<T>(create: () => Promise<T>): Lazy<T> {
	let created: Promise<T> | undefined;
	const get = () => {
		created ??= create().catch((error: unknown) => {
			created = undefined;
			throw error;
		});
		return created;
	};
	return Object.assign(get, { peek: () => created });
}
