import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { RecordedRequest } from "./recordedRequest";
import type { ReceivedBody } from "./requestBody";
import type { Cut } from "./script";

/**
 * One request and its answer in progress. Every wait here rejects once the connection is closed, so that no work continues
 * for a client that left.
 */
export class Exchange {
	/** Aborted when the connection is closed or the answer is complete. */
	readonly signal: AbortSignal;
	/** The place where a script breaks off the built-in answer. */
	cut: Cut | undefined;

	constructor(
		readonly request: RecordedRequest,
		readonly body: ReceivedBody,
		private readonly response: ServerResponse,
	) {
		const gone = new AbortController();
		this.signal = gone.signal;
		response.once("close", () => gone.abort());
		if (response.destroyed) gone.abort();
	}

	get started(): boolean {
		return this.response.headersSent;
	}

	/** Sets status and headers; they leave with the first bytes, or at once with `flush`. */
	head(status: number, headers: OutgoingHttpHeaders, flush = false): void {
		this.response.writeHead(status, headers);
		if (flush) this.response.flushHeaders();
	}

	/** Adds headers to the answer, in addition to all others. */
	addHeaders(headers: Readonly<Record<string, string>>): void {
		for (const [name, value] of Object.entries(headers)) this.response.setHeader(name, value);
	}

	/** Sends these bytes as one HTTP chunk in one write, and waits until the system has taken them. */
	async write(data: string | Uint8Array): Promise<void> {
		this.signal.throwIfAborted();
		if (data.length === 0) return;
		await this.until(
			new Promise<void>((resolve, reject) => {
				this.response.write(data, (error) => (error ? reject(error) : resolve()));
			}),
		);
	}

	end(data?: string | Uint8Array): void {
		if (data === undefined) this.response.end();
		else this.response.end(data);
	}

	/** Answers with a whole body, with its length in the header. */
	send(status: number, headers: OutgoingHttpHeaders, body: string | Uint8Array): void {
		this.response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
		this.response.end(body);
	}

	sendJson(status: number, value: unknown, headers: OutgoingHttpHeaders = {}): void {
		this.send(status, { "content-type": "application/json; charset=utf-8", ...headers }, JSON.stringify(value));
	}

	/** Writes raw bytes to the connection, outside of HTTP. */
	raw(data: string | Uint8Array): void {
		this.response.socket?.write(data);
	}

	/** Closes the connection when everything is written, whether the answer has ended or not. */
	close(): void {
		this.response.socket?.destroySoon();
	}

	/** Breaks the connection with a TCP reset. */
	reset(): void {
		this.response.socket?.resetAndDestroy();
	}

	/** Waits for a promise, or rejects if the connection closes first. */
	async until<T>(promise: Promise<T>): Promise<T> {
		const { signal } = this;
		signal.throwIfAborted();
		let leave = () => {};
		const gone = new Promise<never>((_, reject) => {
			leave = () => reject(signal.reason);
			signal.addEventListener("abort", leave, { once: true });
		});
		try {
			return await Promise.race([promise, gone]);
		} finally {
			signal.removeEventListener("abort", leave);
		}
	}

	/** Rejects when the connection closes. */
	async pause(ms: number): Promise<void> {
		if (ms > 0) await pause(ms, undefined, { signal: this.signal });
	}

	/** Sends nothing more until the connection closes. */
	stall(): Promise<never> {
		return this.until(new Promise<never>(() => {}));
	}
}
