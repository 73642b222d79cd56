import { inertName } from "../../shared/untrusted/inertText";
import { Emitter, type Event } from "../base/event";
import type { Clock, Log } from "../base/ports";

/** What a request is for. */
export type Operation = "models" | "chat" | "embeddings" | "check";

/** What is known of a request before it leaves. */
export interface RequestFacts {
	readonly operation: Operation;
	readonly model?: string | undefined;
	/** The workspace-relative paths of the files whose text goes out with it. */
	readonly sources?: readonly string[] | undefined;
}

/** One request, as the user may look at it: no text of prompts or answers, no key. */
export interface RequestRecord extends RequestFacts {
	/** When it left, in milliseconds since the epoch. */
	readonly at: number;
	readonly method: string;
	readonly host: string;
	/** Bytes of the bodies; headers are not counted. */
	readonly bytesOut: number;
	readonly bytesIn: number;
	/** Absent while no answer came. */
	readonly status?: number;
	/** Milliseconds until it ended; absent while it runs. */
	readonly duration?: number;
	/** The reason of the GatewayError that it ended with. */
	readonly failure?: string;
}

/** A record that is still being written. */
export interface OpenRecord {
	answered(status: number): void;
	received(bytes: number): void;
	/**
	 * The request is over; a second call changes nothing.
	 *
	 * @param detail what the log says of the failure beside its reason.
	 */
	end(failure?: string, detail?: string): void;
}

/** More are not kept one by one: an index of a large workspace makes many. */
const mostRecords = 10_000;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Every request of this window since it started. */
export class RequestLedger {
	readonly #records: Writable<RequestRecord>[] = [];
	readonly #onDidChange = new Emitter<void>();
	#dropped = 0;

	/** Fires when a request begins or ends. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	/** @param log gets a line for each request that ends. */
	constructor(
		private readonly clock: Clock,
		private readonly log: Pick<Log, "debug" | "info">,
	) {}

	/** Oldest first. */
	get records(): readonly RequestRecord[] {
		return this.#records;
	}

	/** How many older ones are no longer among them. */
	get dropped(): number {
		return this.#dropped;
	}

	begin(facts: RequestFacts, method: string, url: URL, bytesOut: number): OpenRecord {
		const record: Writable<RequestRecord> = {
			...facts,
			at: this.clock.now(),
			method,
			host: url.host,
			bytesOut,
			bytesIn: 0,
		};
		this.#records.push(record);
		if (this.#records.length > mostRecords) {
			this.#records.shift();
			this.#dropped++;
		}
		this.#onDidChange.fire();
		return {
			answered: (status) => {
				record.status = status;
			},
			received: (bytes) => {
				record.bytesIn += bytes;
			},
			end: (failure, detail) => {
				if (record.duration !== undefined) return;
				record.duration = this.clock.now() - record.at;
				if (failure !== undefined) record.failure = failure;
				this.#write(record, detail);
				this.#onDidChange.fire();
			},
		};
	}

	/** Building an index takes thousands of requests: of those that succeed, only who looks for details wants to know. */
	#write(record: RequestRecord, detail: string | undefined): void {
		const isDetail = record.operation === "embeddings" && record.failure === undefined;
		if (isDetail) this.log.debug(outcomeOf(record, detail));
		else this.log.info(outcomeOf(record, detail));
	}
}

/** A request's outcome on one line. The model's name may be anything. */
function outcomeOf(record: RequestRecord, detail: string | undefined): string {
	const { operation, model, host, status, duration, bytesOut, bytesIn, failure } = record;
	const what = model === undefined ? operation : `${operation} ${inertName(model)}`;
	const outcome = failure === undefined ? "done" : `failed (${[failure, detail].filter(Boolean).join(", ")})`;
	const facts = [`status ${status ?? "none"}`, `${duration} ms`, `${bytesOut} B sent`, `${bytesIn} B received`];
	return `${what} at ${host}: ${outcome}, ${facts.join(", ")}`;
}
