import type { Clock } from "../../base/ports";
import type { OnInterim, SearchResult } from "../model/semanticIndex";

/** Maximum time to wait for a busy gateway, in milliseconds. */
const patience = 5_000;

/**
 * Searches, but settles for the keyword results if the gateway would make the search wait too long.
 *
 * @param find as `SemanticIndex.search`.
 * @throws what `find` throws; the cause of the wait, when the keywords find nothing.
 */
export async function searchWithDeadline(
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
