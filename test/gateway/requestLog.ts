import type { RecordedRequest } from "./recordedRequest";

type Listener = (request: RecordedRequest) => void;

/** The received requests, in order, and a way to wait for the next ones. */
export class RequestLog {
	private readonly kept: RecordedRequest[] = [];
	private readonly listeners = new Set<Listener>();
	private readonly waiting = new Set<(error: Error) => void>();

	/** @param keep false drops each request once the listeners have received it, for a gateway that runs for days. */
	constructor(private readonly keep: boolean) {}

	get requests(): readonly RecordedRequest[] {
		return this.kept;
	}

	add(request: RecordedRequest): void {
		if (this.keep) this.kept.push(request);
		for (const listener of [...this.listeners]) listener(request);
	}

	/** Calls the listener with every request from now on, before it is answered. */
	onRequest(listener: Listener): { dispose(): void } {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/**
	 * Resolves to the first matching request from now on. Call it before the request is sent.
	 * Rejects if the log is closed first; callers may ignore that.
	 */
	nextRequest(fits: (request: RecordedRequest) => boolean = () => true): Promise<RecordedRequest> {
		const next = new Promise<RecordedRequest>((resolve, reject) => {
			const listening = this.onRequest((request) => {
				if (!fits(request)) return;
				listening.dispose();
				this.waiting.delete(reject);
				resolve(request);
			});
			this.waiting.add(reject);
		});
		next.catch(() => {});
		return next;
	}

	/** Ends every wait. */
	close(): void {
		this.listeners.clear();
		for (const reject of this.waiting) reject(new Error("The gateway was closed before such a request came."));
		this.waiting.clear();
	}
}
