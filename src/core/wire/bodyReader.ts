type Piece = ReadableStreamReadResult<Uint8Array>;

const noBody: Piece = { done: true, value: undefined };

/**
 * Reads a body, each read against its attempt's signal: with the `fetch` of Node 20 and 22, neither a compressed body that
 * becomes corrupt nor an abort between two reads settles a read.
 */
export class BodyReader {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
	readonly #signal: AbortSignal;
	/** Rejects the read that is under way. */
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
	 * The next piece.
	 *
	 * @throws the signal's reason, or what the connection breaks with.
	 */
	read(): Promise<Piece> {
		const reader = this.#reader;
		if (this.#signal.aborted) return Promise.reject(this.#signal.reason);
		if (!reader) return Promise.resolve(noBody);
		// A race would leave its reaction on the signal's promise with each read.
		return new Promise((resolve, reject) => {
			this.#reject = reject;
			reader.read().then(resolve, reject);
		});
	}

	/** The rest is not wanted: its connection is closed. */
	cancel(): void {
		this.#signal.removeEventListener("abort", this.#abort);
		// Cancelling may never settle either, and its result does not matter.
		this.#reader?.cancel().catch(() => undefined);
	}
}
