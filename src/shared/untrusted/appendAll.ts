/** Appends to a list, however many there are: a call takes only so many arguments, and `push(...more)` throws beyond. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
	for (const one of more) list.push(one);
}
