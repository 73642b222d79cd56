/** Runs one thing at a time, in the order in which they were asked for, until all of them are stopped. */
export class BuildQueue {
	/** Settles when everything in the queue has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Of everything that runs or waits. */
	#abort = new AbortController();
	/** The run that others join while it waits for its turn. */
	#waiting: Promise<void> | undefined;

	/** Runs when everything before it has ended, however that was. */
	run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const { signal } = this.#abort;
		const result = this.#last.then(() => work(signal));
		this.#last = result.catch(() => {});
		return result;
	}

	/** Runs once for all callers that ask before it begins. */
	runOnce(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
		this.#waiting ??= this.run((signal) => {
			this.#waiting = undefined;
			return work(signal);
		});
		return this.#waiting;
	}

	/** Aborts what runs or waits. What is added from now on is not affected, and joins nothing that was stopped. */
	stop(reason?: unknown): void {
		this.#abort.abort(reason);
		this.#abort = new AbortController();
		this.#waiting = undefined;
	}

	/** Settles when everything that is in the queue now has ended. */
	async idle(): Promise<void> {
		await this.#last;
	}
}
