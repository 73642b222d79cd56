/** Creates a value with its first call and gives it to every later one. */
export interface Lazy<T> {
	(): Promise<T>;
	/** Gives the value if it has been asked for, without creating it. */
	peek(): Promise<T> | undefined;
}

/** Makes something that is created with its first use, such as a feature behind a dynamic import. A failure is forgotten: the next use tries again. */
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
