import { inertName } from "../../../shared/untrusted/inertText";
import { Emitter, type Event } from "../../base/event";
import type { Clock, Log } from "../../base/ports";
import type { GatewayErrorReason } from "../gatewayError";
import { CompletionLedger } from "./completionLedger";

/** The purpose of a request. */
export type Operation = "models" | "chat" | "completion" | "embeddings" | "check";

/** The facts about a request that are known before it is sent. */
export interface RequestFacts {
	readonly operation: Operation;
	readonly model?: string | undefined;
	/** The extension that asked through VS Code; absent for Gatehouse's own requests. */
	readonly requester?: string | undefined;
	/** The workspace-relative paths of the files whose text is sent. */
	readonly sources?: readonly string[] | undefined;
}

/** One request as the user can view it: without the text of prompts or answers, and without a key. */
export interface RequestRecord extends RequestFacts {
	/** When it was sent, in milliseconds since the epoch. */
	readonly at: number;
	readonly method: string;
	readonly host: string;
	/** The sizes of the bodies in bytes, without headers. */
	readonly bytesOut: number;
	readonly bytesIn: number;
	/** Absent before there is an answer. */
	readonly status?: number;
	/** The duration in milliseconds; absent while it is running. */
	readonly duration?: number;
	/** The reason of the GatewayError that it ended with. */
	readonly failure?: string;
}

/** The record of a request that is still running. */
export interface OpenRecord {
	answered(status: number): void;
	received(bytes: number): void;
	/**
	 * Ends the record; a second call has no effect.
	 *
	 * @param detail what the log adds to the reason of the failure.
	 */
	end(failure?: string, detail?: string): void;
}

/** Maximum number of records that are kept: indexing a large workspace sends many requests. */
const mostRecords = 10_000;

/** Reasons for failures without an answer that mean that the gateway was not reached. */
const unreached: readonly GatewayErrorReason[] = ["network", "timeout", "proxy", "certificate"];

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The requests of this window since it started; beyond `mostRecords`, the oldest are dropped. */
export class RequestLedger {
	readonly #records: Writable<RequestRecord>[] = [];
	readonly #onDidChange = new Emitter<void>();
	#dropped = 0;
	readonly #unreached = new Set<string>();
	readonly #onDidChangeReach = new Emitter<void>();
	/** The counts of the completions. */
	readonly completions = new CompletionLedger();

	/** Fires when a request begins or ends. */
	readonly onDidChange: Event<void> = this.#onDidChange.event;

	/** Fires when a host can no longer be reached, or can be again. */
	readonly onDidChangeReach: Event<void> = this.#onDidChangeReach.event;

	/** @param log gets a line for each request that ends. */
	constructor(
		private readonly clock: Clock,
		private readonly log: Pick<Log, "debug" | "info">,
	) {}

	/** Returns whether the last completed request to a host failed to reach it. */
	isUnreached(host: string): boolean {
		return this.#unreached.has(host);
	}

	/** Oldest first. */
	get records(): readonly RequestRecord[] {
		return this.#records;
	}

	/** The number of older records that were dropped. */
	get dropped(): number {
		return this.#dropped;
	}

	/** Records whether a host was reached. A request that was cancelled before there was an answer shows neither. */
	#noteReach({ host, status, failure }: RequestRecord): void {
		if (status === undefined && (failure === undefined || failure === "cancelled")) return;
		const isUnreached = status === undefined && unreached.includes(failure as GatewayErrorReason);
		if (isUnreached === this.#unreached.has(host)) return;
		if (isUnreached) this.#unreached.add(host);
		else this.#unreached.delete(host);
		this.#onDidChangeReach.fire();
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
				this.#noteReach(record);
				this.#write(record, detail);
				this.#onDidChange.fire();
			},
		};
	}

	/** Logs a request. Indexes and completions send thousands, so their successful requests are logged at level debug. */
	#write(record: RequestRecord, detail: string | undefined): void {
		const isFrequent = record.operation === "embeddings" || record.operation === "completion";
		const isDetail = isFrequent && record.failure === undefined;
		if (isDetail) this.log.debug(outcomeOf(record, detail));
		else this.log.info(outcomeOf(record, detail));
	}
}

/** Returns a request's outcome on one line. The model's name may contain anything. */
function outcomeOf(record: RequestRecord, detail: string | undefined): string {
	const { operation, model, host, status, duration, bytesOut, bytesIn, failure } = record;
	const what = model === undefined ? operation : `${operation} ${inertName(model)}`;
	const outcome = failure === undefined ? "done" : `failed (${[failure, detail].filter(Boolean).join(", ")})`;
	const facts = [`status ${status ?? "none"}`, `${duration} ms`, `${bytesOut} B sent`, `${bytesIn} B received`];
	return `${what} at ${host}: ${outcome}, ${facts.join(", ")}`;
}
