import type { KnownKeys, Redactor } from "../../base/knownKeys";
import type { Clock, ConnectionWatch, WatchedRequest } from "../../base/ports";
import { type RequestProgress, transportError } from "../errors/transportError";
import { GatewayError, shortened } from "../gatewayError";
import type { OpenRecord, RequestFacts, RequestLedger } from "../ledger/requestLedger";
import type { Timeouts } from "./requestTimer";
import { RequestTimer } from "./requestTimer";

/** The services that an attempt needs. */
export interface AttemptPorts {
	readonly clock: Clock;
	/** Read for each request, so that a changed setting applies at once. */
	readonly timeouts: () => Timeouts;
	readonly ledger: RequestLedger;
	readonly connections: ConnectionWatch;
	/** The keys that are removed from all text of a gateway, including the key of each request. */
	readonly keys: KnownKeys;
	/**
	 * Returns the extra headers of an origin's requests, which go with its key; absent where there are none.
	 *
	 * @throws UserError when a header cannot be sent.
	 */
	readonly headers?: (origin: string) => Promise<ExtraHeaderFields>;
	/** The language in whose format numbers and times are shown; by default, the computer's. */
	readonly language?: string;
}

type ExtraHeaderFields = Readonly<Record<string, string>>;

/** Returns the extra headers of a request; none without a key. @throws UserError when a header cannot be sent. */
export async function extraHeaderFields(ports: AttemptPorts, origin: string, key: string): Promise<ExtraHeaderFields> {
	return key === "" ? {} : ((await ports.headers?.(origin)) ?? {});
}

/** Time in which the usage may follow an answer's end, in milliseconds. */
const afterFinish = 3_000;

/**
 * One attempt at one request, from sending it to its last byte, with its timeouts, its entry in the ledger, and its
 * errors.
 */
export class Attempt {
	readonly #timer: RequestTimer;
	#record: OpenRecord | undefined;
	#watching: WatchedRequest | undefined;
	/** Whether sending it twice is harmless: a question may be billed, or change something, each time. */
	#repeatable = false;
	#answered = false;

	constructor(
		private readonly ports: AttemptPorts,
		private readonly facts: RequestFacts,
		readonly origin: string,
		readonly key: string,
		signal: AbortSignal,
		/** The gateway's extra headers. */
		readonly headers: ExtraHeaderFields = {},
	) {
		ports.keys.add(key);
		this.#timer = new RequestTimer(ports.clock, ports.timeouts(), origin, signal);
	}

	/** Aborted when the user cancels, or by a timeout. */
	get signal(): AbortSignal {
		return this.#timer.signal;
	}

	/** In milliseconds since the epoch. */
	get now(): number {
		return this.ports.clock.now();
	}

	/** The language of what is shown. */
	get language(): string | undefined {
		return this.ports.language;
	}

	/** Records that a request is sent; a redirect within the origin is another one. */
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

	/**
	 * Is called after each piece, with whether the answer seems complete; the gateway may keep the connection open even
	 * so.
	 */
	finishing(isEnding: boolean): void {
		if (isEnding) this.#timer.closing(afterFinish);
		else this.#timer.resume();
	}

	/** Removes the known keys from a text. */
	get redact(): Redactor {
		return this.ports.keys.redact;
	}

	/**
	 * Returns where an answer came from, for display: after a redirect, the gateway chose the address, which may
	 * contain the key.
	 */
	urlOf(response: Response, asked: string): string {
		return shortened(this.redact(response.url || asked));
	}

	/** Converts anything thrown during the attempt to an error. */
	error(thrown: unknown): GatewayError {
		const { reason } = this.signal;
		const error = reason instanceof GatewayError ? reason : thrown;
		return transportError(error, this.origin, this.redact, this.#progress());
	}

	#progress(): RequestProgress {
		if (this.#answered) return "answered";
		return this.#repeatable || this.#watching?.notTaken?.() ? "open" : "taken";
	}

	/** Ends the request, complete or not, and releases its timer and listeners. */
	end(failure?: GatewayError): void {
		this.#watching?.dispose();
		this.#timer.dispose();
		this.#record?.end(failure?.reason, failure?.reason === "timeout" ? this.#timer.phase : undefined);
	}
}
