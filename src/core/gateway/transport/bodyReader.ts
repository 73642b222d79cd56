type Piece = ReadableStreamReadResult<Uint8Array>;

const noBody: Piece = { done: true, value: undefined };

/**
 * Reads a body, aborting each read with its attempt's signal: with the `fetch` of Node 20 and 22, neither a compressed
 * body that becomes corrupt nor an abort between two reads settles a read.
 */
export class BodyReader {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	readonly #signal: AbortSignal;
	/** Rejects the current read. */
	#reject: ((reason: unknown) => void) | undefined;
	readonly #abort = () => {
		this.#reject?.(this.#signal.reason);
		this.cancel();
	};

	constructor(body: ReadableStream<Uint8Array> | null, signal: AbortSignal) {
		this.#reader = body?.getReader();
		this.#signal = signal;
		if (signal.aborted) this.cancel();
		else signal.addEventListener("abort", this.#abort, { once: true });
	}

	/**
	 * Reads the next piece.
	 *
	 * @throws the signal's reason, or the error with which the connection breaks.
	 */
	read(): Promise<Piece> {
		const reader = this.#reader;
		if (this.#signal.aborted) return Promise.reject(this.#signal.reason);
		if (!reader) return Promise.resolve(noBody);
		// `Promise.race` would add a reaction to the signal's promise with each read.
		return new Promise((resolve, reject) => {
			this.#reject = reject;
			reader.read().then(resolve, reject);
		});
	}

	/** Drops the rest of the body and closes the connection. */
	cancel(): void {
		this.#signal.removeEventListener("abort", this.#abort);
		// Cancelling may never settle either, and its result is not needed.
		this.#reader?.cancel().catch(() => undefined);
	}
}
