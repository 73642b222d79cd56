import type { Clock } from "../base/ports";
import { type OpenRecord, type RequestFacts, RequestLedger } from "../gateway/ledger/requestLedger";

/**
 * Counts the requests of one run, including corrected and redirected ones, and passes them on to the window's ledger.
 */
export class CountingLedger extends RequestLedger {
	/** The number of requests sent so far. */
	count = 0;

	constructor(
		clock: Clock,
		private readonly shared: RequestLedger,
	) {
		// The window's own ledger already writes them to the log.
		super(clock, { debug: () => {}, info: () => {} });
	}

	override begin(facts: RequestFacts, method: string, url: URL, bytesOut: number): OpenRecord {
		this.count++;
		return this.shared.begin(facts, method, url, bytesOut);
	}
}
