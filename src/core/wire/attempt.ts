import type { KnownKeys, Redactor } from "../base/knownKeys";
import type { Clock, ConnectionWatch, WatchedRequest } from "../base/ports";
import { GatewayError, shortened } from "./gatewayError";
import type { OpenRecord, RequestFacts, RequestLedger } from "./requestLedger";
import type { Timeouts } from "./requestTimer";
import { RequestTimer } from "./requestTimer";
import { type RequestProgress, transportError } from "./transportError";

/** What an attempt needs of the world. */
export interface AttemptPorts {
	readonly clock: Clock;
	/** Read at each request, so that a changed setting counts at once. */
	readonly timeouts: () => Timeouts;
	readonly ledger: RequestLedger;
	readonly connections: ConnectionWatch;
	/** Hidden from everything that a gateway says; the key of each request is among them. */
	readonly keys: KnownKeys;
}

/** How long the usage may come after an answer's end, in milliseconds. */
const afterFinish = 3_000;

/** One try of one request, from its leaving to its last byte: its time-outs, its line in the ledger, its errors. */
export class Attempt {
	readonly #timer: RequestTimer;
	#record: OpenRecord | undefined;
	#watching: WatchedRequest | undefined;
	/** Whether sending it twice costs nothing: a question may be billed, or change something, each time. */
	#repeatable = false;
	#answered = false;

	constructor(
		private readonly ports: AttemptPorts,
		private readonly facts: RequestFacts,
		readonly origin: string,
		readonly key: string,
		signal: AbortSignal,
	) {
		ports.keys.add(key);
		this.#timer = new RequestTimer(ports.clock, ports.timeouts(), origin, signal);
	}

	/** Ends the request: the user's cancellation, or a time-out. */
	get signal(): AbortSignal {
		return this.#timer.signal;
	}

	/** Milliseconds since the epoch. */
	get now(): number {
		return this.ports.clock.now();
	}

	/** A request leaves; a redirect within the origin makes another one. */
	sending(method: string, url: URL, bytesOut: number): void {
		this.#watching?.dispose();
		this.#watching = this.ports.connections.watch(method, url, {
			connecting: () => this.#timer.enter("connect"),
			connected: () => this.#timer.enter("firstByte"),
		});
		this.#repeatable = method === "GET";
		this.#answered = false;
		this.#record?.end();
		const { model } = this.facts;
		const facts = model === undefined ? this.facts : { ...this.facts, model: this.redact(model) };
		this.#record = this.ports.ledger.begin(facts, method, url, bytesOut);
	}

	answered(status: number): void {
		this.#answered = true;
		this.#record?.answered(status);
	}

	received(bytes: number): void {
		this.#timer.bytes();
		this.#record?.received(bytes);
	}

	/** Whether the answer seems whole, though the gateway may keep the connection open. Called with each piece. */
	finishing(isEnding: boolean): void {
		if (isEnding) this.#timer.closing(afterFinish);
		else this.#timer.goOn();
	}

	/** Takes the keys that this window knows out of a text from outside. */
	get redact(): Redactor {
		return this.ports.keys.redact;
	}

	/** Where an answer came from, to be named: behind a redirect it is the gateway's choice, and the key may be in it. */
	urlOf(response: Response, asked: string): string {
		return shortened(this.redact(response.url || asked));
	}

	/** The error that something thrown on the way stands for. */
	error(thrown: unknown): GatewayError {
		const { reason } = this.signal;
		const error = reason instanceof GatewayError ? reason : thrown;
		return transportError(error, this.origin, this.redact, this.#progress());
	}

	#progress(): RequestProgress {
		if (this.#answered) return "answered";
		return this.#repeatable || this.#watching?.notTaken?.() ? "open" : "taken";
	}

	/** The request is over, whole or not. Nothing of it is left: no timer, no listener. */
	end(failure?: GatewayError): void {
		this.#watching?.dispose();
		this.#timer.dispose();
		this.#record?.end(failure?.reason, failure?.reason === "timeout" ? this.#timer.phase : undefined);
	}
}
