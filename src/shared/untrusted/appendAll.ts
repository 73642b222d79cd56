/**
 * Appends any number of items to a list: `push(...more)` throws when there are more than a call accepts as arguments.
 */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
	for (const one of more) list.push(one);
}
