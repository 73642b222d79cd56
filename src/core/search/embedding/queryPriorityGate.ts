/**
 * Holds back a build's requests while a search query waits for the gateway: both share its limit, and a user waits for
 * the query.
 */
export class QueryPriorityGate {
	readonly #waiting = new Set<Promise<unknown>>();

	/** @param answered settles when the query no longer waits. */
	holdUntil(answered: Promise<unknown>): void {
		const waiting = answered.catch(() => {}).finally(() => this.#waiting.delete(waiting));
		this.#waiting.add(waiting);
	}

	/** Settles when no query is waiting, or the signal is aborted. */
	async free(signal: AbortSignal): Promise<void> {
		while (this.#waiting.size > 0 && !signal.aborted) {
			const leaving = new AbortController();
			const aborted = new Promise<void>((resolve) =>
				signal.addEventListener("abort", () => resolve(), { signal: leaving.signal }),
			);
			await Promise.race([Promise.all(this.#waiting), aborted]);
			leaving.abort();
		}
	}
}
