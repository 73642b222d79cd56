/** Has a build send nothing more while a question waits for the gateway: they share its limit, and behind the question is a person. */
export class QuestionsFirst {
	readonly #waiting = new Set<Promise<unknown>>();

	/** @param answered settles when the question waits no more. */
	holdUntil(answered: Promise<unknown>): void {
		const waiting = answered.catch(() => {}).finally(() => this.#waiting.delete(waiting));
		this.#waiting.add(waiting);
	}

	/** Settles when no question waits, or the signal is aborted. */
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
