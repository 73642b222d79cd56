import type { Clock } from "../../base/ports";
import type { OnInterim, SearchResult } from "../model/searchIndex";

/** So long a busy gateway is waited for, in milliseconds. */
const patience = 5_000;

/**
 * Finds, for who would rather have what the keywords find now than wait long for what is found by its meaning.
 *
 * @param find as `SearchIndex.search`.
 * @throws what it throws; why the gateway lets one wait, where the keywords find nothing.
 */
export async function findSoon(
	find: (signal: AbortSignal, onInterim: OnInterim) => Promise<SearchResult>,
	clock: Clock,
	signal: AbortSignal,
): Promise<SearchResult> {
	const enough = new AbortController();
	let soon: SearchResult | undefined;
	const onInterim: OnInterim = (interim) => {
		const { until, cause } = interim.keywordsAlone;
		if (until - clock.now() <= patience) return;
		if (interim.chunks.length > 0) soon = interim;
		enough.abort(cause);
	};
	try {
		return await find(AbortSignal.any([signal, enough.signal]), onInterim);
	} catch (error) {
		if (soon && !signal.aborted) return soon;
		throw error;
	}
}
