import type { Clock } from "../base/ports";
import { type OpenRecord, type RequestFacts, RequestLedger } from "../wire/requestLedger";

/** Counts the requests of one run, those that are corrected or redirected too, and writes them into the window's ledger. */
export class CountingLedger extends RequestLedger {
	/** How many have left so far. */
	count = 0;

	constructor(
		clock: Clock,
		private readonly shared: RequestLedger,
	) {
		// The window's own ledger writes them into the log.
		super(clock, { debug: () => {}, info: () => {} });
	}

	override begin(facts: RequestFacts, method: string, url: URL, bytesOut: number): OpenRecord {
		this.count++;
		return this.shared.begin(facts, method, url, bytesOut);
	}
}
