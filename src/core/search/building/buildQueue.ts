/** Runs tasks one at a time, in the order in which they were added, until all of them are stopped. */
export class BuildQueue {
	/** Settles when everything in the queue has ended. */
	#last: Promise<unknown> = Promise.resolve();
	/** Aborts everything that runs or waits. */
	#abort = new AbortController();
	/** The task that later callers join until it starts. */
	#waiting: Promise<void> | undefined;

	/** Aborted when the tasks that run or wait now are stopped. */
	get signal(): AbortSignal {
		return this.#abort.signal;
	}

	/** Runs a task after all earlier ones have ended, in any way. */
	run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const { signal } = this.#abort;
		const result = this.#last.then(() => work(signal));
		this.#last = result.catch(() => {});
		return result;
	}

	/** Runs a task once for all callers that ask before it starts. */
	runOnce(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
		this.#waiting ??= this.run((signal) => {
			this.#waiting = undefined;
			return work(signal);
		});
		return this.#waiting;
	}

	/** Aborts the tasks that run or wait. Tasks added later are not affected, and do not join an aborted one. */
	stop(reason?: unknown): void {
		this.#abort.abort(reason);
		this.#abort = new AbortController();
		this.#waiting = undefined;
	}
}
